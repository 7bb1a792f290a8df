// @ts-nocheck
// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { ValidationContext } from '../../../keywords.js';
import type { Validator } from '../../../validator.js';
import * as keywords from "../../../keywords.js";
const schema0 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "envelope", type: "object", required: ["schema_version", "log_generation", "seq", "event_id", "timestamp_ms", "kind", "payload"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 1 }, log_generation: { $ref: "hex16" }, seq: { $ref: "u64", bounds: { minimum: 1, rule: "envelope/seq-zero", fxError: "InvalidEventFrame" } }, event_id: { $ref: "hex16" }, timestamp_ms: { $ref: "i64", bounds: { minimum: 0, rule: "envelope/negative-time", fxError: "InvalidEventFrame" } }, kind: { enum: ["session_started", "preferences_changed", "workspace_rebound", "history_turn_committed", "usage_checkpointed", "recovery_checkpoint_set", "recovery_checkpoint_cleared", "state_replacement_started", "state_replacement_chunk", "state_replacement_committed"] }, payload: { type: "object" } } };
const keyword0 = keywords.readU64, keyword2 = keywords.readI64, pattern0 = new RegExp("^[0-9a-f]{32}$", "u");
function validate0(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.log_generation === void 0 && (missing0 = "log_generation") || data.seq === void 0 && (missing0 = "seq") || data.event_id === void 0 && (missing0 = "event_id") || data.timestamp_ms === void 0 && (missing0 = "timestamp_ms") || data.kind === void 0 && (missing0 = "kind") || data.payload === void 0 && (missing0 = "payload"))
        return validate0.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "log_generation" || key0 === "seq" || key0 === "event_id" || key0 === "timestamp_ms" || key0 === "kind" || key0 === "payload")) {
            return validate0.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate0.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 1)
              return validate0.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.log_generation !== void 0) {
              let data1 = data.log_generation;
              const _errs4 = errors;
              if (errors === errors)
                if (typeof data1 == "string") {
                  if (!pattern0.test(data1))
                    return validate0.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                } else
                  return validate0.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.seq !== void 0) {
                let data2 = data.seq;
                const _errs7 = errors, value1 = keyword0(data2);
                if (value1 === void 0)
                  return validate0.errors = [{ instancePath: instancePath + "/seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                if (value1 !== data2 && (data2 = value1, data !== void 0 && (data.seq = value1)), errors === _errs7) {
                  const _errs9 = errors, _errs10 = errors;
                  if ((typeof data2 == "number" || typeof data2 == "bigint") && data2 < 1) {
                    const err0 = {};
                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                  }
                  var holds0 = _errs10 === errors;
                  holds0 || (errors = _errs9, vErrors !== null && (_errs9 ? vErrors.length = _errs9 : vErrors = null), this.deferred.push({ path: instancePath + "/seq", rule: "envelope/seq-zero", fxError: "InvalidEventFrame" }));
                }
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.event_id !== void 0) {
                  let data3 = data.event_id;
                  const _errs11 = errors;
                  if (errors === errors)
                    if (typeof data3 == "string") {
                      if (!pattern0.test(data3))
                        return validate0.errors = [{ instancePath: instancePath + "/event_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                    } else
                      return validate0.errors = [{ instancePath: instancePath + "/event_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.timestamp_ms !== void 0) {
                    let data4 = data.timestamp_ms;
                    const _errs14 = errors, value2 = keyword2(data4);
                    if (value2 === void 0)
                      return validate0.errors = [{ instancePath: instancePath + "/timestamp_ms", schemaPath: "i64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                    if (value2 !== data4 && (data4 = value2, data !== void 0 && (data.timestamp_ms = value2)), errors === _errs14) {
                      const _errs16 = errors, _errs17 = errors;
                      if ((typeof data4 == "number" || typeof data4 == "bigint") && data4 < 0) {
                        const err1 = {};
                        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                      }
                      var holds1 = _errs17 === errors;
                      holds1 || (errors = _errs16, vErrors !== null && (_errs16 ? vErrors.length = _errs16 : vErrors = null), this.deferred.push({ path: instancePath + "/timestamp_ms", rule: "envelope/negative-time", fxError: "InvalidEventFrame" }));
                    }
                    var valid0 = _errs14 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.kind !== void 0) {
                      let data5 = data.kind;
                      const _errs18 = errors;
                      if (!(data5 === "session_started" || data5 === "preferences_changed" || data5 === "workspace_rebound" || data5 === "history_turn_committed" || data5 === "usage_checkpointed" || data5 === "recovery_checkpoint_set" || data5 === "recovery_checkpoint_cleared" || data5 === "state_replacement_started" || data5 === "state_replacement_chunk" || data5 === "state_replacement_committed"))
                        return validate0.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema0.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                      var valid0 = _errs18 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0)
                      if (data.payload !== void 0) {
                        let data6 = data.payload;
                        const _errs19 = errors;
                        if (!(data6 && typeof data6 == "object" && !Array.isArray(data6)))
                          return validate0.errors = [{ instancePath: instancePath + "/payload", schemaPath: "#/properties/payload/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid0 = _errs19 === errors;
                      } else
                        var valid0 = !0;
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate0.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate0.errors = vErrors, errors === 0;
}
const pattern2 = new RegExp("^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,255}$", "u"), pattern3 = new RegExp("^/", "u"), pattern5 = new RegExp("^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$", "u"), keyword4 = keywords.hasMaxBytes;
const keyword8 = keywords.readEffort, keyword9 = keywords.readAsciiWord;
function validate2(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.model === void 0 && (missing0 = "model") || data.effort === void 0 && (missing0 = "effort") || data.fast_mode === void 0 && (missing0 = "fast_mode"))
        return validate2.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "model" || key0 === "effort" || key0 === "fast_mode" || key0 === "provider")) {
            return validate2.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.model !== void 0) {
            let data0 = data.model;
            const _errs2 = errors, _errs3 = errors;
            if (typeof data0 != "string")
              return validate2.errors = [{ instancePath: instancePath + "/model", schemaPath: "model/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (errors === _errs3) {
              const _errs5 = errors, _errs6 = errors;
              if (!keyword4(data0, 1024)) {
                const err0 = {};
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              if (errors === _errs6 && typeof data0 == "string" && !pattern5.test(data0)) {
                const err1 = {};
                vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
              }
              var holds0 = _errs6 === errors;
              holds0 || (errors = _errs5, vErrors !== null && (_errs5 ? vErrors.length = _errs5 : vErrors = null), this.deferred.push({ path: instancePath + "/model", rule: "state/model", fxError: "InvalidDurableField" }));
            }
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.effort !== void 0) {
              let data1 = data.effort;
              const _errs7 = errors, value0 = keyword8(data1);
              if (value0 === void 0)
                return validate2.errors = [{ instancePath: instancePath + "/effort", schemaPath: "effort/effort", keyword: "effort", params: { expected: "1 to 64 letters, digits, dots, hyphens or underscores" }, message: "must be 1 to 64 letters, digits, dots, hyphens or underscores" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.effort = value0));
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.fast_mode !== void 0) {
                const _errs9 = errors;
                if (typeof data.fast_mode != "boolean")
                  return validate2.errors = [{ instancePath: instancePath + "/fast_mode", schemaPath: "#/properties/fast_mode/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.provider !== void 0) {
                  let data3 = data.provider;
                  const _errs11 = errors, value1 = keyword9(data3, ["gateway", "codex", "grok"]);
                  if (value1 === void 0)
                    return validate2.errors = [{ instancePath: instancePath + "/provider", schemaPath: "provider/asciiWord", keyword: "asciiWord", params: { expected: "one of gateway, codex, grok, in any case" }, message: "must be one of gateway, codex, grok, in any case" }], !1;
                  value1 !== data3 && (data3 = value1, data !== void 0 && (data.provider = value1));
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate2.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate2.errors = vErrors, errors === 0;
}
const schema17 = { type: "object", required: ["schema_version", "billing", "api_duration_complete", "wall_duration_complete", "code_complete", "next_sequence", "settled_through_sequence", "api_duration_ms", "wall_duration_ms", "total_cost", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens", "request_count", "billable_web_search_calls", "lines_added", "lines_removed", "models", "pending", "publication_backlog", "incidents"], additionalProperties: !1, properties: { schema_version: { $ref: "uint", const: 2 }, billing: { $ref: "billing" }, api_duration_complete: { type: "boolean" }, wall_duration_complete: { type: "boolean" }, code_complete: { type: "boolean" }, next_sequence: { $ref: "uint", minimum: 1 }, settled_through_sequence: { $ref: "uint" }, api_duration_ms: { $ref: "uint" }, wall_duration_ms: { $ref: "uint" }, total_cost: { $ref: "cost" }, input_tokens: { $ref: "uint" }, output_tokens: { $ref: "uint" }, cache_read_tokens: { $ref: "uint" }, cache_write_tokens: { $ref: "uint" }, reasoning_tokens: { $ref: "uint_or_null" }, request_count: { $ref: "uint_or_null" }, billable_web_search_calls: { $ref: "uint" }, lines_added: { $ref: "uint" }, lines_removed: { $ref: "uint" }, models: { type: "array", maxItems: 32, items: { $ref: "rich_usage_model" } }, pending: { type: "array", maxItems: 16, items: { $ref: "rich_usage_pending" } }, publication_backlog: { type: "array", maxItems: 16, items: { $ref: "publication_fact" } }, incidents: { type: "array", maxItems: 16, items: { $ref: "usage_incident" } } }, $id: "rich_usage" };
const schema19 = { enum: ["complete", "pending", "incomplete", "legacy"], $id: "billing" };
const func0 = Object.prototype.hasOwnProperty, keyword10 = keywords.readUint, keyword15 = keywords.readCost, schema34 = { type: "object", required: ["model", "first_sequence", "total_cost", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens", "request_count", "billable_web_search_calls"], additionalProperties: !1, properties: { model: { $ref: "usage_model_name" }, first_sequence: { $ref: "uint", minimum: 1 }, total_cost: { $ref: "cost" }, input_tokens: { $ref: "uint" }, output_tokens: { $ref: "uint" }, cache_read_tokens: { $ref: "uint" }, cache_write_tokens: { $ref: "uint" }, reasoning_tokens: { $ref: "uint_or_null" }, request_count: { $ref: "uint_or_null" }, billable_web_search_calls: { $ref: "uint" } }, $id: "rich_usage_model" };
const pattern7 = new RegExp("^[!-~]{1,1024}$", "u");
function validate6(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.model === void 0 && (missing0 = "model") || data.first_sequence === void 0 && (missing0 = "first_sequence") || data.total_cost === void 0 && (missing0 = "total_cost") || data.input_tokens === void 0 && (missing0 = "input_tokens") || data.output_tokens === void 0 && (missing0 = "output_tokens") || data.cache_read_tokens === void 0 && (missing0 = "cache_read_tokens") || data.cache_write_tokens === void 0 && (missing0 = "cache_write_tokens") || data.reasoning_tokens === void 0 && (missing0 = "reasoning_tokens") || data.request_count === void 0 && (missing0 = "request_count") || data.billable_web_search_calls === void 0 && (missing0 = "billable_web_search_calls"))
        return validate6.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema34.properties, key0)) {
            return validate6.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.model !== void 0) {
            let data0 = data.model;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern7.test(data0))
                  return validate6.errors = [{ instancePath: instancePath + "/model", schemaPath: "usage_model_name/pattern", keyword: "pattern", params: { expected: "1 to 1024 printable ASCII characters without space", pattern: "^[!-~]{1,1024}$" }, message: "must be 1 to 1024 printable ASCII characters without space" }], !1;
              } else
                return validate6.errors = [{ instancePath: instancePath + "/model", schemaPath: "usage_model_name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.first_sequence !== void 0) {
              let data1 = data.first_sequence;
              const _errs5 = errors, _errs6 = errors, value0 = keyword10(data1);
              if (value0 === void 0)
                return validate6.errors = [{ instancePath: instancePath + "/first_sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.first_sequence = value0));
              var valid2 = _errs6 === errors;
              if (valid2 && (typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1)
                return validate6.errors = [{ instancePath: instancePath + "/first_sequence", schemaPath: "#/properties/first_sequence/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.total_cost !== void 0) {
                let data2 = data.total_cost;
                const _errs7 = errors, value1 = keyword15(data2);
                if (value1 === void 0)
                  return validate6.errors = [{ instancePath: instancePath + "/total_cost", schemaPath: "cost/fxCost", keyword: "fxCost", params: { expected: "a finite number of at least 0" }, message: "must be a finite number of at least 0" }], !1;
                value1 !== data2 && (data2 = value1, data !== void 0 && (data.total_cost = value1));
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.input_tokens !== void 0) {
                  let data3 = data.input_tokens;
                  const _errs9 = errors, value2 = keyword10(data3);
                  if (value2 === void 0)
                    return validate6.errors = [{ instancePath: instancePath + "/input_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value2 !== data3 && (data3 = value2, data !== void 0 && (data.input_tokens = value2));
                  var valid0 = _errs9 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.output_tokens !== void 0) {
                    let data4 = data.output_tokens;
                    const _errs11 = errors, value3 = keyword10(data4);
                    if (value3 === void 0)
                      return validate6.errors = [{ instancePath: instancePath + "/output_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                    value3 !== data4 && (data4 = value3, data !== void 0 && (data.output_tokens = value3));
                    var valid0 = _errs11 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.cache_read_tokens !== void 0) {
                      let data5 = data.cache_read_tokens;
                      const _errs13 = errors, value4 = keyword10(data5);
                      if (value4 === void 0)
                        return validate6.errors = [{ instancePath: instancePath + "/cache_read_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      value4 !== data5 && (data5 = value4, data !== void 0 && (data.cache_read_tokens = value4));
                      var valid0 = _errs13 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.cache_write_tokens !== void 0) {
                        let data6 = data.cache_write_tokens;
                        const _errs15 = errors, value5 = keyword10(data6);
                        if (value5 === void 0)
                          return validate6.errors = [{ instancePath: instancePath + "/cache_write_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                        value5 !== data6 && (data6 = value5, data !== void 0 && (data.cache_write_tokens = value5));
                        var valid0 = _errs15 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.reasoning_tokens !== void 0) {
                          let data7 = data.reasoning_tokens;
                          const _errs17 = errors, value6 = data7 === null ? null : keyword10(data7);
                          if (value6 === void 0)
                            return validate6.errors = [{ instancePath: instancePath + "/reasoning_tokens", schemaPath: "uint_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only, or null" }], !1;
                          value6 !== data7 && (data7 = value6, data !== void 0 && (data.reasoning_tokens = value6));
                          var valid0 = _errs17 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.request_count !== void 0) {
                            let data8 = data.request_count;
                            const _errs19 = errors, value7 = data8 === null ? null : keyword10(data8);
                            if (value7 === void 0)
                              return validate6.errors = [{ instancePath: instancePath + "/request_count", schemaPath: "uint_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only, or null" }], !1;
                            value7 !== data8 && (data8 = value7, data !== void 0 && (data.request_count = value7));
                            var valid0 = _errs19 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0)
                            if (data.billable_web_search_calls !== void 0) {
                              let data9 = data.billable_web_search_calls;
                              const _errs21 = errors, value8 = keyword10(data9);
                              if (value8 === void 0)
                                return validate6.errors = [{ instancePath: instancePath + "/billable_web_search_calls", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                              value8 !== data9 && (data9 = value8, data !== void 0 && (data.billable_web_search_calls = value8));
                              var valid0 = _errs21 === errors;
                            } else
                              var valid0 = !0;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate6.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate6.errors = vErrors, errors === 0;
}
const schema49 = { type: ["string", "null"], pattern: "^[!-~]{1,255}$", expected: "1 to 255 printable ASCII characters without space", $id: "usage_team" };
const pattern8 = new RegExp("^gen_[0-9A-HJKMNP-TV-Z]{26}$", "u"), pattern9 = new RegExp("^[!-~]{1,2048}$", "u"), pattern10 = new RegExp("^[!-~]{1,255}$", "u"), keyword35 = keywords.readUint63;
function validate8(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.sequence === void 0 && (missing0 = "sequence") || data.origin === void 0 && (missing0 = "origin") || data.team === void 0 && (missing0 = "team") || data.observed_at_ms === void 0 && (missing0 = "observed_at_ms"))
        return validate8.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "id" || key0 === "sequence" || key0 === "origin" || key0 === "team" || key0 === "observed_at_ms")) {
            return validate8.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern8.test(data0))
                  return validate8.errors = [{ instancePath: instancePath + "/id", schemaPath: "generation_id/pattern", keyword: "pattern", params: { expected: "`gen_` and 26 upper-case base32 characters without I, L, O and U", pattern: "^gen_[0-9A-HJKMNP-TV-Z]{26}$" }, message: "must be `gen_` and 26 upper-case base32 characters without I, L, O and U" }], !1;
              } else
                return validate8.errors = [{ instancePath: instancePath + "/id", schemaPath: "generation_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.sequence !== void 0) {
              let data1 = data.sequence;
              const _errs5 = errors, _errs6 = errors, value0 = keyword10(data1);
              if (value0 === void 0)
                return validate8.errors = [{ instancePath: instancePath + "/sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.sequence = value0));
              var valid2 = _errs6 === errors;
              if (valid2 && (typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1)
                return validate8.errors = [{ instancePath: instancePath + "/sequence", schemaPath: "#/properties/sequence/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.origin !== void 0) {
                let data2 = data.origin;
                const _errs7 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern9.test(data2))
                      return validate8.errors = [{ instancePath: instancePath + "/origin", schemaPath: "usage_origin/pattern", keyword: "pattern", params: { expected: "1 to 2048 printable ASCII characters without space", pattern: "^[!-~]{1,2048}$" }, message: "must be 1 to 2048 printable ASCII characters without space" }], !1;
                  } else
                    return validate8.errors = [{ instancePath: instancePath + "/origin", schemaPath: "usage_origin/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.team !== void 0) {
                  let data3 = data.team;
                  const _errs10 = errors, _errs11 = errors;
                  if (typeof data3 != "string" && data3 !== null)
                    return validate8.errors = [{ instancePath: instancePath + "/team", schemaPath: "usage_team/type", keyword: "type", params: { type: schema49.type }, message: "must be string,null" }], !1;
                  if (errors === _errs11 && typeof data3 == "string" && !pattern10.test(data3))
                    return validate8.errors = [{ instancePath: instancePath + "/team", schemaPath: "usage_team/pattern", keyword: "pattern", params: { expected: "1 to 255 printable ASCII characters without space", pattern: "^[!-~]{1,255}$" }, message: "must be 1 to 255 printable ASCII characters without space" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.observed_at_ms !== void 0) {
                    let data4 = data.observed_at_ms;
                    const _errs13 = errors, value1 = data4 === null ? null : keyword35(data4);
                    if (value1 === void 0)
                      return validate8.errors = [{ instancePath: instancePath + "/observed_at_ms", schemaPath: "uint63_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 9223372036854775807, in digits only" }, message: "must be an integer of 0 to 9223372036854775807, in digits only, or null" }], !1;
                    value1 !== data4 && (data4 = value1, data !== void 0 && (data.observed_at_ms = value1));
                    var valid0 = _errs13 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate8.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate8.errors = vErrors, errors === 0;
}
function validate10(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length > 10)
        return validate10.errors = [{ instancePath, schemaPath: "#/maxProperties", keyword: "maxProperties", params: { limit: 10 }, message: "must NOT have more than 10 properties" }], !1;
      {
        let missing0;
        if (data.id === void 0 && (missing0 = "id") || data.created_at_ms === void 0 && (missing0 = "created_at_ms") || data.model === void 0 && (missing0 = "model") || data.input_tokens === void 0 && (missing0 = "input_tokens") || data.output_tokens === void 0 && (missing0 = "output_tokens") || data.cache_read_tokens === void 0 && (missing0 = "cache_read_tokens") || data.cache_write_tokens === void 0 && (missing0 = "cache_write_tokens") || data.reasoning_tokens === void 0 && (missing0 = "reasoning_tokens") || data.total_cost === void 0 && (missing0 = "total_cost"))
          return validate10.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs2 = errors;
          if (errors === errors)
            if (typeof data0 == "string") {
              if (!pattern8.test(data0))
                return validate10.errors = [{ instancePath: instancePath + "/id", schemaPath: "generation_id/pattern", keyword: "pattern", params: { expected: "`gen_` and 26 upper-case base32 characters without I, L, O and U", pattern: "^gen_[0-9A-HJKMNP-TV-Z]{26}$" }, message: "must be `gen_` and 26 upper-case base32 characters without I, L, O and U" }], !1;
            } else
              return validate10.errors = [{ instancePath: instancePath + "/id", schemaPath: "generation_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
          var valid0 = _errs2 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.created_at_ms !== void 0) {
            let data1 = data.created_at_ms;
            const _errs5 = errors, value0 = keyword35(data1);
            if (value0 === void 0)
              return validate10.errors = [{ instancePath: instancePath + "/created_at_ms", schemaPath: "uint63/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 9223372036854775807, in digits only" }, message: "must be an integer of 0 to 9223372036854775807, in digits only" }], !1;
            value0 !== data1 && (data1 = value0, data !== void 0 && (data.created_at_ms = value0));
            var valid0 = _errs5 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.model !== void 0) {
              let data2 = data.model;
              const _errs7 = errors;
              if (errors === errors)
                if (typeof data2 == "string") {
                  if (!pattern7.test(data2))
                    return validate10.errors = [{ instancePath: instancePath + "/model", schemaPath: "usage_model_name/pattern", keyword: "pattern", params: { expected: "1 to 1024 printable ASCII characters without space", pattern: "^[!-~]{1,1024}$" }, message: "must be 1 to 1024 printable ASCII characters without space" }], !1;
                } else
                  return validate10.errors = [{ instancePath: instancePath + "/model", schemaPath: "usage_model_name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.input_tokens !== void 0) {
                let data3 = data.input_tokens;
                const _errs10 = errors, value1 = keyword10(data3);
                if (value1 === void 0)
                  return validate10.errors = [{ instancePath: instancePath + "/input_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                value1 !== data3 && (data3 = value1, data !== void 0 && (data.input_tokens = value1));
                var valid0 = _errs10 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.output_tokens !== void 0) {
                  let data4 = data.output_tokens;
                  const _errs12 = errors, value2 = keyword10(data4);
                  if (value2 === void 0)
                    return validate10.errors = [{ instancePath: instancePath + "/output_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value2 !== data4 && (data4 = value2, data !== void 0 && (data.output_tokens = value2));
                  var valid0 = _errs12 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.cache_read_tokens !== void 0) {
                    let data5 = data.cache_read_tokens;
                    const _errs14 = errors, value3 = keyword10(data5);
                    if (value3 === void 0)
                      return validate10.errors = [{ instancePath: instancePath + "/cache_read_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                    value3 !== data5 && (data5 = value3, data !== void 0 && (data.cache_read_tokens = value3));
                    var valid0 = _errs14 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.cache_write_tokens !== void 0) {
                      let data6 = data.cache_write_tokens;
                      const _errs16 = errors, value4 = keyword10(data6);
                      if (value4 === void 0)
                        return validate10.errors = [{ instancePath: instancePath + "/cache_write_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      value4 !== data6 && (data6 = value4, data !== void 0 && (data.cache_write_tokens = value4));
                      var valid0 = _errs16 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.reasoning_tokens !== void 0) {
                        let data7 = data.reasoning_tokens;
                        const _errs18 = errors, value5 = data7 === null ? null : keyword10(data7);
                        if (value5 === void 0)
                          return validate10.errors = [{ instancePath: instancePath + "/reasoning_tokens", schemaPath: "uint_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only, or null" }], !1;
                        value5 !== data7 && (data7 = value5, data !== void 0 && (data.reasoning_tokens = value5));
                        var valid0 = _errs18 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.billable_web_search_calls !== void 0) {
                          let data8 = data.billable_web_search_calls;
                          const _errs20 = errors, value6 = keyword10(data8);
                          if (value6 === void 0)
                            return validate10.errors = [{ instancePath: instancePath + "/billable_web_search_calls", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                          value6 !== data8 && (data8 = value6, data !== void 0 && (data.billable_web_search_calls = value6));
                          var valid0 = _errs20 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0)
                          if (data.total_cost !== void 0) {
                            let data9 = data.total_cost;
                            const _errs22 = errors, value7 = keyword15(data9);
                            if (value7 === void 0)
                              return validate10.errors = [{ instancePath: instancePath + "/total_cost", schemaPath: "cost/fxCost", keyword: "fxCost", params: { expected: "a finite number of at least 0" }, message: "must be a finite number of at least 0" }], !1;
                            value7 !== data9 && (data9 = value7, data !== void 0 && (data.total_cost = value7));
                            var valid0 = _errs22 === errors;
                          } else
                            var valid0 = !0;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate10.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate10.errors = vErrors, errors === 0;
}
const schema62 = { type: "object", required: ["occurred_at_ms", "completeness"], additionalProperties: !1, properties: { occurred_at_ms: { $ref: "uint63" }, completeness: { enum: ["pending", "incomplete"] } }, $id: "usage_incident" };
function validate12(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.occurred_at_ms === void 0 && (missing0 = "occurred_at_ms") || data.completeness === void 0 && (missing0 = "completeness"))
        return validate12.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "occurred_at_ms" || key0 === "completeness")) {
            return validate12.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.occurred_at_ms !== void 0) {
            let data0 = data.occurred_at_ms;
            const _errs2 = errors, value0 = keyword35(data0);
            if (value0 === void 0)
              return validate12.errors = [{ instancePath: instancePath + "/occurred_at_ms", schemaPath: "uint63/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 9223372036854775807, in digits only" }, message: "must be an integer of 0 to 9223372036854775807, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.occurred_at_ms = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.completeness !== void 0) {
              let data1 = data.completeness;
              const _errs4 = errors;
              if (!(data1 === "pending" || data1 === "incomplete"))
                return validate12.errors = [{ instancePath: instancePath + "/completeness", schemaPath: "#/properties/completeness/enum", keyword: "enum", params: { allowedValues: schema62.properties.completeness.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate12.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate12.errors = vErrors, errors === 0;
}
function validate5(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.billing === void 0 && (missing0 = "billing") || data.api_duration_complete === void 0 && (missing0 = "api_duration_complete") || data.wall_duration_complete === void 0 && (missing0 = "wall_duration_complete") || data.code_complete === void 0 && (missing0 = "code_complete") || data.next_sequence === void 0 && (missing0 = "next_sequence") || data.settled_through_sequence === void 0 && (missing0 = "settled_through_sequence") || data.api_duration_ms === void 0 && (missing0 = "api_duration_ms") || data.wall_duration_ms === void 0 && (missing0 = "wall_duration_ms") || data.total_cost === void 0 && (missing0 = "total_cost") || data.input_tokens === void 0 && (missing0 = "input_tokens") || data.output_tokens === void 0 && (missing0 = "output_tokens") || data.cache_read_tokens === void 0 && (missing0 = "cache_read_tokens") || data.cache_write_tokens === void 0 && (missing0 = "cache_write_tokens") || data.reasoning_tokens === void 0 && (missing0 = "reasoning_tokens") || data.request_count === void 0 && (missing0 = "request_count") || data.billable_web_search_calls === void 0 && (missing0 = "billable_web_search_calls") || data.lines_added === void 0 && (missing0 = "lines_added") || data.lines_removed === void 0 && (missing0 = "lines_removed") || data.models === void 0 && (missing0 = "models") || data.pending === void 0 && (missing0 = "pending") || data.publication_backlog === void 0 && (missing0 = "publication_backlog") || data.incidents === void 0 && (missing0 = "incidents"))
        return validate5.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema17.properties, key0)) {
            return validate5.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword10(data0);
            if (value0 === void 0)
              return validate5.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 2)
              return validate5.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 2 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.billing !== void 0) {
              let data1 = data.billing;
              const _errs4 = errors;
              if (!(data1 === "complete" || data1 === "pending" || data1 === "incomplete" || data1 === "legacy"))
                return validate5.errors = [{ instancePath: instancePath + "/billing", schemaPath: "billing/enum", keyword: "enum", params: { allowedValues: schema19.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.api_duration_complete !== void 0) {
                const _errs6 = errors;
                if (typeof data.api_duration_complete != "boolean")
                  return validate5.errors = [{ instancePath: instancePath + "/api_duration_complete", schemaPath: "#/properties/api_duration_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.wall_duration_complete !== void 0) {
                  const _errs8 = errors;
                  if (typeof data.wall_duration_complete != "boolean")
                    return validate5.errors = [{ instancePath: instancePath + "/wall_duration_complete", schemaPath: "#/properties/wall_duration_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                  var valid0 = _errs8 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.code_complete !== void 0) {
                    const _errs10 = errors;
                    if (typeof data.code_complete != "boolean")
                      return validate5.errors = [{ instancePath: instancePath + "/code_complete", schemaPath: "#/properties/code_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                    var valid0 = _errs10 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.next_sequence !== void 0) {
                      let data5 = data.next_sequence;
                      const _errs12 = errors, _errs13 = errors, value1 = keyword10(data5);
                      if (value1 === void 0)
                        return validate5.errors = [{ instancePath: instancePath + "/next_sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      value1 !== data5 && (data5 = value1, data !== void 0 && (data.next_sequence = value1));
                      var valid3 = _errs13 === errors;
                      if (valid3 && (typeof data5 == "number" || typeof data5 == "bigint") && data5 < 1)
                        return validate5.errors = [{ instancePath: instancePath + "/next_sequence", schemaPath: "#/properties/next_sequence/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                      var valid0 = _errs12 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.settled_through_sequence !== void 0) {
                        let data6 = data.settled_through_sequence;
                        const _errs14 = errors, value2 = keyword10(data6);
                        if (value2 === void 0)
                          return validate5.errors = [{ instancePath: instancePath + "/settled_through_sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                        value2 !== data6 && (data6 = value2, data !== void 0 && (data.settled_through_sequence = value2));
                        var valid0 = _errs14 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.api_duration_ms !== void 0) {
                          let data7 = data.api_duration_ms;
                          const _errs16 = errors, value3 = keyword10(data7);
                          if (value3 === void 0)
                            return validate5.errors = [{ instancePath: instancePath + "/api_duration_ms", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                          value3 !== data7 && (data7 = value3, data !== void 0 && (data.api_duration_ms = value3));
                          var valid0 = _errs16 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.wall_duration_ms !== void 0) {
                            let data8 = data.wall_duration_ms;
                            const _errs18 = errors, value4 = keyword10(data8);
                            if (value4 === void 0)
                              return validate5.errors = [{ instancePath: instancePath + "/wall_duration_ms", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                            value4 !== data8 && (data8 = value4, data !== void 0 && (data.wall_duration_ms = value4));
                            var valid0 = _errs18 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.total_cost !== void 0) {
                              let data9 = data.total_cost;
                              const _errs20 = errors, value5 = keyword15(data9);
                              if (value5 === void 0)
                                return validate5.errors = [{ instancePath: instancePath + "/total_cost", schemaPath: "cost/fxCost", keyword: "fxCost", params: { expected: "a finite number of at least 0" }, message: "must be a finite number of at least 0" }], !1;
                              value5 !== data9 && (data9 = value5, data !== void 0 && (data.total_cost = value5));
                              var valid0 = _errs20 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.input_tokens !== void 0) {
                                let data10 = data.input_tokens;
                                const _errs22 = errors, value6 = keyword10(data10);
                                if (value6 === void 0)
                                  return validate5.errors = [{ instancePath: instancePath + "/input_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                value6 !== data10 && (data10 = value6, data !== void 0 && (data.input_tokens = value6));
                                var valid0 = _errs22 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.output_tokens !== void 0) {
                                  let data11 = data.output_tokens;
                                  const _errs24 = errors, value7 = keyword10(data11);
                                  if (value7 === void 0)
                                    return validate5.errors = [{ instancePath: instancePath + "/output_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                  value7 !== data11 && (data11 = value7, data !== void 0 && (data.output_tokens = value7));
                                  var valid0 = _errs24 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0) {
                                  if (data.cache_read_tokens !== void 0) {
                                    let data12 = data.cache_read_tokens;
                                    const _errs26 = errors, value8 = keyword10(data12);
                                    if (value8 === void 0)
                                      return validate5.errors = [{ instancePath: instancePath + "/cache_read_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                    value8 !== data12 && (data12 = value8, data !== void 0 && (data.cache_read_tokens = value8));
                                    var valid0 = _errs26 === errors;
                                  } else
                                    var valid0 = !0;
                                  if (valid0) {
                                    if (data.cache_write_tokens !== void 0) {
                                      let data13 = data.cache_write_tokens;
                                      const _errs28 = errors, value9 = keyword10(data13);
                                      if (value9 === void 0)
                                        return validate5.errors = [{ instancePath: instancePath + "/cache_write_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                      value9 !== data13 && (data13 = value9, data !== void 0 && (data.cache_write_tokens = value9));
                                      var valid0 = _errs28 === errors;
                                    } else
                                      var valid0 = !0;
                                    if (valid0) {
                                      if (data.reasoning_tokens !== void 0) {
                                        let data14 = data.reasoning_tokens;
                                        const _errs30 = errors, value10 = data14 === null ? null : keyword10(data14);
                                        if (value10 === void 0)
                                          return validate5.errors = [{ instancePath: instancePath + "/reasoning_tokens", schemaPath: "uint_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only, or null" }], !1;
                                        value10 !== data14 && (data14 = value10, data !== void 0 && (data.reasoning_tokens = value10));
                                        var valid0 = _errs30 === errors;
                                      } else
                                        var valid0 = !0;
                                      if (valid0) {
                                        if (data.request_count !== void 0) {
                                          let data15 = data.request_count;
                                          const _errs32 = errors, value11 = data15 === null ? null : keyword10(data15);
                                          if (value11 === void 0)
                                            return validate5.errors = [{ instancePath: instancePath + "/request_count", schemaPath: "uint_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only, or null" }], !1;
                                          value11 !== data15 && (data15 = value11, data !== void 0 && (data.request_count = value11));
                                          var valid0 = _errs32 === errors;
                                        } else
                                          var valid0 = !0;
                                        if (valid0) {
                                          if (data.billable_web_search_calls !== void 0) {
                                            let data16 = data.billable_web_search_calls;
                                            const _errs34 = errors, value12 = keyword10(data16);
                                            if (value12 === void 0)
                                              return validate5.errors = [{ instancePath: instancePath + "/billable_web_search_calls", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                            value12 !== data16 && (data16 = value12, data !== void 0 && (data.billable_web_search_calls = value12));
                                            var valid0 = _errs34 === errors;
                                          } else
                                            var valid0 = !0;
                                          if (valid0) {
                                            if (data.lines_added !== void 0) {
                                              let data17 = data.lines_added;
                                              const _errs36 = errors, value13 = keyword10(data17);
                                              if (value13 === void 0)
                                                return validate5.errors = [{ instancePath: instancePath + "/lines_added", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                              value13 !== data17 && (data17 = value13, data !== void 0 && (data.lines_added = value13));
                                              var valid0 = _errs36 === errors;
                                            } else
                                              var valid0 = !0;
                                            if (valid0) {
                                              if (data.lines_removed !== void 0) {
                                                let data18 = data.lines_removed;
                                                const _errs38 = errors, value14 = keyword10(data18);
                                                if (value14 === void 0)
                                                  return validate5.errors = [{ instancePath: instancePath + "/lines_removed", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                                value14 !== data18 && (data18 = value14, data !== void 0 && (data.lines_removed = value14));
                                                var valid0 = _errs38 === errors;
                                              } else
                                                var valid0 = !0;
                                              if (valid0) {
                                                if (data.models !== void 0) {
                                                  let data19 = data.models;
                                                  const _errs40 = errors;
                                                  if (errors === _errs40)
                                                    if (Array.isArray(data19)) {
                                                      if (data19.length > 32)
                                                        return validate5.errors = [{ instancePath: instancePath + "/models", schemaPath: "#/properties/models/maxItems", keyword: "maxItems", params: { limit: 32 }, message: "must NOT have more than 32 items" }], !1;
                                                      {
                                                        var valid17 = !0;
                                                        const len0 = data19.length;
                                                        for (let i0 = 0; i0 < len0; i0++) {
                                                          const _errs42 = errors;
                                                          validate6.call(this, data19[i0], { instancePath: instancePath + "/models/" + i0, parentData: data19, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors), errors = vErrors.length);
                                                          var valid17 = _errs42 === errors;
                                                          if (!valid17)
                                                            break;
                                                        }
                                                      }
                                                    } else
                                                      return validate5.errors = [{ instancePath: instancePath + "/models", schemaPath: "#/properties/models/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                  var valid0 = _errs40 === errors;
                                                } else
                                                  var valid0 = !0;
                                                if (valid0) {
                                                  if (data.pending !== void 0) {
                                                    let data21 = data.pending;
                                                    const _errs43 = errors;
                                                    if (errors === _errs43)
                                                      if (Array.isArray(data21)) {
                                                        if (data21.length > 16)
                                                          return validate5.errors = [{ instancePath: instancePath + "/pending", schemaPath: "#/properties/pending/maxItems", keyword: "maxItems", params: { limit: 16 }, message: "must NOT have more than 16 items" }], !1;
                                                        {
                                                          var valid18 = !0;
                                                          const len1 = data21.length;
                                                          for (let i1 = 0; i1 < len1; i1++) {
                                                            const _errs45 = errors;
                                                            validate8.call(this, data21[i1], { instancePath: instancePath + "/pending/" + i1, parentData: data21, parentDataProperty: i1, rootData }) || (vErrors = vErrors === null ? validate8.errors : vErrors.concat(validate8.errors), errors = vErrors.length);
                                                            var valid18 = _errs45 === errors;
                                                            if (!valid18)
                                                              break;
                                                          }
                                                        }
                                                      } else
                                                        return validate5.errors = [{ instancePath: instancePath + "/pending", schemaPath: "#/properties/pending/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                    var valid0 = _errs43 === errors;
                                                  } else
                                                    var valid0 = !0;
                                                  if (valid0) {
                                                    if (data.publication_backlog !== void 0) {
                                                      let data23 = data.publication_backlog;
                                                      const _errs46 = errors;
                                                      if (errors === _errs46)
                                                        if (Array.isArray(data23)) {
                                                          if (data23.length > 16)
                                                            return validate5.errors = [{ instancePath: instancePath + "/publication_backlog", schemaPath: "#/properties/publication_backlog/maxItems", keyword: "maxItems", params: { limit: 16 }, message: "must NOT have more than 16 items" }], !1;
                                                          {
                                                            var valid19 = !0;
                                                            const len2 = data23.length;
                                                            for (let i2 = 0; i2 < len2; i2++) {
                                                              const _errs48 = errors;
                                                              validate10.call(this, data23[i2], { instancePath: instancePath + "/publication_backlog/" + i2, parentData: data23, parentDataProperty: i2, rootData }) || (vErrors = vErrors === null ? validate10.errors : vErrors.concat(validate10.errors), errors = vErrors.length);
                                                              var valid19 = _errs48 === errors;
                                                              if (!valid19)
                                                                break;
                                                            }
                                                          }
                                                        } else
                                                          return validate5.errors = [{ instancePath: instancePath + "/publication_backlog", schemaPath: "#/properties/publication_backlog/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                      var valid0 = _errs46 === errors;
                                                    } else
                                                      var valid0 = !0;
                                                    if (valid0)
                                                      if (data.incidents !== void 0) {
                                                        let data25 = data.incidents;
                                                        const _errs49 = errors;
                                                        if (errors === _errs49)
                                                          if (Array.isArray(data25)) {
                                                            if (data25.length > 16)
                                                              return validate5.errors = [{ instancePath: instancePath + "/incidents", schemaPath: "#/properties/incidents/maxItems", keyword: "maxItems", params: { limit: 16 }, message: "must NOT have more than 16 items" }], !1;
                                                            {
                                                              var valid20 = !0;
                                                              const len3 = data25.length;
                                                              for (let i3 = 0; i3 < len3; i3++) {
                                                                const _errs51 = errors;
                                                                validate12.call(this, data25[i3], { instancePath: instancePath + "/incidents/" + i3, parentData: data25, parentDataProperty: i3, rootData }) || (vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors), errors = vErrors.length);
                                                                var valid20 = _errs51 === errors;
                                                                if (!valid20)
                                                                  break;
                                                              }
                                                            }
                                                          } else
                                                            return validate5.errors = [{ instancePath: instancePath + "/incidents", schemaPath: "#/properties/incidents/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                                        var valid0 = _errs49 === errors;
                                                      } else
                                                        var valid0 = !0;
                                                  }
                                                }
                                              }
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate5.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate5.errors = vErrors, errors === 0;
}
const schema64 = { type: "object", required: ["billing", "api_duration_complete", "wall_duration_complete", "code_complete", "next_sequence", "settled_through_sequence", "api_duration_ms", "wall_duration_ms", "total_cost", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "billable_web_search_calls", "lines_added", "lines_removed", "models", "pending"], additionalProperties: !1, properties: { billing: { $ref: "billing" }, api_duration_complete: { type: "boolean" }, wall_duration_complete: { type: "boolean" }, code_complete: { type: "boolean" }, next_sequence: { $ref: "uint", minimum: 1 }, settled_through_sequence: { $ref: "uint" }, api_duration_ms: { $ref: "uint" }, wall_duration_ms: { $ref: "uint" }, total_cost: { $ref: "cost" }, input_tokens: { $ref: "uint" }, output_tokens: { $ref: "uint" }, cache_read_tokens: { $ref: "uint" }, cache_write_tokens: { $ref: "uint" }, billable_web_search_calls: { $ref: "uint" }, lines_added: { $ref: "uint" }, lines_removed: { $ref: "uint" }, models: { type: "array", maxItems: 32, items: { $ref: "plain_usage_model" } }, pending: { type: "array", maxItems: 16, items: { $ref: "plain_usage_pending" } } }, $id: "plain_usage" };
function validate16(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.model === void 0 && (missing0 = "model") || data.first_sequence === void 0 && (missing0 = "first_sequence") || data.total_cost === void 0 && (missing0 = "total_cost") || data.input_tokens === void 0 && (missing0 = "input_tokens") || data.output_tokens === void 0 && (missing0 = "output_tokens") || data.cache_read_tokens === void 0 && (missing0 = "cache_read_tokens") || data.cache_write_tokens === void 0 && (missing0 = "cache_write_tokens") || data.billable_web_search_calls === void 0 && (missing0 = "billable_web_search_calls"))
        return validate16.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "model" || key0 === "first_sequence" || key0 === "total_cost" || key0 === "input_tokens" || key0 === "output_tokens" || key0 === "cache_read_tokens" || key0 === "cache_write_tokens" || key0 === "billable_web_search_calls")) {
            return validate16.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.model !== void 0) {
            let data0 = data.model;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern7.test(data0))
                  return validate16.errors = [{ instancePath: instancePath + "/model", schemaPath: "usage_model_name/pattern", keyword: "pattern", params: { expected: "1 to 1024 printable ASCII characters without space", pattern: "^[!-~]{1,1024}$" }, message: "must be 1 to 1024 printable ASCII characters without space" }], !1;
              } else
                return validate16.errors = [{ instancePath: instancePath + "/model", schemaPath: "usage_model_name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.first_sequence !== void 0) {
              let data1 = data.first_sequence;
              const _errs5 = errors, _errs6 = errors, value0 = keyword10(data1);
              if (value0 === void 0)
                return validate16.errors = [{ instancePath: instancePath + "/first_sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.first_sequence = value0));
              var valid2 = _errs6 === errors;
              if (valid2 && (typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1)
                return validate16.errors = [{ instancePath: instancePath + "/first_sequence", schemaPath: "#/properties/first_sequence/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.total_cost !== void 0) {
                let data2 = data.total_cost;
                const _errs7 = errors, value1 = keyword15(data2);
                if (value1 === void 0)
                  return validate16.errors = [{ instancePath: instancePath + "/total_cost", schemaPath: "cost/fxCost", keyword: "fxCost", params: { expected: "a finite number of at least 0" }, message: "must be a finite number of at least 0" }], !1;
                value1 !== data2 && (data2 = value1, data !== void 0 && (data.total_cost = value1));
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.input_tokens !== void 0) {
                  let data3 = data.input_tokens;
                  const _errs9 = errors, value2 = keyword10(data3);
                  if (value2 === void 0)
                    return validate16.errors = [{ instancePath: instancePath + "/input_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value2 !== data3 && (data3 = value2, data !== void 0 && (data.input_tokens = value2));
                  var valid0 = _errs9 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.output_tokens !== void 0) {
                    let data4 = data.output_tokens;
                    const _errs11 = errors, value3 = keyword10(data4);
                    if (value3 === void 0)
                      return validate16.errors = [{ instancePath: instancePath + "/output_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                    value3 !== data4 && (data4 = value3, data !== void 0 && (data.output_tokens = value3));
                    var valid0 = _errs11 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.cache_read_tokens !== void 0) {
                      let data5 = data.cache_read_tokens;
                      const _errs13 = errors, value4 = keyword10(data5);
                      if (value4 === void 0)
                        return validate16.errors = [{ instancePath: instancePath + "/cache_read_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      value4 !== data5 && (data5 = value4, data !== void 0 && (data.cache_read_tokens = value4));
                      var valid0 = _errs13 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.cache_write_tokens !== void 0) {
                        let data6 = data.cache_write_tokens;
                        const _errs15 = errors, value5 = keyword10(data6);
                        if (value5 === void 0)
                          return validate16.errors = [{ instancePath: instancePath + "/cache_write_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                        value5 !== data6 && (data6 = value5, data !== void 0 && (data.cache_write_tokens = value5));
                        var valid0 = _errs15 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0)
                        if (data.billable_web_search_calls !== void 0) {
                          let data7 = data.billable_web_search_calls;
                          const _errs17 = errors, value6 = keyword10(data7);
                          if (value6 === void 0)
                            return validate16.errors = [{ instancePath: instancePath + "/billable_web_search_calls", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                          value6 !== data7 && (data7 = value6, data !== void 0 && (data.billable_web_search_calls = value6));
                          var valid0 = _errs17 === errors;
                        } else
                          var valid0 = !0;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate16.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate16.errors = vErrors, errors === 0;
}
function validate18(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.sequence === void 0 && (missing0 = "sequence") || data.origin === void 0 && (missing0 = "origin") || data.team === void 0 && (missing0 = "team"))
        return validate18.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "id" || key0 === "sequence" || key0 === "origin" || key0 === "team")) {
            return validate18.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern8.test(data0))
                  return validate18.errors = [{ instancePath: instancePath + "/id", schemaPath: "generation_id/pattern", keyword: "pattern", params: { expected: "`gen_` and 26 upper-case base32 characters without I, L, O and U", pattern: "^gen_[0-9A-HJKMNP-TV-Z]{26}$" }, message: "must be `gen_` and 26 upper-case base32 characters without I, L, O and U" }], !1;
              } else
                return validate18.errors = [{ instancePath: instancePath + "/id", schemaPath: "generation_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.sequence !== void 0) {
              let data1 = data.sequence;
              const _errs5 = errors, _errs6 = errors, value0 = keyword10(data1);
              if (value0 === void 0)
                return validate18.errors = [{ instancePath: instancePath + "/sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.sequence = value0));
              var valid2 = _errs6 === errors;
              if (valid2 && (typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1)
                return validate18.errors = [{ instancePath: instancePath + "/sequence", schemaPath: "#/properties/sequence/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.origin !== void 0) {
                let data2 = data.origin;
                const _errs7 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern9.test(data2))
                      return validate18.errors = [{ instancePath: instancePath + "/origin", schemaPath: "usage_origin/pattern", keyword: "pattern", params: { expected: "1 to 2048 printable ASCII characters without space", pattern: "^[!-~]{1,2048}$" }, message: "must be 1 to 2048 printable ASCII characters without space" }], !1;
                  } else
                    return validate18.errors = [{ instancePath: instancePath + "/origin", schemaPath: "usage_origin/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.team !== void 0) {
                  let data3 = data.team;
                  const _errs10 = errors, _errs11 = errors;
                  if (typeof data3 != "string" && data3 !== null)
                    return validate18.errors = [{ instancePath: instancePath + "/team", schemaPath: "usage_team/type", keyword: "type", params: { type: schema49.type }, message: "must be string,null" }], !1;
                  if (errors === _errs11 && typeof data3 == "string" && !pattern10.test(data3))
                    return validate18.errors = [{ instancePath: instancePath + "/team", schemaPath: "usage_team/pattern", keyword: "pattern", params: { expected: "1 to 255 printable ASCII characters without space", pattern: "^[!-~]{1,255}$" }, message: "must be 1 to 255 printable ASCII characters without space" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate18.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate18.errors = vErrors, errors === 0;
}
function validate15(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.billing === void 0 && (missing0 = "billing") || data.api_duration_complete === void 0 && (missing0 = "api_duration_complete") || data.wall_duration_complete === void 0 && (missing0 = "wall_duration_complete") || data.code_complete === void 0 && (missing0 = "code_complete") || data.next_sequence === void 0 && (missing0 = "next_sequence") || data.settled_through_sequence === void 0 && (missing0 = "settled_through_sequence") || data.api_duration_ms === void 0 && (missing0 = "api_duration_ms") || data.wall_duration_ms === void 0 && (missing0 = "wall_duration_ms") || data.total_cost === void 0 && (missing0 = "total_cost") || data.input_tokens === void 0 && (missing0 = "input_tokens") || data.output_tokens === void 0 && (missing0 = "output_tokens") || data.cache_read_tokens === void 0 && (missing0 = "cache_read_tokens") || data.cache_write_tokens === void 0 && (missing0 = "cache_write_tokens") || data.billable_web_search_calls === void 0 && (missing0 = "billable_web_search_calls") || data.lines_added === void 0 && (missing0 = "lines_added") || data.lines_removed === void 0 && (missing0 = "lines_removed") || data.models === void 0 && (missing0 = "models") || data.pending === void 0 && (missing0 = "pending"))
        return validate15.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema64.properties, key0)) {
            return validate15.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.billing !== void 0) {
            let data0 = data.billing;
            const _errs2 = errors;
            if (!(data0 === "complete" || data0 === "pending" || data0 === "incomplete" || data0 === "legacy"))
              return validate15.errors = [{ instancePath: instancePath + "/billing", schemaPath: "billing/enum", keyword: "enum", params: { allowedValues: schema19.enum }, message: "must be equal to one of the allowed values" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.api_duration_complete !== void 0) {
              const _errs4 = errors;
              if (typeof data.api_duration_complete != "boolean")
                return validate15.errors = [{ instancePath: instancePath + "/api_duration_complete", schemaPath: "#/properties/api_duration_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.wall_duration_complete !== void 0) {
                const _errs6 = errors;
                if (typeof data.wall_duration_complete != "boolean")
                  return validate15.errors = [{ instancePath: instancePath + "/wall_duration_complete", schemaPath: "#/properties/wall_duration_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.code_complete !== void 0) {
                  const _errs8 = errors;
                  if (typeof data.code_complete != "boolean")
                    return validate15.errors = [{ instancePath: instancePath + "/code_complete", schemaPath: "#/properties/code_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                  var valid0 = _errs8 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.next_sequence !== void 0) {
                    let data4 = data.next_sequence;
                    const _errs10 = errors, _errs11 = errors, value0 = keyword10(data4);
                    if (value0 === void 0)
                      return validate15.errors = [{ instancePath: instancePath + "/next_sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                    value0 !== data4 && (data4 = value0, data !== void 0 && (data.next_sequence = value0));
                    var valid2 = _errs11 === errors;
                    if (valid2 && (typeof data4 == "number" || typeof data4 == "bigint") && data4 < 1)
                      return validate15.errors = [{ instancePath: instancePath + "/next_sequence", schemaPath: "#/properties/next_sequence/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                    var valid0 = _errs10 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.settled_through_sequence !== void 0) {
                      let data5 = data.settled_through_sequence;
                      const _errs12 = errors, value1 = keyword10(data5);
                      if (value1 === void 0)
                        return validate15.errors = [{ instancePath: instancePath + "/settled_through_sequence", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      value1 !== data5 && (data5 = value1, data !== void 0 && (data.settled_through_sequence = value1));
                      var valid0 = _errs12 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.api_duration_ms !== void 0) {
                        let data6 = data.api_duration_ms;
                        const _errs14 = errors, value2 = keyword10(data6);
                        if (value2 === void 0)
                          return validate15.errors = [{ instancePath: instancePath + "/api_duration_ms", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                        value2 !== data6 && (data6 = value2, data !== void 0 && (data.api_duration_ms = value2));
                        var valid0 = _errs14 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.wall_duration_ms !== void 0) {
                          let data7 = data.wall_duration_ms;
                          const _errs16 = errors, value3 = keyword10(data7);
                          if (value3 === void 0)
                            return validate15.errors = [{ instancePath: instancePath + "/wall_duration_ms", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                          value3 !== data7 && (data7 = value3, data !== void 0 && (data.wall_duration_ms = value3));
                          var valid0 = _errs16 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.total_cost !== void 0) {
                            let data8 = data.total_cost;
                            const _errs18 = errors, value4 = keyword15(data8);
                            if (value4 === void 0)
                              return validate15.errors = [{ instancePath: instancePath + "/total_cost", schemaPath: "cost/fxCost", keyword: "fxCost", params: { expected: "a finite number of at least 0" }, message: "must be a finite number of at least 0" }], !1;
                            value4 !== data8 && (data8 = value4, data !== void 0 && (data.total_cost = value4));
                            var valid0 = _errs18 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.input_tokens !== void 0) {
                              let data9 = data.input_tokens;
                              const _errs20 = errors, value5 = keyword10(data9);
                              if (value5 === void 0)
                                return validate15.errors = [{ instancePath: instancePath + "/input_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                              value5 !== data9 && (data9 = value5, data !== void 0 && (data.input_tokens = value5));
                              var valid0 = _errs20 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.output_tokens !== void 0) {
                                let data10 = data.output_tokens;
                                const _errs22 = errors, value6 = keyword10(data10);
                                if (value6 === void 0)
                                  return validate15.errors = [{ instancePath: instancePath + "/output_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                value6 !== data10 && (data10 = value6, data !== void 0 && (data.output_tokens = value6));
                                var valid0 = _errs22 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.cache_read_tokens !== void 0) {
                                  let data11 = data.cache_read_tokens;
                                  const _errs24 = errors, value7 = keyword10(data11);
                                  if (value7 === void 0)
                                    return validate15.errors = [{ instancePath: instancePath + "/cache_read_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                  value7 !== data11 && (data11 = value7, data !== void 0 && (data.cache_read_tokens = value7));
                                  var valid0 = _errs24 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0) {
                                  if (data.cache_write_tokens !== void 0) {
                                    let data12 = data.cache_write_tokens;
                                    const _errs26 = errors, value8 = keyword10(data12);
                                    if (value8 === void 0)
                                      return validate15.errors = [{ instancePath: instancePath + "/cache_write_tokens", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                    value8 !== data12 && (data12 = value8, data !== void 0 && (data.cache_write_tokens = value8));
                                    var valid0 = _errs26 === errors;
                                  } else
                                    var valid0 = !0;
                                  if (valid0) {
                                    if (data.billable_web_search_calls !== void 0) {
                                      let data13 = data.billable_web_search_calls;
                                      const _errs28 = errors, value9 = keyword10(data13);
                                      if (value9 === void 0)
                                        return validate15.errors = [{ instancePath: instancePath + "/billable_web_search_calls", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                      value9 !== data13 && (data13 = value9, data !== void 0 && (data.billable_web_search_calls = value9));
                                      var valid0 = _errs28 === errors;
                                    } else
                                      var valid0 = !0;
                                    if (valid0) {
                                      if (data.lines_added !== void 0) {
                                        let data14 = data.lines_added;
                                        const _errs30 = errors, value10 = keyword10(data14);
                                        if (value10 === void 0)
                                          return validate15.errors = [{ instancePath: instancePath + "/lines_added", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                        value10 !== data14 && (data14 = value10, data !== void 0 && (data.lines_added = value10));
                                        var valid0 = _errs30 === errors;
                                      } else
                                        var valid0 = !0;
                                      if (valid0) {
                                        if (data.lines_removed !== void 0) {
                                          let data15 = data.lines_removed;
                                          const _errs32 = errors, value11 = keyword10(data15);
                                          if (value11 === void 0)
                                            return validate15.errors = [{ instancePath: instancePath + "/lines_removed", schemaPath: "uint/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                          value11 !== data15 && (data15 = value11, data !== void 0 && (data.lines_removed = value11));
                                          var valid0 = _errs32 === errors;
                                        } else
                                          var valid0 = !0;
                                        if (valid0) {
                                          if (data.models !== void 0) {
                                            let data16 = data.models;
                                            const _errs34 = errors;
                                            if (errors === _errs34)
                                              if (Array.isArray(data16)) {
                                                if (data16.length > 32)
                                                  return validate15.errors = [{ instancePath: instancePath + "/models", schemaPath: "#/properties/models/maxItems", keyword: "maxItems", params: { limit: 32 }, message: "must NOT have more than 32 items" }], !1;
                                                {
                                                  var valid14 = !0;
                                                  const len0 = data16.length;
                                                  for (let i0 = 0; i0 < len0; i0++) {
                                                    const _errs36 = errors;
                                                    validate16.call(this, data16[i0], { instancePath: instancePath + "/models/" + i0, parentData: data16, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors), errors = vErrors.length);
                                                    var valid14 = _errs36 === errors;
                                                    if (!valid14)
                                                      break;
                                                  }
                                                }
                                              } else
                                                return validate15.errors = [{ instancePath: instancePath + "/models", schemaPath: "#/properties/models/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                            var valid0 = _errs34 === errors;
                                          } else
                                            var valid0 = !0;
                                          if (valid0)
                                            if (data.pending !== void 0) {
                                              let data18 = data.pending;
                                              const _errs37 = errors;
                                              if (errors === _errs37)
                                                if (Array.isArray(data18)) {
                                                  if (data18.length > 16)
                                                    return validate15.errors = [{ instancePath: instancePath + "/pending", schemaPath: "#/properties/pending/maxItems", keyword: "maxItems", params: { limit: 16 }, message: "must NOT have more than 16 items" }], !1;
                                                  {
                                                    var valid15 = !0;
                                                    const len1 = data18.length;
                                                    for (let i1 = 0; i1 < len1; i1++) {
                                                      const _errs39 = errors;
                                                      validate18.call(this, data18[i1], { instancePath: instancePath + "/pending/" + i1, parentData: data18, parentDataProperty: i1, rootData }) || (vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors), errors = vErrors.length);
                                                      var valid15 = _errs39 === errors;
                                                      if (!valid15)
                                                        break;
                                                    }
                                                  }
                                                } else
                                                  return validate15.errors = [{ instancePath: instancePath + "/pending", schemaPath: "#/properties/pending/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                              var valid0 = _errs37 === errors;
                                            } else
                                              var valid0 = !0;
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate15.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate15.errors = vErrors, errors === 0;
}
function validate4(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data)))
    return validate4.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  const _errs1 = errors;
  let valid0 = !0;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.schema_version === void 0 && (missing0 = "schema_version")) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs3 = errors;
    validate5.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
    var _valid0 = _errs3 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs4 = errors;
    validate15.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors), errors = vErrors.length);
    var _valid0 = _errs4 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate4.errors = vErrors, !1;
  }
  return validate4.errors = vErrors, errors === 0;
}
function validate1(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.created_at_ms === void 0 && (missing0 = "created_at_ms") || data.origin_workspace_root === void 0 && (missing0 = "origin_workspace_root") || data.workspace_root === void 0 && (missing0 = "workspace_root") || data.conversation_language === void 0 && (missing0 = "conversation_language") || data.preferences === void 0 && (missing0 = "preferences"))
        return validate1.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "id" || key0 === "created_at_ms" || key0 === "origin_workspace_root" || key0 === "workspace_root" || key0 === "conversation_language" || key0 === "preferences" || key0 === "usage")) {
            return validate1.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors, _errs3 = errors;
            if (typeof data0 != "string")
              return validate1.errors = [{ instancePath: instancePath + "/id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (errors === _errs3) {
              const _errs5 = errors, _errs6 = errors;
              if (typeof data0 == "string" && !pattern2.test(data0)) {
                const err0 = {};
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              var holds0 = _errs6 === errors;
              holds0 || (errors = _errs5, vErrors !== null && (_errs5 ? vErrors.length = _errs5 : vErrors = null), this.deferred.push({ path: instancePath + "/id", rule: "state/session-id", fxError: "InvalidDurableField" }));
            }
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.created_at_ms !== void 0) {
              let data1 = data.created_at_ms;
              const _errs7 = errors, _errs8 = errors, value0 = keyword2(data1);
              if (value0 === void 0)
                return validate1.errors = [{ instancePath: instancePath + "/created_at_ms", schemaPath: "created_at/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
              if (value0 !== data1 && (data1 = value0, data !== void 0 && (data.created_at_ms = value0)), errors === _errs8) {
                const _errs9 = errors, _errs10 = errors;
                if ((typeof data1 == "number" || typeof data1 == "bigint") && data1 < 0) {
                  const err1 = {};
                  vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                }
                var holds1 = _errs10 === errors;
                holds1 || (errors = _errs9, vErrors !== null && (_errs9 ? vErrors.length = _errs9 : vErrors = null), this.deferred.push({ path: instancePath + "/created_at_ms", rule: "state/negative-time", fxError: "InvalidDurableField" }));
              }
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.origin_workspace_root !== void 0) {
                let data2 = data.origin_workspace_root;
                const _errs11 = errors, _errs12 = errors;
                if (typeof data2 != "string")
                  return validate1.errors = [{ instancePath: instancePath + "/origin_workspace_root", schemaPath: "workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                if (errors === _errs12) {
                  const _errs14 = errors, _errs15 = errors;
                  if (!keyword4(data2, 4096)) {
                    const err2 = {};
                    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                  }
                  if (errors === _errs15 && typeof data2 == "string" && !pattern3.test(data2)) {
                    const err3 = {};
                    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                  }
                  var holds2 = _errs15 === errors;
                  holds2 || (errors = _errs14, vErrors !== null && (_errs14 ? vErrors.length = _errs14 : vErrors = null), this.deferred.push({ path: instancePath + "/origin_workspace_root", rule: "state/workspace-root", fxError: "InvalidDurableField" }));
                }
                var valid0 = _errs11 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.workspace_root !== void 0) {
                  let data3 = data.workspace_root;
                  const _errs16 = errors, _errs17 = errors;
                  if (typeof data3 != "string")
                    return validate1.errors = [{ instancePath: instancePath + "/workspace_root", schemaPath: "workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  if (errors === _errs17) {
                    const _errs19 = errors, _errs20 = errors;
                    if (!keyword4(data3, 4096)) {
                      const err4 = {};
                      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                    }
                    if (errors === _errs20 && typeof data3 == "string" && !pattern3.test(data3)) {
                      const err5 = {};
                      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                    }
                    var holds3 = _errs20 === errors;
                    holds3 || (errors = _errs19, vErrors !== null && (_errs19 ? vErrors.length = _errs19 : vErrors = null), this.deferred.push({ path: instancePath + "/workspace_root", rule: "state/workspace-root", fxError: "InvalidDurableField" }));
                  }
                  var valid0 = _errs16 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.conversation_language !== void 0) {
                    let data4 = data.conversation_language;
                    const _errs21 = errors, _errs22 = errors;
                    if (!keyword4(data4, 24))
                      return validate1.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/maxBytes", keyword: "maxBytes", params: { expected: "at most 24 bytes long" }, message: "must be at most 24 bytes long" }], !1;
                    if (errors === _errs22)
                      if (typeof data4 == "string") {
                        if (!pattern5.test(data4))
                          return validate1.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/pattern", keyword: "pattern", params: { expected: "a language of 1 to 24 bytes without control characters or blanks at its ends", pattern: "^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$" }, message: "must be a language of 1 to 24 bytes without control characters or blanks at its ends" }], !1;
                      } else
                        return validate1.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid0 = _errs21 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.preferences !== void 0) {
                      const _errs24 = errors;
                      validate2.call(this, data.preferences, { instancePath: instancePath + "/preferences", parentData: data, parentDataProperty: "preferences", rootData }) || (vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors), errors = vErrors.length);
                      var valid0 = _errs24 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0)
                      if (data.usage !== void 0) {
                        const _errs25 = errors;
                        validate4.call(this, data.usage, { instancePath: instancePath + "/usage", parentData: data, parentDataProperty: "usage", rootData }) || (vErrors = vErrors === null ? validate4.errors : vErrors.concat(validate4.errors), errors = vErrors.length);
                        var valid0 = _errs25 === errors;
                      } else
                        var valid0 = !0;
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate1.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate1.errors = vErrors, errors === 0;
}
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length < 1)
        return validate22.errors = [{ instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "provider" || key0 === "model" || key0 === "effort" || key0 === "fast_mode")) {
            return validate22.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.provider !== void 0) {
            let data0 = data.provider;
            const _errs2 = errors, value0 = keyword9(data0, ["gateway", "codex", "grok"]);
            if (value0 === void 0)
              return validate22.errors = [{ instancePath: instancePath + "/provider", schemaPath: "provider/asciiWord", keyword: "asciiWord", params: { expected: "one of gateway, codex, grok, in any case" }, message: "must be one of gateway, codex, grok, in any case" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.provider = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.model !== void 0) {
              let data1 = data.model;
              const _errs4 = errors, _errs5 = errors;
              if (typeof data1 != "string")
                return validate22.errors = [{ instancePath: instancePath + "/model", schemaPath: "model/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs5) {
                const _errs7 = errors, _errs8 = errors;
                if (!keyword4(data1, 1024)) {
                  const err0 = {};
                  vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                }
                if (errors === _errs8 && typeof data1 == "string" && !pattern5.test(data1)) {
                  const err1 = {};
                  vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                }
                var holds0 = _errs8 === errors;
                holds0 || (errors = _errs7, vErrors !== null && (_errs7 ? vErrors.length = _errs7 : vErrors = null), this.deferred.push({ path: instancePath + "/model", rule: "state/model", fxError: "InvalidDurableField" }));
              }
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.effort !== void 0) {
                let data2 = data.effort;
                const _errs9 = errors, value1 = keyword8(data2);
                if (value1 === void 0)
                  return validate22.errors = [{ instancePath: instancePath + "/effort", schemaPath: "effort/effort", keyword: "effort", params: { expected: "1 to 64 letters, digits, dots, hyphens or underscores" }, message: "must be 1 to 64 letters, digits, dots, hyphens or underscores" }], !1;
                value1 !== data2 && (data2 = value1, data !== void 0 && (data.effort = value1));
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.fast_mode !== void 0) {
                  const _errs11 = errors;
                  if (typeof data.fast_mode != "boolean")
                    return validate22.errors = [{ instancePath: instancePath + "/fast_mode", schemaPath: "#/properties/fast_mode/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate22.errors = vErrors, errors === 0;
}
const keyword68 = keywords.hasMinBytes;
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.previous_workspace_root === void 0 && (missing0 = "previous_workspace_root") || data.workspace_root === void 0 && (missing0 = "workspace_root"))
        return validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "previous_workspace_root" || key0 === "workspace_root")) {
            return validate23.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.previous_workspace_root !== void 0) {
            let data0 = data.previous_workspace_root;
            const _errs2 = errors;
            if (typeof data0 != "string")
              return validate23.errors = [{ instancePath: instancePath + "/previous_workspace_root", schemaPath: "#/properties/previous_workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (errors === _errs2) {
              const _errs4 = errors, _errs5 = errors;
              if (!keyword68(data0, 1)) {
                const err0 = {};
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              var holds0 = _errs5 === errors;
              holds0 || (errors = _errs4, vErrors !== null && (_errs4 ? vErrors.length = _errs4 : vErrors = null), this.deferred.push({ path: instancePath + "/previous_workspace_root", rule: "state/workspace-root", fxError: "InvalidEventFrame" }));
            }
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.workspace_root !== void 0) {
              let data1 = data.workspace_root;
              const _errs6 = errors;
              if (typeof data1 != "string")
                return validate23.errors = [{ instancePath: instancePath + "/workspace_root", schemaPath: "#/properties/workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs6) {
                const _errs8 = errors, _errs9 = errors;
                if (!keyword68(data1, 1)) {
                  const err1 = {};
                  vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                }
                var holds1 = _errs9 === errors;
                holds1 || (errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = _errs8 : vErrors = null), this.deferred.push({ path: instancePath + "/workspace_root", rule: "state/workspace-root", fxError: "InvalidEventFrame" }));
              }
              var valid0 = _errs6 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate23.errors = vErrors, errors === 0;
}
const keyword70 = keywords.readDurableBytes;
const keyword74 = keywords.mayBeBytesOrNull;
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.path === void 0 && (missing0 = "path") || data.media_type === void 0 && (missing0 = "media_type"))
        return validate28.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "id" || key0 === "path" || key0 === "media_type" || key0 === "snapshot_path" || key0 === "snapshot_sha256")) {
            return validate28.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate28.errors = [{ instancePath: instancePath + "/id", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.id = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.path !== void 0) {
              let data1 = data.path;
              const _errs4 = errors, value1 = keyword70(data1);
              if (value1 === void 0)
                return validate28.errors = [{ instancePath: instancePath + "/path", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
              value1 !== data1 && (data1 = value1, data !== void 0 && (data.path = value1));
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.media_type !== void 0) {
                let data2 = data.media_type;
                const _errs6 = errors, value2 = keyword70(data2);
                if (value2 === void 0)
                  return validate28.errors = [{ instancePath: instancePath + "/media_type", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                value2 !== data2 && (data2 = value2, data !== void 0 && (data.media_type = value2));
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.snapshot_path !== void 0) {
                  let data3 = data.snapshot_path;
                  const _errs8 = errors;
                  if (keyword74(data3)) {
                    const value3 = data3 === null ? null : keyword70(data3);
                    if (value3 === void 0)
                      return validate28.errors = [{ instancePath: instancePath + "/snapshot_path", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                    value3 !== data3 && (data3 = value3, data !== void 0 && (data.snapshot_path = value3));
                  } else
                    return validate28.errors = [{ instancePath: instancePath + "/snapshot_path", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                  var valid0 = _errs8 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.snapshot_sha256 !== void 0) {
                    let data4 = data.snapshot_sha256;
                    const _errs10 = errors;
                    if (keyword74(data4)) {
                      const value4 = data4 === null ? null : keyword70(data4);
                      if (value4 === void 0)
                        return validate28.errors = [{ instancePath: instancePath + "/snapshot_sha256", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                      value4 !== data4 && (data4 = value4, data !== void 0 && (data.snapshot_sha256 = value4));
                    } else
                      return validate28.errors = [{ instancePath: instancePath + "/snapshot_sha256", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                    var valid0 = _errs10 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate28.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate28.errors = vErrors, errors === 0;
}
const pattern18 = new RegExp("^[^\\u0000]+$", "u");
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.text === void 0 && (missing0 = "text") || data.images === void 0 && (missing0 = "images"))
        return validate27.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "text" || key0 === "images" || key0 === "work_id")) {
            return validate27.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.text !== void 0) {
            let data0 = data.text;
            const _errs2 = errors, value0 = keyword70(data0);
            if (value0 === void 0)
              return validate27.errors = [{ instancePath: instancePath + "/text", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.text = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.images !== void 0) {
              let data1 = data.images;
              const _errs4 = errors;
              if (errors === _errs4)
                if (Array.isArray(data1)) {
                  var valid2 = !0;
                  const len0 = data1.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs6 = errors;
                    validate28.call(this, data1[i0], { instancePath: instancePath + "/images/" + i0, parentData: data1, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors), errors = vErrors.length);
                    var valid2 = _errs6 === errors;
                    if (!valid2)
                      break;
                  }
                } else
                  return validate27.errors = [{ instancePath: instancePath + "/images", schemaPath: "#/properties/images/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0)
              if (data.work_id !== void 0) {
                let data3 = data.work_id;
                const _errs7 = errors, _errs8 = errors;
                if (!keyword4(data3, 128))
                  return validate27.errors = [{ instancePath: instancePath + "/work_id", schemaPath: "work_id/maxBytes", keyword: "maxBytes", params: { expected: "at most 128 bytes long" }, message: "must be at most 128 bytes long" }], !1;
                if (errors === _errs8)
                  if (typeof data3 == "string") {
                    if (!pattern18.test(data3))
                      return validate27.errors = [{ instancePath: instancePath + "/work_id", schemaPath: "work_id/pattern", keyword: "pattern", params: { expected: "1 to 128 bytes without NUL", pattern: "^[^\\u0000]+$" }, message: "must be 1 to 128 bytes without NUL" }], !1;
                  } else
                    return validate27.errors = [{ instancePath: instancePath + "/work_id", schemaPath: "work_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
          }
        }
      }
    } else
      return validate27.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate27.errors = vErrors, errors === 0;
}
const schema110 = { type: "object", required: ["schema_version", "tool_steps", "files"], additionalProperties: !1, allOf: [{ if: { required: ["schema_version"], properties: { schema_version: { const: 1 } } }, then: { properties: { tool_steps: { items: { properties: { tool_results: { items: { $ref: "tool_result_keys_v1" } } } } } } } }, { if: { required: ["schema_version"], properties: { schema_version: { const: 2 } } }, then: { properties: { tool_steps: { items: { properties: { tool_results: { items: { $ref: "tool_result_keys_v2" } } } } } } } }, { if: { required: ["schema_version"], properties: { schema_version: { const: 3 } } }, then: { properties: { tool_steps: { items: { properties: { tool_results: { items: { $ref: "tool_result_keys_v3" } } } } } } } }], properties: { schema_version: { $ref: "u64", enum: [1, 2, 3] }, tool_steps: { type: "array", items: { $ref: "tool_step" } }, files: { type: "array", items: { $ref: "file_evidence" } } }, $id: "execution" };
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.name === void 0 && (missing0 = "name") || data.arguments_json === void 0 && (missing0 = "arguments_json") || data.provider_result === void 0 && (missing0 = "provider_result"))
        return validate33.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "id" || key0 === "name" || key0 === "arguments_json" || key0 === "provider_result")) {
            return validate33.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors, value0 = keyword70(data0);
            if (value0 === void 0)
              return validate33.errors = [{ instancePath: instancePath + "/id", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.id = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.name !== void 0) {
              let data1 = data.name;
              const _errs4 = errors, value1 = keyword70(data1);
              if (value1 === void 0)
                return validate33.errors = [{ instancePath: instancePath + "/name", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
              value1 !== data1 && (data1 = value1, data !== void 0 && (data.name = value1));
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.arguments_json !== void 0) {
                let data2 = data.arguments_json;
                const _errs6 = errors, value2 = keyword70(data2);
                if (value2 === void 0)
                  return validate33.errors = [{ instancePath: instancePath + "/arguments_json", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                value2 !== data2 && (data2 = value2, data !== void 0 && (data.arguments_json = value2));
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.provider_result !== void 0) {
                  let data3 = data.provider_result;
                  const _errs8 = errors;
                  if (keyword74(data3)) {
                    const value3 = data3 === null ? null : keyword70(data3);
                    if (value3 === void 0)
                      return validate33.errors = [{ instancePath: instancePath + "/provider_result", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                    value3 !== data3 && (data3 = value3, data !== void 0 && (data.provider_result = value3));
                  } else
                    return validate33.errors = [{ instancePath: instancePath + "/provider_result", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                  var valid0 = _errs8 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate33.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate33.errors = vErrors, errors === 0;
}
const schema122 = { type: "object", required: ["tool_call_id", "tool_name", "status", "output", "output_handle", "preview", "output_bytes", "stored_output_bytes", "truncated", "provider_native", "created_at_ms"], additionalProperties: !1, properties: { tool_call_id: { $ref: "durable_bytes" }, tool_name: { $ref: "durable_bytes" }, status: { enum: ["success", "failure"] }, output: { $ref: "durable_bytes" }, output_handle: { $ref: "durable_bytes_or_null" }, preview: { $ref: "durable_bytes_or_null" }, output_bytes: { $ref: "size" }, stored_output_bytes: { $ref: "size" }, truncated: { type: "boolean" }, provider_native: { type: "boolean" }, created_at_ms: { $ref: "i64" }, permission_feedback: { type: "array", items: { $ref: "durable_bytes" } }, committed_file_presentation: { $ref: "file_presentation_or_null" }, command_output_replay: { $ref: "replay_or_null" }, command_process_presentation: { $ref: "process_presentation_or_null" } }, $id: "tool_result" };
const schema133 = { type: "object", required: ["path", "kind", "lines", "additions", "deletions", "truncated", "previous_content", "after_content", "lifecycle_id"], additionalProperties: !1, checkedLast: ["kind"], properties: { path: { $ref: "durable_bytes" }, lines: { type: "array", items: { $ref: "presentation_line" } }, additions: { $ref: "size" }, deletions: { $ref: "size" }, truncated: { type: "boolean" }, previous_content: { $ref: "durable_bytes_or_null" }, after_content: { $ref: "durable_bytes_or_null" }, lifecycle_id: { $ref: "lifecycle_id_or_null" }, kind: { enum: ["added", "edited"] } }, $id: "file_presentation" }, schema135 = { type: "object", required: ["kind", "old_line", "new_line", "text"], additionalProperties: !1, properties: { kind: { enum: ["context", "addition", "deletion", "elision", "notice"] }, old_line: { $ref: "u32_or_null" }, new_line: { $ref: "u32_or_null" }, text: { $ref: "durable_bytes" } }, $id: "presentation_line" };
const keyword100 = keywords.readU32;
function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.old_line === void 0 && (missing0 = "old_line") || data.new_line === void 0 && (missing0 = "new_line") || data.text === void 0 && (missing0 = "text"))
        return validate38.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "old_line" || key0 === "new_line" || key0 === "text")) {
            return validate38.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            let data0 = data.kind;
            const _errs2 = errors;
            if (!(data0 === "context" || data0 === "addition" || data0 === "deletion" || data0 === "elision" || data0 === "notice"))
              return validate38.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema135.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.old_line !== void 0) {
              let data1 = data.old_line;
              const _errs3 = errors, value0 = data1 === null ? null : keyword100(data1);
              if (value0 === void 0)
                return validate38.errors = [{ instancePath: instancePath + "/old_line", schemaPath: "u32_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 4294967295, in digits only" }, message: "must be an integer of 0 to 4294967295, in digits only, or null" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.old_line = value0));
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.new_line !== void 0) {
                let data2 = data.new_line;
                const _errs5 = errors, value1 = data2 === null ? null : keyword100(data2);
                if (value1 === void 0)
                  return validate38.errors = [{ instancePath: instancePath + "/new_line", schemaPath: "u32_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 4294967295, in digits only" }, message: "must be an integer of 0 to 4294967295, in digits only, or null" }], !1;
                value1 !== data2 && (data2 = value1, data !== void 0 && (data.new_line = value1));
                var valid0 = _errs5 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.text !== void 0) {
                  let data3 = data.text;
                  const _errs7 = errors, value2 = keyword70(data3);
                  if (value2 === void 0)
                    return validate38.errors = [{ instancePath: instancePath + "/text", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                  value2 !== data3 && (data3 = value2, data !== void 0 && (data.text = value2));
                  var valid0 = _errs7 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate38.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate38.errors = vErrors, errors === 0;
}
function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.turn_id === void 0 && (missing0 = "turn_id") || data.call_id === void 0 && (missing0 = "call_id"))
        return validate41.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "turn_id" || key0 === "call_id")) {
            return validate41.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.turn_id !== void 0) {
            let data0 = data.turn_id;
            const _errs2 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate41.errors = [{ instancePath: instancePath + "/turn_id", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.turn_id = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.call_id !== void 0) {
              let data1 = data.call_id;
              const _errs4 = errors, value1 = keyword70(data1);
              if (value1 === void 0)
                return validate41.errors = [{ instancePath: instancePath + "/call_id", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
              value1 !== data1 && (data1 = value1, data !== void 0 && (data.call_id = value1));
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate41.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate41.errors = vErrors, errors === 0;
}
function validate40(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs0 = errors;
  let valid0 = !0;
  const _errs1 = errors;
  if (data !== null) {
    const err0 = {};
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs3 = errors;
    if (data !== null)
      return validate40.errors = [{ instancePath, schemaPath: "#/then/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs3 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs5 = errors;
    validate41.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors), errors = vErrors.length);
    var _valid0 = _errs5 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate40.errors = vErrors, !1;
  }
  return validate40.errors = vErrors, errors === 0;
}
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.path === void 0 && (missing0 = "path") || data.kind === void 0 && (missing0 = "kind") || data.lines === void 0 && (missing0 = "lines") || data.additions === void 0 && (missing0 = "additions") || data.deletions === void 0 && (missing0 = "deletions") || data.truncated === void 0 && (missing0 = "truncated") || data.previous_content === void 0 && (missing0 = "previous_content") || data.after_content === void 0 && (missing0 = "after_content") || data.lifecycle_id === void 0 && (missing0 = "lifecycle_id"))
        return validate37.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema133.properties, key0)) {
            return validate37.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.path !== void 0) {
            let data0 = data.path;
            const _errs2 = errors, value0 = keyword70(data0);
            if (value0 === void 0)
              return validate37.errors = [{ instancePath: instancePath + "/path", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.path = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.lines !== void 0) {
              let data1 = data.lines;
              const _errs4 = errors;
              if (errors === _errs4)
                if (Array.isArray(data1)) {
                  var valid2 = !0;
                  const len0 = data1.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs6 = errors;
                    validate38.call(this, data1[i0], { instancePath: instancePath + "/lines/" + i0, parentData: data1, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors), errors = vErrors.length);
                    var valid2 = _errs6 === errors;
                    if (!valid2)
                      break;
                  }
                } else
                  return validate37.errors = [{ instancePath: instancePath + "/lines", schemaPath: "#/properties/lines/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.additions !== void 0) {
                let data3 = data.additions;
                const _errs7 = errors, value1 = keyword0(data3);
                if (value1 === void 0)
                  return validate37.errors = [{ instancePath: instancePath + "/additions", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                value1 !== data3 && (data3 = value1, data !== void 0 && (data.additions = value1));
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.deletions !== void 0) {
                  let data4 = data.deletions;
                  const _errs9 = errors, value2 = keyword0(data4);
                  if (value2 === void 0)
                    return validate37.errors = [{ instancePath: instancePath + "/deletions", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value2 !== data4 && (data4 = value2, data !== void 0 && (data.deletions = value2));
                  var valid0 = _errs9 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.truncated !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.truncated != "boolean")
                      return validate37.errors = [{ instancePath: instancePath + "/truncated", schemaPath: "#/properties/truncated/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                    var valid0 = _errs11 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.previous_content !== void 0) {
                      let data6 = data.previous_content;
                      const _errs13 = errors;
                      if (keyword74(data6)) {
                        const value3 = data6 === null ? null : keyword70(data6);
                        if (value3 === void 0)
                          return validate37.errors = [{ instancePath: instancePath + "/previous_content", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                        value3 !== data6 && (data6 = value3, data !== void 0 && (data.previous_content = value3));
                      } else
                        return validate37.errors = [{ instancePath: instancePath + "/previous_content", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                      var valid0 = _errs13 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.after_content !== void 0) {
                        let data7 = data.after_content;
                        const _errs15 = errors;
                        if (keyword74(data7)) {
                          const value4 = data7 === null ? null : keyword70(data7);
                          if (value4 === void 0)
                            return validate37.errors = [{ instancePath: instancePath + "/after_content", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                          value4 !== data7 && (data7 = value4, data !== void 0 && (data.after_content = value4));
                        } else
                          return validate37.errors = [{ instancePath: instancePath + "/after_content", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                        var valid0 = _errs15 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.lifecycle_id !== void 0) {
                          const _errs17 = errors;
                          validate40.call(this, data.lifecycle_id, { instancePath: instancePath + "/lifecycle_id", parentData: data, parentDataProperty: "lifecycle_id", rootData }) || (vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors), errors = vErrors.length);
                          var valid0 = _errs17 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0)
                          if (data.kind !== void 0) {
                            let data9 = data.kind;
                            const _errs18 = errors;
                            if (!(data9 === "added" || data9 === "edited"))
                              return validate37.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema133.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                            var valid0 = _errs18 === errors;
                          } else
                            var valid0 = !0;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate37.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate37.errors = vErrors, errors === 0;
}
function validate36(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs0 = errors;
  let valid0 = !0;
  const _errs1 = errors;
  if (data !== null) {
    const err0 = {};
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs3 = errors;
    if (data !== null)
      return validate36.errors = [{ instancePath, schemaPath: "#/then/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs3 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs5 = errors;
    validate37.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors), errors = vErrors.length);
    var _valid0 = _errs5 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate36.errors = vErrors, !1;
  }
  return validate36.errors = vErrors, errors === 0;
}
function validate48(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.handle === void 0 && (missing0 = "handle") || data.framed_bytes === void 0 && (missing0 = "framed_bytes"))
        return validate48.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "handle" || key0 === "framed_bytes")) {
            return validate48.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            const _errs2 = errors;
            if (data.kind !== "available")
              return validate48.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "available" }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.handle !== void 0) {
              let data1 = data.handle;
              const _errs3 = errors, value0 = keyword70(data1);
              if (value0 === void 0)
                return validate48.errors = [{ instancePath: instancePath + "/handle", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.handle = value0));
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0)
              if (data.framed_bytes !== void 0) {
                let data2 = data.framed_bytes;
                const _errs5 = errors, value1 = keyword0(data2);
                if (value1 === void 0)
                  return validate48.errors = [{ instancePath: instancePath + "/framed_bytes", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                value1 !== data2 && (data2 = value1, data !== void 0 && (data.framed_bytes = value1));
                var valid0 = _errs5 === errors;
              } else
                var valid0 = !0;
          }
        }
      }
    } else
      return validate48.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate48.errors = vErrors, errors === 0;
}
function validate47(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind"))
        return validate47.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const tag0 = data.kind;
        if (typeof tag0 == "string")
          if (tag0 === "unavailable") {
            if (errors === errors)
              if (data && typeof data == "object" && !Array.isArray(data)) {
                let missing1;
                if (data.kind === void 0 && (missing1 = "kind"))
                  return validate47.errors = [{ instancePath, schemaPath: "unavailable_replay/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                {
                  const _errs5 = errors;
                  for (const key0 in data)
                    if (key0 !== "kind") {
                      return validate47.errors = [{ instancePath, schemaPath: "unavailable_replay/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
                      break;
                    }
                  if (_errs5 === errors && data.kind !== void 0 && data.kind !== "unavailable")
                    return validate47.errors = [{ instancePath: instancePath + "/kind", schemaPath: "unavailable_replay/properties/kind/const", keyword: "const", params: { allowedValue: "unavailable" }, message: "must be equal to constant" }], !1;
                }
              } else
                return validate47.errors = [{ instancePath, schemaPath: "unavailable_replay/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
          } else if (tag0 === "available")
            validate48.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors), errors = vErrors.length);
          else
            return validate47.errors = [{ instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "kind", tagValue: tag0 }, message: 'value of tag "kind" must be in oneOf' }], !1;
        else
          return validate47.errors = [{ instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "kind", tagValue: tag0 }, message: 'tag "kind" must be string' }], !1;
      }
    } else
      return validate47.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate47.errors = vErrors, errors === 0;
}
function validate46(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs0 = errors;
  let valid0 = !0;
  const _errs1 = errors;
  if (data !== null) {
    const err0 = {};
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs3 = errors;
    if (data !== null)
      return validate46.errors = [{ instancePath, schemaPath: "#/then/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs3 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs5 = errors;
    validate47.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors), errors = vErrors.length);
    var _valid0 = _errs5 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate46.errors = vErrors, !1;
  }
  return validate46.errors = vErrors, errors === 0;
}
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.value === void 0 && (missing0 = "value"))
        return validate54.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "value")) {
            return validate54.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            const _errs2 = errors;
            if (data.kind !== "exit_code")
              return validate54.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "exit_code" }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.value !== void 0) {
              let data1 = data.value;
              const _errs3 = errors, value0 = keyword2(data1);
              if (value0 === void 0)
                return validate54.errors = [{ instancePath: instancePath + "/value", schemaPath: "i64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.value = value0));
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate54.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate54.errors = vErrors, errors === 0;
}
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.value === void 0 && (missing0 = "value"))
        return validate55.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "value")) {
            return validate55.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            const _errs2 = errors;
            if (data.kind !== "signal")
              return validate55.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "signal" }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.value !== void 0) {
              let data1 = data.value;
              const _errs3 = errors, value0 = keyword100(data1);
              if (value0 === void 0)
                return validate55.errors = [{ instancePath: instancePath + "/value", schemaPath: "u32/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 4294967295, in digits only" }, message: "must be an integer of 0 to 4294967295, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.value = value0));
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate55.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate55.errors = vErrors, errors === 0;
}
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind"))
        return validate53.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const tag0 = data.kind;
        if (typeof tag0 == "string")
          if (tag0 === "exit_code")
            validate54.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors), errors = vErrors.length);
          else if (tag0 === "signal")
            validate55.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length);
          else
            return validate53.errors = [{ instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "kind", tagValue: tag0 }, message: 'value of tag "kind" must be in oneOf' }], !1;
        else
          return validate53.errors = [{ instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "kind", tagValue: tag0 }, message: 'tag "kind" must be string' }], !1;
      }
    } else
      return validate53.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate53.errors = vErrors, errors === 0;
}
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs0 = errors;
  let valid0 = !0;
  const _errs1 = errors;
  if (data !== null) {
    const err0 = {};
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs3 = errors;
    if (data !== null)
      return validate52.errors = [{ instancePath, schemaPath: "#/then/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs3 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs5 = errors;
    validate53.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors), errors = vErrors.length);
    var _valid0 = _errs5 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate52.errors = vErrors, !1;
  }
  return validate52.errors = vErrors, errors === 0;
}
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.tool_call_id === void 0 && (missing0 = "tool_call_id") || data.tool_name === void 0 && (missing0 = "tool_name") || data.status === void 0 && (missing0 = "status") || data.output === void 0 && (missing0 = "output") || data.output_handle === void 0 && (missing0 = "output_handle") || data.preview === void 0 && (missing0 = "preview") || data.output_bytes === void 0 && (missing0 = "output_bytes") || data.stored_output_bytes === void 0 && (missing0 = "stored_output_bytes") || data.truncated === void 0 && (missing0 = "truncated") || data.provider_native === void 0 && (missing0 = "provider_native") || data.created_at_ms === void 0 && (missing0 = "created_at_ms"))
        return validate35.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema122.properties, key0)) {
            return validate35.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.tool_call_id !== void 0) {
            let data0 = data.tool_call_id;
            const _errs2 = errors, value0 = keyword70(data0);
            if (value0 === void 0)
              return validate35.errors = [{ instancePath: instancePath + "/tool_call_id", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.tool_call_id = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.tool_name !== void 0) {
              let data1 = data.tool_name;
              const _errs4 = errors, value1 = keyword70(data1);
              if (value1 === void 0)
                return validate35.errors = [{ instancePath: instancePath + "/tool_name", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
              value1 !== data1 && (data1 = value1, data !== void 0 && (data.tool_name = value1));
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.status !== void 0) {
                let data2 = data.status;
                const _errs6 = errors;
                if (!(data2 === "success" || data2 === "failure"))
                  return validate35.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema122.properties.status.enum }, message: "must be equal to one of the allowed values" }], !1;
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.output !== void 0) {
                  let data3 = data.output;
                  const _errs7 = errors, value2 = keyword70(data3);
                  if (value2 === void 0)
                    return validate35.errors = [{ instancePath: instancePath + "/output", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                  value2 !== data3 && (data3 = value2, data !== void 0 && (data.output = value2));
                  var valid0 = _errs7 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.output_handle !== void 0) {
                    let data4 = data.output_handle;
                    const _errs9 = errors;
                    if (keyword74(data4)) {
                      const value3 = data4 === null ? null : keyword70(data4);
                      if (value3 === void 0)
                        return validate35.errors = [{ instancePath: instancePath + "/output_handle", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                      value3 !== data4 && (data4 = value3, data !== void 0 && (data.output_handle = value3));
                    } else
                      return validate35.errors = [{ instancePath: instancePath + "/output_handle", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                    var valid0 = _errs9 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.preview !== void 0) {
                      let data5 = data.preview;
                      const _errs11 = errors;
                      if (keyword74(data5)) {
                        const value4 = data5 === null ? null : keyword70(data5);
                        if (value4 === void 0)
                          return validate35.errors = [{ instancePath: instancePath + "/preview", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                        value4 !== data5 && (data5 = value4, data !== void 0 && (data.preview = value4));
                      } else
                        return validate35.errors = [{ instancePath: instancePath + "/preview", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                      var valid0 = _errs11 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.output_bytes !== void 0) {
                        let data6 = data.output_bytes;
                        const _errs13 = errors, value5 = keyword0(data6);
                        if (value5 === void 0)
                          return validate35.errors = [{ instancePath: instancePath + "/output_bytes", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                        value5 !== data6 && (data6 = value5, data !== void 0 && (data.output_bytes = value5));
                        var valid0 = _errs13 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.stored_output_bytes !== void 0) {
                          let data7 = data.stored_output_bytes;
                          const _errs15 = errors, value6 = keyword0(data7);
                          if (value6 === void 0)
                            return validate35.errors = [{ instancePath: instancePath + "/stored_output_bytes", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                          value6 !== data7 && (data7 = value6, data !== void 0 && (data.stored_output_bytes = value6));
                          var valid0 = _errs15 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.truncated !== void 0) {
                            const _errs17 = errors;
                            if (typeof data.truncated != "boolean")
                              return validate35.errors = [{ instancePath: instancePath + "/truncated", schemaPath: "#/properties/truncated/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                            var valid0 = _errs17 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.provider_native !== void 0) {
                              const _errs19 = errors;
                              if (typeof data.provider_native != "boolean")
                                return validate35.errors = [{ instancePath: instancePath + "/provider_native", schemaPath: "#/properties/provider_native/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                              var valid0 = _errs19 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.created_at_ms !== void 0) {
                                let data10 = data.created_at_ms;
                                const _errs21 = errors, value7 = keyword2(data10);
                                if (value7 === void 0)
                                  return validate35.errors = [{ instancePath: instancePath + "/created_at_ms", schemaPath: "i64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                                value7 !== data10 && (data10 = value7, data !== void 0 && (data.created_at_ms = value7));
                                var valid0 = _errs21 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.permission_feedback !== void 0) {
                                  let data11 = data.permission_feedback;
                                  const _errs23 = errors;
                                  if (errors === _errs23)
                                    if (Array.isArray(data11)) {
                                      var valid9 = !0;
                                      const len0 = data11.length;
                                      for (let i0 = 0; i0 < len0; i0++) {
                                        let data12 = data11[i0];
                                        const _errs25 = errors, value8 = keyword70(data12);
                                        if (value8 === void 0)
                                          return validate35.errors = [{ instancePath: instancePath + "/permission_feedback/" + i0, schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                                        value8 !== data12 && (data12 = value8, data11 !== void 0 && (data11[i0] = value8));
                                        var valid9 = _errs25 === errors;
                                        if (!valid9)
                                          break;
                                      }
                                    } else
                                      return validate35.errors = [{ instancePath: instancePath + "/permission_feedback", schemaPath: "#/properties/permission_feedback/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                                  var valid0 = _errs23 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0) {
                                  if (data.committed_file_presentation !== void 0) {
                                    const _errs27 = errors;
                                    validate36.call(this, data.committed_file_presentation, { instancePath: instancePath + "/committed_file_presentation", parentData: data, parentDataProperty: "committed_file_presentation", rootData }) || (vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors), errors = vErrors.length);
                                    var valid0 = _errs27 === errors;
                                  } else
                                    var valid0 = !0;
                                  if (valid0) {
                                    if (data.command_output_replay !== void 0) {
                                      const _errs28 = errors;
                                      validate46.call(this, data.command_output_replay, { instancePath: instancePath + "/command_output_replay", parentData: data, parentDataProperty: "command_output_replay", rootData }) || (vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors), errors = vErrors.length);
                                      var valid0 = _errs28 === errors;
                                    } else
                                      var valid0 = !0;
                                    if (valid0)
                                      if (data.command_process_presentation !== void 0) {
                                        const _errs29 = errors;
                                        validate52.call(this, data.command_process_presentation, { instancePath: instancePath + "/command_process_presentation", parentData: data, parentDataProperty: "command_process_presentation", rootData }) || (vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors), errors = vErrors.length);
                                        var valid0 = _errs29 === errors;
                                      } else
                                        var valid0 = !0;
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate35.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate35.errors = vErrors, errors === 0;
}
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.assistant === void 0 && (missing0 = "assistant") || data.tool_calls === void 0 && (missing0 = "tool_calls") || data.tool_results === void 0 && (missing0 = "tool_results"))
        return validate32.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "assistant" || key0 === "tool_calls" || key0 === "tool_results")) {
            return validate32.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.assistant !== void 0) {
            let data0 = data.assistant;
            const _errs2 = errors;
            if (keyword74(data0)) {
              const value0 = data0 === null ? null : keyword70(data0);
              if (value0 === void 0)
                return validate32.errors = [{ instancePath: instancePath + "/assistant", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
              value0 !== data0 && (data0 = value0, data !== void 0 && (data.assistant = value0));
            } else
              return validate32.errors = [{ instancePath: instancePath + "/assistant", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.tool_calls !== void 0) {
              let data1 = data.tool_calls;
              const _errs4 = errors;
              if (errors === _errs4)
                if (Array.isArray(data1)) {
                  var valid2 = !0;
                  const len0 = data1.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs6 = errors;
                    validate33.call(this, data1[i0], { instancePath: instancePath + "/tool_calls/" + i0, parentData: data1, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors), errors = vErrors.length);
                    var valid2 = _errs6 === errors;
                    if (!valid2)
                      break;
                  }
                } else
                  return validate32.errors = [{ instancePath: instancePath + "/tool_calls", schemaPath: "#/properties/tool_calls/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0)
              if (data.tool_results !== void 0) {
                let data3 = data.tool_results;
                const _errs7 = errors;
                if (errors === _errs7)
                  if (Array.isArray(data3)) {
                    var valid3 = !0;
                    const len1 = data3.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      const _errs9 = errors;
                      validate35.call(this, data3[i1], { instancePath: instancePath + "/tool_results/" + i1, parentData: data3, parentDataProperty: i1, rootData }) || (vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors), errors = vErrors.length);
                      var valid3 = _errs9 === errors;
                      if (!valid3)
                        break;
                    }
                  } else
                    return validate32.errors = [{ instancePath: instancePath + "/tool_results", schemaPath: "#/properties/tool_results/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
          }
        }
      }
    } else
      return validate32.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate32.errors = vErrors, errors === 0;
}
const schema159 = { type: "object", required: ["path", "new_path", "tool_call_id", "tool_name", "action", "status", "model_view_covers_full_file", "stale"], additionalProperties: !1, properties: { path: { $ref: "durable_bytes" }, new_path: { $ref: "durable_bytes_or_null" }, tool_call_id: { $ref: "durable_bytes" }, tool_name: { $ref: "durable_bytes" }, action: { enum: ["read", "write", "edit", "delete", "rename", "copy", "search", "list", "unknown"] }, status: { enum: ["success", "failure"] }, model_view_covers_full_file: { type: "boolean" }, stale: { type: "boolean" } }, $id: "file_evidence" };
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.path === void 0 && (missing0 = "path") || data.new_path === void 0 && (missing0 = "new_path") || data.tool_call_id === void 0 && (missing0 = "tool_call_id") || data.tool_name === void 0 && (missing0 = "tool_name") || data.action === void 0 && (missing0 = "action") || data.status === void 0 && (missing0 = "status") || data.model_view_covers_full_file === void 0 && (missing0 = "model_view_covers_full_file") || data.stale === void 0 && (missing0 = "stale"))
        return validate62.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "path" || key0 === "new_path" || key0 === "tool_call_id" || key0 === "tool_name" || key0 === "action" || key0 === "status" || key0 === "model_view_covers_full_file" || key0 === "stale")) {
            return validate62.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.path !== void 0) {
            let data0 = data.path;
            const _errs2 = errors, value0 = keyword70(data0);
            if (value0 === void 0)
              return validate62.errors = [{ instancePath: instancePath + "/path", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.path = value0));
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.new_path !== void 0) {
              let data1 = data.new_path;
              const _errs4 = errors;
              if (keyword74(data1)) {
                const value1 = data1 === null ? null : keyword70(data1);
                if (value1 === void 0)
                  return validate62.errors = [{ instancePath: instancePath + "/new_path", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                value1 !== data1 && (data1 = value1, data !== void 0 && (data.new_path = value1));
              } else
                return validate62.errors = [{ instancePath: instancePath + "/new_path", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.tool_call_id !== void 0) {
                let data2 = data.tool_call_id;
                const _errs6 = errors, value2 = keyword70(data2);
                if (value2 === void 0)
                  return validate62.errors = [{ instancePath: instancePath + "/tool_call_id", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                value2 !== data2 && (data2 = value2, data !== void 0 && (data.tool_call_id = value2));
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.tool_name !== void 0) {
                  let data3 = data.tool_name;
                  const _errs8 = errors, value3 = keyword70(data3);
                  if (value3 === void 0)
                    return validate62.errors = [{ instancePath: instancePath + "/tool_name", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                  value3 !== data3 && (data3 = value3, data !== void 0 && (data.tool_name = value3));
                  var valid0 = _errs8 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.action !== void 0) {
                    let data4 = data.action;
                    const _errs10 = errors;
                    if (!(data4 === "read" || data4 === "write" || data4 === "edit" || data4 === "delete" || data4 === "rename" || data4 === "copy" || data4 === "search" || data4 === "list" || data4 === "unknown"))
                      return validate62.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/enum", keyword: "enum", params: { allowedValues: schema159.properties.action.enum }, message: "must be equal to one of the allowed values" }], !1;
                    var valid0 = _errs10 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.status !== void 0) {
                      let data5 = data.status;
                      const _errs11 = errors;
                      if (!(data5 === "success" || data5 === "failure"))
                        return validate62.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema159.properties.status.enum }, message: "must be equal to one of the allowed values" }], !1;
                      var valid0 = _errs11 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.model_view_covers_full_file !== void 0) {
                        const _errs12 = errors;
                        if (typeof data.model_view_covers_full_file != "boolean")
                          return validate62.errors = [{ instancePath: instancePath + "/model_view_covers_full_file", schemaPath: "#/properties/model_view_covers_full_file/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                        var valid0 = _errs12 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0)
                        if (data.stale !== void 0) {
                          const _errs14 = errors;
                          if (typeof data.stale != "boolean")
                            return validate62.errors = [{ instancePath: instancePath + "/stale", schemaPath: "#/properties/stale/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                          var valid0 = _errs14 === errors;
                        } else
                          var valid0 = !0;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate62.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate62.errors = vErrors, errors === 0;
}
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs1 = errors, _errs2 = errors;
  let valid1 = !0;
  const _errs3 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.schema_version === void 0 && (missing0 = "schema_version")) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    } else if (data.schema_version !== void 0 && data.schema_version !== 1) {
      const err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  }
  var _valid0 = _errs3 === errors;
  if (errors = _errs2, vErrors !== null && (_errs2 ? vErrors.length = _errs2 : vErrors = null), _valid0) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data) && data.tool_steps !== void 0) {
      let data1 = data.tool_steps;
      if (Array.isArray(data1)) {
        var valid4 = !0;
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data2 = data1[i0];
          const _errs7 = errors;
          if (data2 && typeof data2 == "object" && !Array.isArray(data2) && data2.tool_results !== void 0) {
            let data3 = data2.tool_results;
            if (Array.isArray(data3)) {
              var valid6 = !0;
              const len1 = data3.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data4 = data3[i1];
                const _errs9 = errors;
                if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                  if (data4.permission_feedback !== void 0) {
                    var valid8 = !1;
                    return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i0 + "/tool_results/" + i1 + "/permission_feedback", schemaPath: "tool_result_keys_v1/properties/permission_feedback/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
                  } else
                    var valid8 = !0;
                  if (valid8) {
                    if (data4.committed_file_presentation !== void 0) {
                      var valid8 = !1;
                      return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i0 + "/tool_results/" + i1 + "/committed_file_presentation", schemaPath: "tool_result_keys_v1/properties/committed_file_presentation/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
                    } else
                      var valid8 = !0;
                    if (valid8) {
                      if (data4.command_output_replay !== void 0) {
                        var valid8 = !1;
                        return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i0 + "/tool_results/" + i1 + "/command_output_replay", schemaPath: "tool_result_keys_v1/properties/command_output_replay/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
                      } else
                        var valid8 = !0;
                      if (valid8)
                        if (data4.command_process_presentation !== void 0) {
                          var valid8 = !1;
                          return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i0 + "/tool_results/" + i1 + "/command_process_presentation", schemaPath: "tool_result_keys_v1/properties/command_process_presentation/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
                        } else
                          var valid8 = !0;
                    }
                  }
                }
                var valid6 = _errs9 === errors;
                if (!valid6)
                  break;
              }
            }
          }
          var valid4 = _errs7 === errors;
          if (!valid4)
            break;
        }
      }
    }
    var _valid0 = _errs5 === errors;
    valid1 = _valid0;
  }
  if (!valid1) {
    const err2 = { instancePath, schemaPath: "#/allOf/0/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema' };
    return vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++, validate31.errors = vErrors, !1;
  }
  var valid0 = _errs1 === errors;
  if (valid0) {
    const _errs11 = errors, _errs12 = errors;
    let valid9 = !0;
    const _errs13 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.schema_version === void 0 && (missing1 = "schema_version")) {
        const err3 = {};
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      } else if (data.schema_version !== void 0 && data.schema_version !== 2) {
        const err4 = {};
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    var _valid1 = _errs13 === errors;
    if (errors = _errs12, vErrors !== null && (_errs12 ? vErrors.length = _errs12 : vErrors = null), _valid1) {
      const _errs15 = errors;
      if (data && typeof data == "object" && !Array.isArray(data) && data.tool_steps !== void 0) {
        let data10 = data.tool_steps;
        if (Array.isArray(data10)) {
          var valid12 = !0;
          const len2 = data10.length;
          for (let i2 = 0; i2 < len2; i2++) {
            let data11 = data10[i2];
            const _errs17 = errors;
            if (data11 && typeof data11 == "object" && !Array.isArray(data11) && data11.tool_results !== void 0) {
              let data12 = data11.tool_results;
              if (Array.isArray(data12)) {
                var valid14 = !0;
                const len3 = data12.length;
                for (let i3 = 0; i3 < len3; i3++) {
                  let data13 = data12[i3];
                  const _errs19 = errors;
                  if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                    let missing2;
                    if (data13.permission_feedback === void 0 && (missing2 = "permission_feedback"))
                      return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i2 + "/tool_results/" + i3, schemaPath: "tool_result_keys_v2/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                    if (data13.command_output_replay !== void 0) {
                      var valid16 = !1;
                      return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i2 + "/tool_results/" + i3 + "/command_output_replay", schemaPath: "tool_result_keys_v2/properties/command_output_replay/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
                    } else
                      var valid16 = !0;
                    if (valid16)
                      if (data13.command_process_presentation !== void 0) {
                        var valid16 = !1;
                        return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i2 + "/tool_results/" + i3 + "/command_process_presentation", schemaPath: "tool_result_keys_v2/properties/command_process_presentation/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" }], !1;
                      } else
                        var valid16 = !0;
                  }
                  var valid14 = _errs19 === errors;
                  if (!valid14)
                    break;
                }
              }
            }
            var valid12 = _errs17 === errors;
            if (!valid12)
              break;
          }
        }
      }
      var _valid1 = _errs15 === errors;
      valid9 = _valid1;
    }
    if (!valid9) {
      const err5 = { instancePath, schemaPath: "#/allOf/1/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema' };
      return vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++, validate31.errors = vErrors, !1;
    }
    var valid0 = _errs11 === errors;
    if (valid0) {
      const _errs21 = errors, _errs22 = errors;
      let valid17 = !0;
      const _errs23 = errors;
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing3;
        if (data.schema_version === void 0 && (missing3 = "schema_version")) {
          const err6 = {};
          vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
        } else if (data.schema_version !== void 0 && data.schema_version !== 3) {
          const err7 = {};
          vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
        }
      }
      var _valid2 = _errs23 === errors;
      if (errors = _errs22, vErrors !== null && (_errs22 ? vErrors.length = _errs22 : vErrors = null), _valid2) {
        const _errs25 = errors;
        if (data && typeof data == "object" && !Array.isArray(data) && data.tool_steps !== void 0) {
          let data17 = data.tool_steps;
          if (Array.isArray(data17)) {
            var valid20 = !0;
            const len4 = data17.length;
            for (let i4 = 0; i4 < len4; i4++) {
              let data18 = data17[i4];
              const _errs27 = errors;
              if (data18 && typeof data18 == "object" && !Array.isArray(data18) && data18.tool_results !== void 0) {
                let data19 = data18.tool_results;
                if (Array.isArray(data19)) {
                  var valid22 = !0;
                  const len5 = data19.length;
                  for (let i5 = 0; i5 < len5; i5++) {
                    let data20 = data19[i5];
                    const _errs29 = errors;
                    if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
                      let missing4;
                      if (data20.permission_feedback === void 0 && (missing4 = "permission_feedback") || data20.committed_file_presentation === void 0 && (missing4 = "committed_file_presentation") || data20.command_output_replay === void 0 && (missing4 = "command_output_replay") || data20.command_process_presentation === void 0 && (missing4 = "command_process_presentation"))
                        return validate31.errors = [{ instancePath: instancePath + "/tool_steps/" + i4 + "/tool_results/" + i5, schemaPath: "tool_result_keys_v3/required", keyword: "required", params: { missingProperty: missing4 }, message: "must have required property '" + missing4 + "'" }], !1;
                    }
                    var valid22 = _errs29 === errors;
                    if (!valid22)
                      break;
                  }
                }
              }
              var valid20 = _errs27 === errors;
              if (!valid20)
                break;
            }
          }
        }
        var _valid2 = _errs25 === errors;
        valid17 = _valid2;
      }
      if (!valid17) {
        const err8 = { instancePath, schemaPath: "#/allOf/2/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema' };
        return vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++, validate31.errors = vErrors, !1;
      }
      var valid0 = _errs21 === errors;
    }
  }
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing5;
      if (data.schema_version === void 0 && (missing5 = "schema_version") || data.tool_steps === void 0 && (missing5 = "tool_steps") || data.files === void 0 && (missing5 = "files"))
        return validate31.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing5 }, message: "must have required property '" + missing5 + "'" }], !1;
      {
        const _errs31 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "tool_steps" || key0 === "files")) {
            return validate31.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs31 === errors) {
          if (data.schema_version !== void 0) {
            let data21 = data.schema_version;
            const _errs32 = errors, _errs33 = errors, value0 = keyword0(data21);
            if (value0 === void 0)
              return validate31.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data21 && (data21 = value0, data !== void 0 && (data.schema_version = value0));
            var valid25 = _errs33 === errors;
            if (valid25 && !(data21 === 1 || data21 === 2 || data21 === 3))
              return validate31.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/enum", keyword: "enum", params: { allowedValues: schema110.properties.schema_version.enum }, message: "must be equal to one of the allowed values" }], !1;
            var valid24 = _errs32 === errors;
          } else
            var valid24 = !0;
          if (valid24) {
            if (data.tool_steps !== void 0) {
              let data22 = data.tool_steps;
              const _errs34 = errors;
              if (errors === _errs34)
                if (Array.isArray(data22)) {
                  var valid26 = !0;
                  const len6 = data22.length;
                  for (let i6 = 0; i6 < len6; i6++) {
                    const _errs36 = errors;
                    validate32.call(this, data22[i6], { instancePath: instancePath + "/tool_steps/" + i6, parentData: data22, parentDataProperty: i6, rootData }) || (vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors), errors = vErrors.length);
                    var valid26 = _errs36 === errors;
                    if (!valid26)
                      break;
                  }
                } else
                  return validate31.errors = [{ instancePath: instancePath + "/tool_steps", schemaPath: "#/properties/tool_steps/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
              var valid24 = _errs34 === errors;
            } else
              var valid24 = !0;
            if (valid24)
              if (data.files !== void 0) {
                let data24 = data.files;
                const _errs37 = errors;
                if (errors === _errs37)
                  if (Array.isArray(data24)) {
                    var valid27 = !0;
                    const len7 = data24.length;
                    for (let i7 = 0; i7 < len7; i7++) {
                      const _errs39 = errors;
                      validate62.call(this, data24[i7], { instancePath: instancePath + "/files/" + i7, parentData: data24, parentDataProperty: i7, rootData }) || (vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors), errors = vErrors.length);
                      var valid27 = _errs39 === errors;
                      if (!valid27)
                        break;
                    }
                  } else
                    return validate31.errors = [{ instancePath: instancePath + "/files", schemaPath: "#/properties/files/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                var valid24 = _errs37 === errors;
              } else
                var valid24 = !0;
          }
        }
      }
    } else
      return validate31.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate31.errors = vErrors, errors === 0;
}
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.user === void 0 && (missing0 = "user") || data.assistant === void 0 && (missing0 = "assistant") || data.execution === void 0 && (missing0 = "execution"))
        return validate26.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "user" || key0 === "assistant" || key0 === "execution")) {
            return validate26.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            const _errs2 = errors;
            if (data.kind !== "assistant")
              return validate26.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "assistant" }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.user !== void 0) {
              const _errs3 = errors;
              validate27.call(this, data.user, { instancePath: instancePath + "/user", parentData: data, parentDataProperty: "user", rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.assistant !== void 0) {
                let data2 = data.assistant;
                const _errs4 = errors, value0 = keyword70(data2);
                if (value0 === void 0)
                  return validate26.errors = [{ instancePath: instancePath + "/assistant", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                value0 !== data2 && (data2 = value0, data !== void 0 && (data.assistant = value0));
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.execution !== void 0) {
                  const _errs6 = errors;
                  validate31.call(this, data.execution, { instancePath: instancePath + "/execution", parentData: data, parentDataProperty: "execution", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length);
                  var valid0 = _errs6 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate26.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate26.errors = vErrors, errors === 0;
}
const schema164 = { type: "object", required: ["kind", "user", "assistant", "tool_call", "completed_tool_names"], additionalProperties: !1, properties: { kind: { const: "interrupted" }, user: { $ref: "user" }, assistant: { $ref: "durable_bytes_or_null" }, tool_call: { $ref: "tool_call_or_null" }, completed_tool_names: { type: "array", items: { $ref: "durable_bytes" } }, terminal_reason: { enum: ["cancelled", "failed"] }, execution: { $ref: "execution" }, cancelled_command: { $ref: "cancelled_command" } }, $id: "interrupted_turn" };
function validate67(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs0 = errors;
  let valid0 = !0;
  const _errs1 = errors;
  if (data !== null) {
    const err0 = {};
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs3 = errors;
    if (data !== null)
      return validate67.errors = [{ instancePath, schemaPath: "#/then/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs3 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs5 = errors;
    validate33.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors), errors = vErrors.length);
    var _valid0 = _errs5 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++, validate67.errors = vErrors, !1;
  }
  return validate67.errors = vErrors, errors === 0;
}
function validate71(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.output_replay === void 0 && (missing0 = "output_replay") || data.command_artifact_handle === void 0 && (missing0 = "command_artifact_handle"))
        return validate71.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "output_replay" || key0 === "command_artifact_handle")) {
            return validate71.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.output_replay !== void 0) {
            const _errs2 = errors;
            validate46.call(this, data.output_replay, { instancePath: instancePath + "/output_replay", parentData: data, parentDataProperty: "output_replay", rootData }) || (vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors), errors = vErrors.length);
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.command_artifact_handle !== void 0) {
              let data1 = data.command_artifact_handle;
              const _errs3 = errors;
              if (keyword74(data1)) {
                const value0 = data1 === null ? null : keyword70(data1);
                if (value0 === void 0)
                  return validate71.errors = [{ instancePath: instancePath + "/command_artifact_handle", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                value0 !== data1 && (data1 = value0, data !== void 0 && (data.command_artifact_handle = value0));
              } else
                return validate71.errors = [{ instancePath: instancePath + "/command_artifact_handle", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate71.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate71.errors = vErrors, errors === 0;
}
function validate65(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.user === void 0 && (missing0 = "user") || data.assistant === void 0 && (missing0 = "assistant") || data.tool_call === void 0 && (missing0 = "tool_call") || data.completed_tool_names === void 0 && (missing0 = "completed_tool_names"))
        return validate65.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "user" || key0 === "assistant" || key0 === "tool_call" || key0 === "completed_tool_names" || key0 === "terminal_reason" || key0 === "execution" || key0 === "cancelled_command")) {
            return validate65.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            const _errs2 = errors;
            if (data.kind !== "interrupted")
              return validate65.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "interrupted" }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.user !== void 0) {
              const _errs3 = errors;
              validate27.call(this, data.user, { instancePath: instancePath + "/user", parentData: data, parentDataProperty: "user", rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.assistant !== void 0) {
                let data2 = data.assistant;
                const _errs4 = errors;
                if (keyword74(data2)) {
                  const value0 = data2 === null ? null : keyword70(data2);
                  if (value0 === void 0)
                    return validate65.errors = [{ instancePath: instancePath + "/assistant", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                  value0 !== data2 && (data2 = value0, data !== void 0 && (data.assistant = value0));
                } else
                  return validate65.errors = [{ instancePath: instancePath + "/assistant", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.tool_call !== void 0) {
                  const _errs6 = errors;
                  validate67.call(this, data.tool_call, { instancePath: instancePath + "/tool_call", parentData: data, parentDataProperty: "tool_call", rootData }) || (vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors), errors = vErrors.length);
                  var valid0 = _errs6 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.completed_tool_names !== void 0) {
                    let data4 = data.completed_tool_names;
                    const _errs7 = errors;
                    if (errors === _errs7)
                      if (Array.isArray(data4)) {
                        var valid2 = !0;
                        const len0 = data4.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          let data5 = data4[i0];
                          const _errs9 = errors, value1 = keyword70(data5);
                          if (value1 === void 0)
                            return validate65.errors = [{ instancePath: instancePath + "/completed_tool_names/" + i0, schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                          value1 !== data5 && (data5 = value1, data4 !== void 0 && (data4[i0] = value1));
                          var valid2 = _errs9 === errors;
                          if (!valid2)
                            break;
                        }
                      } else
                        return validate65.errors = [{ instancePath: instancePath + "/completed_tool_names", schemaPath: "#/properties/completed_tool_names/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                    var valid0 = _errs7 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.terminal_reason !== void 0) {
                      let data6 = data.terminal_reason;
                      const _errs11 = errors;
                      if (!(data6 === "cancelled" || data6 === "failed"))
                        return validate65.errors = [{ instancePath: instancePath + "/terminal_reason", schemaPath: "#/properties/terminal_reason/enum", keyword: "enum", params: { allowedValues: schema164.properties.terminal_reason.enum }, message: "must be equal to one of the allowed values" }], !1;
                      var valid0 = _errs11 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.execution !== void 0) {
                        const _errs12 = errors;
                        validate31.call(this, data.execution, { instancePath: instancePath + "/execution", parentData: data, parentDataProperty: "execution", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length);
                        var valid0 = _errs12 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0)
                        if (data.cancelled_command !== void 0) {
                          const _errs13 = errors;
                          validate71.call(this, data.cancelled_command, { instancePath: instancePath + "/cancelled_command", parentData: data, parentDataProperty: "cancelled_command", rootData }) || (vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors), errors = vErrors.length);
                          var valid0 = _errs13 === errors;
                        } else
                          var valid0 = !0;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate65.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate65.errors = vErrors, errors === 0;
}
const schema174 = { type: ["string", "null"], pattern: "^[0-9a-f]{32}$", expected: "32 lower-case hex digits", $id: "hex16_or_null" };
function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.user === void 0 && (missing0 = "user") || data.log_path === void 0 && (missing0 = "log_path") || data.expect_url === void 0 && (missing0 = "expect_url") || data.url === void 0 && (missing0 = "url") || data.background_record_id === void 0 && (missing0 = "background_record_id"))
        return validate74.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "user" || key0 === "log_path" || key0 === "expect_url" || key0 === "url" || key0 === "assistant" || key0 === "execution" || key0 === "background_record_id")) {
            return validate74.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            const _errs2 = errors;
            if (data.kind !== "background_command")
              return validate74.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "background_command" }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.user !== void 0) {
              const _errs3 = errors;
              validate27.call(this, data.user, { instancePath: instancePath + "/user", parentData: data, parentDataProperty: "user", rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.log_path !== void 0) {
                let data2 = data.log_path;
                const _errs4 = errors, value0 = keyword70(data2);
                if (value0 === void 0)
                  return validate74.errors = [{ instancePath: instancePath + "/log_path", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                value0 !== data2 && (data2 = value0, data !== void 0 && (data.log_path = value0));
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.expect_url !== void 0) {
                  const _errs6 = errors;
                  if (typeof data.expect_url != "boolean")
                    return validate74.errors = [{ instancePath: instancePath + "/expect_url", schemaPath: "#/properties/expect_url/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                  var valid0 = _errs6 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.url !== void 0) {
                    let data4 = data.url;
                    const _errs8 = errors;
                    if (keyword74(data4)) {
                      const value1 = data4 === null ? null : keyword70(data4);
                      if (value1 === void 0)
                        return validate74.errors = [{ instancePath: instancePath + "/url", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                      value1 !== data4 && (data4 = value1, data !== void 0 && (data.url = value1));
                    } else
                      return validate74.errors = [{ instancePath: instancePath + "/url", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                    var valid0 = _errs8 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.assistant !== void 0) {
                      let data5 = data.assistant;
                      const _errs10 = errors;
                      if (keyword74(data5)) {
                        const value2 = data5 === null ? null : keyword70(data5);
                        if (value2 === void 0)
                          return validate74.errors = [{ instancePath: instancePath + "/assistant", schemaPath: "durable_bytes_or_null/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8, or null" }], !1;
                        value2 !== data5 && (data5 = value2, data !== void 0 && (data.assistant = value2));
                      } else
                        return validate74.errors = [{ instancePath: instancePath + "/assistant", schemaPath: "durable_bytes_or_null/bytesOrNull", keyword: "bytesOrNull", params: { expected: "a string, the base64 form of bytes, or null" }, message: "must be a string, the base64 form of bytes, or null" }], !1;
                      var valid0 = _errs10 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.execution !== void 0) {
                        const _errs12 = errors;
                        validate31.call(this, data.execution, { instancePath: instancePath + "/execution", parentData: data, parentDataProperty: "execution", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length);
                        var valid0 = _errs12 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.background_record_id !== void 0) {
                          let data7 = data.background_record_id;
                          const _errs13 = errors, _errs14 = errors;
                          if (typeof data7 != "string" && data7 !== null)
                            return validate74.errors = [{ instancePath: instancePath + "/background_record_id", schemaPath: "hex16_or_null/type", keyword: "type", params: { type: schema174.type }, message: "must be string,null" }], !1;
                          if (errors === _errs14 && typeof data7 == "string" && !pattern0.test(data7))
                            return validate74.errors = [{ instancePath: instancePath + "/background_record_id", schemaPath: "hex16_or_null/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                          var valid0 = _errs13 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          let missing1;
                          if (data.assistant !== void 0 && data.execution === void 0 && (missing1 = "execution"))
                            return validate74.errors = [{ instancePath, schemaPath: "#/dependentRequired", keyword: "dependentRequired", params: {
                              property: "assistant",
                              missingProperty: missing1,
                              depsCount: 1,
                              deps: "execution"
                            }, message: "must have property execution when property assistant is present" }], !1;
                          if (data.execution !== void 0 && data.assistant === void 0 && (missing1 = "assistant"))
                            return validate74.errors = [{ instancePath, schemaPath: "#/dependentRequired", keyword: "dependentRequired", params: {
                              property: "execution",
                              missingProperty: missing1,
                              depsCount: 1,
                              deps: "assistant"
                            }, message: "must have property assistant when property execution is present" }], !1;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate74.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate74.errors = vErrors, errors === 0;
}
function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.summary === void 0 && (missing0 = "summary") || data.removed_turn_count === void 0 && (missing0 = "removed_turn_count") || data.compaction_count === void 0 && (missing0 = "compaction_count"))
        return validate77.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "summary" || key0 === "removed_turn_count" || key0 === "compaction_count" || key0 === "root_user_messages" || key0 === "root_user_messages_complete" || key0 === "permission_feedback" || key0 === "permission_feedback_complete")) {
            return validate77.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            const _errs2 = errors;
            if (data.kind !== "compacted_summary")
              return validate77.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "compacted_summary" }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.summary !== void 0) {
              let data1 = data.summary;
              const _errs3 = errors, value0 = keyword70(data1);
              if (value0 === void 0)
                return validate77.errors = [{ instancePath: instancePath + "/summary", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.summary = value0));
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.removed_turn_count !== void 0) {
                let data2 = data.removed_turn_count;
                const _errs5 = errors, value1 = keyword0(data2);
                if (value1 === void 0)
                  return validate77.errors = [{ instancePath: instancePath + "/removed_turn_count", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                value1 !== data2 && (data2 = value1, data !== void 0 && (data.removed_turn_count = value1));
                var valid0 = _errs5 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.compaction_count !== void 0) {
                  let data3 = data.compaction_count;
                  const _errs7 = errors, value2 = keyword0(data3);
                  if (value2 === void 0)
                    return validate77.errors = [{ instancePath: instancePath + "/compaction_count", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value2 !== data3 && (data3 = value2, data !== void 0 && (data.compaction_count = value2));
                  var valid0 = _errs7 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.root_user_messages !== void 0) {
                    let data4 = data.root_user_messages;
                    const _errs9 = errors;
                    if (errors === _errs9)
                      if (Array.isArray(data4)) {
                        var valid4 = !0;
                        const len0 = data4.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          let data5 = data4[i0];
                          const _errs11 = errors, value3 = keyword70(data5);
                          if (value3 === void 0)
                            return validate77.errors = [{ instancePath: instancePath + "/root_user_messages/" + i0, schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                          value3 !== data5 && (data5 = value3, data4 !== void 0 && (data4[i0] = value3));
                          var valid4 = _errs11 === errors;
                          if (!valid4)
                            break;
                        }
                      } else
                        return validate77.errors = [{ instancePath: instancePath + "/root_user_messages", schemaPath: "#/properties/root_user_messages/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                    var valid0 = _errs9 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.root_user_messages_complete !== void 0) {
                      const _errs13 = errors;
                      if (typeof data.root_user_messages_complete != "boolean")
                        return validate77.errors = [{ instancePath: instancePath + "/root_user_messages_complete", schemaPath: "#/properties/root_user_messages_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                      var valid0 = _errs13 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.permission_feedback !== void 0) {
                        let data7 = data.permission_feedback;
                        const _errs15 = errors;
                        if (errors === _errs15)
                          if (Array.isArray(data7)) {
                            var valid6 = !0;
                            const len1 = data7.length;
                            for (let i1 = 0; i1 < len1; i1++) {
                              let data8 = data7[i1];
                              const _errs17 = errors, value4 = keyword70(data8);
                              if (value4 === void 0)
                                return validate77.errors = [{ instancePath: instancePath + "/permission_feedback/" + i1, schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                              value4 !== data8 && (data8 = value4, data7 !== void 0 && (data7[i1] = value4));
                              var valid6 = _errs17 === errors;
                              if (!valid6)
                                break;
                            }
                          } else
                            return validate77.errors = [{ instancePath: instancePath + "/permission_feedback", schemaPath: "#/properties/permission_feedback/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                        var valid0 = _errs15 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.permission_feedback_complete !== void 0) {
                          const _errs19 = errors;
                          if (typeof data.permission_feedback_complete != "boolean")
                            return validate77.errors = [{ instancePath: instancePath + "/permission_feedback_complete", schemaPath: "#/properties/permission_feedback_complete/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                          var valid0 = _errs19 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          let missing1;
                          if (data.root_user_messages_complete !== void 0 && data.root_user_messages === void 0 && (missing1 = "root_user_messages"))
                            return validate77.errors = [{ instancePath, schemaPath: "#/dependentRequired", keyword: "dependentRequired", params: {
                              property: "root_user_messages_complete",
                              missingProperty: missing1,
                              depsCount: 1,
                              deps: "root_user_messages"
                            }, message: "must have property root_user_messages when property root_user_messages_complete is present" }], !1;
                          if (data.permission_feedback !== void 0 && (data.root_user_messages_complete === void 0 && (missing1 = "root_user_messages_complete") || data.permission_feedback_complete === void 0 && (missing1 = "permission_feedback_complete")))
                            return validate77.errors = [{ instancePath, schemaPath: "#/dependentRequired", keyword: "dependentRequired", params: {
                              property: "permission_feedback",
                              missingProperty: missing1,
                              depsCount: 2,
                              deps: "root_user_messages_complete, permission_feedback_complete"
                            }, message: "must have properties root_user_messages_complete, permission_feedback_complete when property permission_feedback is present" }], !1;
                          if (data.permission_feedback_complete !== void 0 && data.permission_feedback === void 0 && (missing1 = "permission_feedback"))
                            return validate77.errors = [{ instancePath, schemaPath: "#/dependentRequired", keyword: "dependentRequired", params: {
                              property: "permission_feedback_complete",
                              missingProperty: missing1,
                              depsCount: 1,
                              deps: "permission_feedback"
                            }, message: "must have property permission_feedback when property permission_feedback_complete is present" }], !1;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate77.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate77.errors = vErrors, errors === 0;
}
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind"))
        return validate25.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const tag0 = data.kind;
        if (typeof tag0 == "string")
          if (tag0 === "assistant")
            validate26.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors), errors = vErrors.length);
          else if (tag0 === "interrupted")
            validate65.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors), errors = vErrors.length);
          else if (tag0 === "background_command")
            validate74.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors), errors = vErrors.length);
          else if (tag0 === "compacted_summary")
            validate77.call(this, data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors), errors = vErrors.length);
          else
            return validate25.errors = [{ instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "kind", tagValue: tag0 }, message: 'value of tag "kind" must be in oneOf' }], !1;
        else
          return validate25.errors = [{ instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "kind", tagValue: tag0 }, message: 'tag "kind" must be string' }], !1;
      }
    } else
      return validate25.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate25.errors = vErrors, errors === 0;
}
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.conversation_language === void 0 && (missing0 = "conversation_language") || data.total_input_tokens === void 0 && (missing0 = "total_input_tokens") || data.total_output_tokens === void 0 && (missing0 = "total_output_tokens") || data.turn === void 0 && (missing0 = "turn"))
        return validate24.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "turn" || key0 === "work_id" || key0 === "conversation_language" || key0 === "total_input_tokens" || key0 === "total_output_tokens")) {
            return validate24.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.turn !== void 0) {
            const _errs2 = errors;
            validate25.call(this, data.turn, { instancePath: instancePath + "/turn", parentData: data, parentDataProperty: "turn", rootData }) || (vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors), errors = vErrors.length);
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.work_id !== void 0) {
              let data1 = data.work_id;
              const _errs3 = errors, _errs4 = errors;
              if (!keyword4(data1, 128))
                return validate24.errors = [{ instancePath: instancePath + "/work_id", schemaPath: "work_id/maxBytes", keyword: "maxBytes", params: { expected: "at most 128 bytes long" }, message: "must be at most 128 bytes long" }], !1;
              if (errors === _errs4)
                if (typeof data1 == "string") {
                  if (!pattern18.test(data1))
                    return validate24.errors = [{ instancePath: instancePath + "/work_id", schemaPath: "work_id/pattern", keyword: "pattern", params: { expected: "1 to 128 bytes without NUL", pattern: "^[^\\u0000]+$" }, message: "must be 1 to 128 bytes without NUL" }], !1;
                } else
                  return validate24.errors = [{ instancePath: instancePath + "/work_id", schemaPath: "work_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.conversation_language !== void 0) {
                let data2 = data.conversation_language;
                const _errs6 = errors, _errs7 = errors;
                if (!keyword4(data2, 24))
                  return validate24.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/maxBytes", keyword: "maxBytes", params: { expected: "at most 24 bytes long" }, message: "must be at most 24 bytes long" }], !1;
                if (errors === _errs7)
                  if (typeof data2 == "string") {
                    if (!pattern5.test(data2))
                      return validate24.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/pattern", keyword: "pattern", params: { expected: "a language of 1 to 24 bytes without control characters or blanks at its ends", pattern: "^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$" }, message: "must be a language of 1 to 24 bytes without control characters or blanks at its ends" }], !1;
                  } else
                    return validate24.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.total_input_tokens !== void 0) {
                  let data3 = data.total_input_tokens;
                  const _errs9 = errors, value0 = keyword0(data3);
                  if (value0 === void 0)
                    return validate24.errors = [{ instancePath: instancePath + "/total_input_tokens", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value0 !== data3 && (data3 = value0, data !== void 0 && (data.total_input_tokens = value0));
                  var valid0 = _errs9 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.total_output_tokens !== void 0) {
                    let data4 = data.total_output_tokens;
                    const _errs11 = errors, value1 = keyword0(data4);
                    if (value1 === void 0)
                      return validate24.errors = [{ instancePath: instancePath + "/total_output_tokens", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                    value1 !== data4 && (data4 = value1, data !== void 0 && (data.total_output_tokens = value1));
                    var valid0 = _errs11 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate24.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate24.errors = vErrors, errors === 0;
}
function validate83(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.usage === void 0 && (missing0 = "usage"))
        return validate83.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (key0 !== "usage") {
            return validate83.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        _errs1 === errors && data.usage !== void 0 && (validate4.call(this, data.usage, { instancePath: instancePath + "/usage", parentData: data, parentDataProperty: "usage", rootData }) || (vErrors = vErrors === null ? validate4.errors : vErrors.concat(validate4.errors), errors = vErrors.length));
      }
    } else
      return validate83.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate83.errors = vErrors, errors === 0;
}
const schema187 = { type: "object", required: ["version", "turn_id", "user", "assistant_source", "execution", "cause", "action", "tool_state", "route_model", "requested_fast_mode", "fast_mode", "max_provider_attempts", "consumed_provider_attempts", "outstanding_reservation"], additionalProperties: !1, checkedLast: ["max_provider_attempts", "consumed_provider_attempts", "turn_id", "cause", "action", "tool_state", "route_provider", "requested_fast_mode", "fast_mode", "outstanding_reservation"], properties: { version: { $ref: "u64", const: 1 }, user: { $ref: "user" }, assistant_source: { $ref: "durable_bytes" }, execution: { $ref: "execution" }, route_model: { $ref: "durable_bytes", bounds: { type: "string", pattern: "^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$", maxBytes: 1024, rule: "state/checkpoint-bounds", fxError: "InvalidDurableField" } }, max_provider_attempts: { $ref: "size", bounds: { minimum: 1, rule: "state/checkpoint-bounds", fxError: "InvalidDurableField" } }, consumed_provider_attempts: { $ref: "size" }, turn_id: { $ref: "u64", bounds: { minimum: 1, rule: "state/checkpoint-bounds", fxError: "InvalidDurableField" } }, cause: { type: "string", enum: ["network_interrupted", "response_interrupted", "provider_unavailable", "rate_limited", "system_resumed", "authentication", "request_limit_reached"] }, action: { type: "string", enum: ["retrying_request", "continuing_response", "regenerating_tool", "continuing_after_tool", "reconciling_tool", "waiting_for_connectivity", "paused"] }, tool_state: { type: "string", enum: ["none", "proven_unexecuted", "confirmed", "uncertain"] }, route_provider: { $ref: "provider" }, requested_fast_mode: { type: "boolean" }, fast_mode: { type: "boolean" }, outstanding_reservation: { type: "boolean" } }, $id: "recovery_checkpoint" };
function validate86(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.version === void 0 && (missing0 = "version") || data.turn_id === void 0 && (missing0 = "turn_id") || data.user === void 0 && (missing0 = "user") || data.assistant_source === void 0 && (missing0 = "assistant_source") || data.execution === void 0 && (missing0 = "execution") || data.cause === void 0 && (missing0 = "cause") || data.action === void 0 && (missing0 = "action") || data.tool_state === void 0 && (missing0 = "tool_state") || data.route_model === void 0 && (missing0 = "route_model") || data.requested_fast_mode === void 0 && (missing0 = "requested_fast_mode") || data.fast_mode === void 0 && (missing0 = "fast_mode") || data.max_provider_attempts === void 0 && (missing0 = "max_provider_attempts") || data.consumed_provider_attempts === void 0 && (missing0 = "consumed_provider_attempts") || data.outstanding_reservation === void 0 && (missing0 = "outstanding_reservation"))
        return validate86.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema187.properties, key0)) {
            return validate86.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.version !== void 0) {
            let data0 = data.version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate86.errors = [{ instancePath: instancePath + "/version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 1)
              return validate86.errors = [{ instancePath: instancePath + "/version", schemaPath: "#/properties/version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.user !== void 0) {
              const _errs4 = errors;
              validate27.call(this, data.user, { instancePath: instancePath + "/user", parentData: data, parentDataProperty: "user", rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.assistant_source !== void 0) {
                let data2 = data.assistant_source;
                const _errs5 = errors, value1 = keyword70(data2);
                if (value1 === void 0)
                  return validate86.errors = [{ instancePath: instancePath + "/assistant_source", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                value1 !== data2 && (data2 = value1, data !== void 0 && (data.assistant_source = value1));
                var valid0 = _errs5 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.execution !== void 0) {
                  const _errs7 = errors;
                  validate31.call(this, data.execution, { instancePath: instancePath + "/execution", parentData: data, parentDataProperty: "execution", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length);
                  var valid0 = _errs7 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.route_model !== void 0) {
                    let data4 = data.route_model;
                    const _errs8 = errors, value2 = keyword70(data4);
                    if (value2 === void 0)
                      return validate86.errors = [{ instancePath: instancePath + "/route_model", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                    if (value2 !== data4 && (data4 = value2, data !== void 0 && (data.route_model = value2)), errors === _errs8) {
                      const _errs10 = errors, _errs11 = errors;
                      if (!keyword4(data4, 1024)) {
                        const err0 = {};
                        vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                      }
                      if (errors === _errs11)
                        if (typeof data4 == "string") {
                          if (!pattern5.test(data4)) {
                            const err1 = {};
                            vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                          }
                        } else {
                          const err2 = {};
                          vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                        }
                      var holds0 = _errs11 === errors;
                      holds0 || (errors = _errs10, vErrors !== null && (_errs10 ? vErrors.length = _errs10 : vErrors = null), this.deferred.push({ path: instancePath + "/route_model", rule: "state/checkpoint-bounds", fxError: "InvalidDurableField" }));
                    }
                    var valid0 = _errs8 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.max_provider_attempts !== void 0) {
                      let data5 = data.max_provider_attempts;
                      const _errs13 = errors, value3 = keyword0(data5);
                      if (value3 === void 0)
                        return validate86.errors = [{ instancePath: instancePath + "/max_provider_attempts", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      if (value3 !== data5 && (data5 = value3, data !== void 0 && (data.max_provider_attempts = value3)), errors === _errs13) {
                        const _errs15 = errors, _errs16 = errors;
                        if ((typeof data5 == "number" || typeof data5 == "bigint") && data5 < 1) {
                          const err3 = {};
                          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                        }
                        var holds1 = _errs16 === errors;
                        holds1 || (errors = _errs15, vErrors !== null && (_errs15 ? vErrors.length = _errs15 : vErrors = null), this.deferred.push({ path: instancePath + "/max_provider_attempts", rule: "state/checkpoint-bounds", fxError: "InvalidDurableField" }));
                      }
                      var valid0 = _errs13 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.consumed_provider_attempts !== void 0) {
                        let data6 = data.consumed_provider_attempts;
                        const _errs17 = errors, value4 = keyword0(data6);
                        if (value4 === void 0)
                          return validate86.errors = [{ instancePath: instancePath + "/consumed_provider_attempts", schemaPath: "size/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                        value4 !== data6 && (data6 = value4, data !== void 0 && (data.consumed_provider_attempts = value4));
                        var valid0 = _errs17 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.turn_id !== void 0) {
                          let data7 = data.turn_id;
                          const _errs19 = errors, value5 = keyword0(data7);
                          if (value5 === void 0)
                            return validate86.errors = [{ instancePath: instancePath + "/turn_id", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                          if (value5 !== data7 && (data7 = value5, data !== void 0 && (data.turn_id = value5)), errors === _errs19) {
                            const _errs21 = errors, _errs22 = errors;
                            if ((typeof data7 == "number" || typeof data7 == "bigint") && data7 < 1) {
                              const err4 = {};
                              vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                            }
                            var holds2 = _errs22 === errors;
                            holds2 || (errors = _errs21, vErrors !== null && (_errs21 ? vErrors.length = _errs21 : vErrors = null), this.deferred.push({ path: instancePath + "/turn_id", rule: "state/checkpoint-bounds", fxError: "InvalidDurableField" }));
                          }
                          var valid0 = _errs19 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.cause !== void 0) {
                            let data8 = data.cause;
                            const _errs23 = errors;
                            if (typeof data8 != "string")
                              return validate86.errors = [{ instancePath: instancePath + "/cause", schemaPath: "#/properties/cause/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            if (!(data8 === "network_interrupted" || data8 === "response_interrupted" || data8 === "provider_unavailable" || data8 === "rate_limited" || data8 === "system_resumed" || data8 === "authentication" || data8 === "request_limit_reached"))
                              return validate86.errors = [{ instancePath: instancePath + "/cause", schemaPath: "#/properties/cause/enum", keyword: "enum", params: { allowedValues: schema187.properties.cause.enum }, message: "must be equal to one of the allowed values" }], !1;
                            var valid0 = _errs23 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.action !== void 0) {
                              let data9 = data.action;
                              const _errs25 = errors;
                              if (typeof data9 != "string")
                                return validate86.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              if (!(data9 === "retrying_request" || data9 === "continuing_response" || data9 === "regenerating_tool" || data9 === "continuing_after_tool" || data9 === "reconciling_tool" || data9 === "waiting_for_connectivity" || data9 === "paused"))
                                return validate86.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/enum", keyword: "enum", params: { allowedValues: schema187.properties.action.enum }, message: "must be equal to one of the allowed values" }], !1;
                              var valid0 = _errs25 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.tool_state !== void 0) {
                                let data10 = data.tool_state;
                                const _errs27 = errors;
                                if (typeof data10 != "string")
                                  return validate86.errors = [{ instancePath: instancePath + "/tool_state", schemaPath: "#/properties/tool_state/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                if (!(data10 === "none" || data10 === "proven_unexecuted" || data10 === "confirmed" || data10 === "uncertain"))
                                  return validate86.errors = [{ instancePath: instancePath + "/tool_state", schemaPath: "#/properties/tool_state/enum", keyword: "enum", params: { allowedValues: schema187.properties.tool_state.enum }, message: "must be equal to one of the allowed values" }], !1;
                                var valid0 = _errs27 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.route_provider !== void 0) {
                                  let data11 = data.route_provider;
                                  const _errs29 = errors, value6 = keyword9(data11, ["gateway", "codex", "grok"]);
                                  if (value6 === void 0)
                                    return validate86.errors = [{ instancePath: instancePath + "/route_provider", schemaPath: "provider/asciiWord", keyword: "asciiWord", params: { expected: "one of gateway, codex, grok, in any case" }, message: "must be one of gateway, codex, grok, in any case" }], !1;
                                  value6 !== data11 && (data11 = value6, data !== void 0 && (data.route_provider = value6));
                                  var valid0 = _errs29 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0) {
                                  if (data.requested_fast_mode !== void 0) {
                                    const _errs31 = errors;
                                    if (typeof data.requested_fast_mode != "boolean")
                                      return validate86.errors = [{ instancePath: instancePath + "/requested_fast_mode", schemaPath: "#/properties/requested_fast_mode/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                    var valid0 = _errs31 === errors;
                                  } else
                                    var valid0 = !0;
                                  if (valid0) {
                                    if (data.fast_mode !== void 0) {
                                      const _errs33 = errors;
                                      if (typeof data.fast_mode != "boolean")
                                        return validate86.errors = [{ instancePath: instancePath + "/fast_mode", schemaPath: "#/properties/fast_mode/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                      var valid0 = _errs33 === errors;
                                    } else
                                      var valid0 = !0;
                                    if (valid0)
                                      if (data.outstanding_reservation !== void 0) {
                                        const _errs35 = errors;
                                        if (typeof data.outstanding_reservation != "boolean")
                                          return validate86.errors = [{ instancePath: instancePath + "/outstanding_reservation", schemaPath: "#/properties/outstanding_reservation/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                        var valid0 = _errs35 === errors;
                                      } else
                                        var valid0 = !0;
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate86.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate86.errors = vErrors, errors === 0;
}
function validate85(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.checkpoint === void 0 && (missing0 = "checkpoint"))
        return validate85.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (key0 !== "checkpoint") {
            return validate85.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        _errs1 === errors && data.checkpoint !== void 0 && (validate86.call(this, data.checkpoint, { instancePath: instancePath + "/checkpoint", parentData: data, parentDataProperty: "checkpoint", rootData }) || (vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors), errors = vErrors.length));
      }
    } else
      return validate85.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate85.errors = vErrors, errors === 0;
}
function validate90(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data))
      for (const key0 in data) {
        return validate90.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
        break;
      }
    else
      return validate90.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate90.errors = vErrors, errors === 0;
}
const schema196 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "state_replacement_started", type: "object", required: ["replacement_id", "reason", "encoded_bytes", "sha256", "chunk_count"], additionalProperties: !1, properties: { replacement_id: { $ref: "hex16" }, reason: { enum: ["compaction", "migration", "recovery", "log_compaction"] }, encoded_bytes: { $ref: "u64", bounds: { minimum: 1, rule: "replacement/size", fxError: "InvalidReplacement" } }, sha256: { $ref: "hex32" }, chunk_count: { $ref: "u64", bounds: { minimum: 1, rule: "replacement/size", fxError: "InvalidReplacement" } } } };
const pattern24 = new RegExp("^[0-9a-f]{64}$", "u");
function validate91(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.replacement_id === void 0 && (missing0 = "replacement_id") || data.reason === void 0 && (missing0 = "reason") || data.encoded_bytes === void 0 && (missing0 = "encoded_bytes") || data.sha256 === void 0 && (missing0 = "sha256") || data.chunk_count === void 0 && (missing0 = "chunk_count"))
        return validate91.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "replacement_id" || key0 === "reason" || key0 === "encoded_bytes" || key0 === "sha256" || key0 === "chunk_count")) {
            return validate91.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.replacement_id !== void 0) {
            let data0 = data.replacement_id;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern0.test(data0))
                  return validate91.errors = [{ instancePath: instancePath + "/replacement_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
              } else
                return validate91.errors = [{ instancePath: instancePath + "/replacement_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.reason !== void 0) {
              let data1 = data.reason;
              const _errs5 = errors;
              if (!(data1 === "compaction" || data1 === "migration" || data1 === "recovery" || data1 === "log_compaction"))
                return validate91.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/enum", keyword: "enum", params: { allowedValues: schema196.properties.reason.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.encoded_bytes !== void 0) {
                let data2 = data.encoded_bytes;
                const _errs6 = errors, value0 = keyword0(data2);
                if (value0 === void 0)
                  return validate91.errors = [{ instancePath: instancePath + "/encoded_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                if (value0 !== data2 && (data2 = value0, data !== void 0 && (data.encoded_bytes = value0)), errors === _errs6) {
                  const _errs8 = errors, _errs9 = errors;
                  if ((typeof data2 == "number" || typeof data2 == "bigint") && data2 < 1) {
                    const err0 = {};
                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                  }
                  var holds0 = _errs9 === errors;
                  holds0 || (errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = _errs8 : vErrors = null), this.deferred.push({ path: instancePath + "/encoded_bytes", rule: "replacement/size", fxError: "InvalidReplacement" }));
                }
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.sha256 !== void 0) {
                  let data3 = data.sha256;
                  const _errs10 = errors;
                  if (errors === errors)
                    if (typeof data3 == "string") {
                      if (!pattern24.test(data3))
                        return validate91.errors = [{ instancePath: instancePath + "/sha256", schemaPath: "hex32/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
                    } else
                      return validate91.errors = [{ instancePath: instancePath + "/sha256", schemaPath: "hex32/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.chunk_count !== void 0) {
                    let data4 = data.chunk_count;
                    const _errs13 = errors, value1 = keyword0(data4);
                    if (value1 === void 0)
                      return validate91.errors = [{ instancePath: instancePath + "/chunk_count", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                    if (value1 !== data4 && (data4 = value1, data !== void 0 && (data.chunk_count = value1)), errors === _errs13) {
                      const _errs15 = errors, _errs16 = errors;
                      if ((typeof data4 == "number" || typeof data4 == "bigint") && data4 < 1) {
                        const err1 = {};
                        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                      }
                      var holds1 = _errs16 === errors;
                      holds1 || (errors = _errs15, vErrors !== null && (_errs15 ? vErrors.length = _errs15 : vErrors = null), this.deferred.push({ path: instancePath + "/chunk_count", rule: "replacement/size", fxError: "InvalidReplacement" }));
                    }
                    var valid0 = _errs13 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate91.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate91.errors = vErrors, errors === 0;
}
const keyword151 = keywords.isCanonicalBase64;
function validate92(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.replacement_id === void 0 && (missing0 = "replacement_id") || data.chunk_index === void 0 && (missing0 = "chunk_index") || data.raw_bytes === void 0 && (missing0 = "raw_bytes") || data.chunk_sha256 === void 0 && (missing0 = "chunk_sha256") || data.base64 === void 0 && (missing0 = "base64"))
        return validate92.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "replacement_id" || key0 === "chunk_index" || key0 === "raw_bytes" || key0 === "chunk_sha256" || key0 === "base64")) {
            return validate92.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.replacement_id !== void 0) {
            let data0 = data.replacement_id;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern0.test(data0))
                  return validate92.errors = [{ instancePath: instancePath + "/replacement_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
              } else
                return validate92.errors = [{ instancePath: instancePath + "/replacement_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.chunk_index !== void 0) {
              let data1 = data.chunk_index;
              const _errs5 = errors, value0 = keyword0(data1);
              if (value0 === void 0)
                return validate92.errors = [{ instancePath: instancePath + "/chunk_index", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.chunk_index = value0));
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.raw_bytes !== void 0) {
                let data2 = data.raw_bytes;
                const _errs7 = errors, value1 = keyword0(data2);
                if (value1 === void 0)
                  return validate92.errors = [{ instancePath: instancePath + "/raw_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                if (value1 !== data2 && (data2 = value1, data !== void 0 && (data.raw_bytes = value1)), errors === _errs7) {
                  const _errs9 = errors, _errs10 = errors;
                  if ((typeof data2 == "number" || typeof data2 == "bigint") && data2 < 1) {
                    const err0 = {};
                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                  } else if ((typeof data2 == "number" || typeof data2 == "bigint") && data2 > 4194304) {
                    const err1 = {};
                    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                  }
                  var holds0 = _errs10 === errors;
                  holds0 || (errors = _errs9, vErrors !== null && (_errs9 ? vErrors.length = _errs9 : vErrors = null), this.deferred.push({ path: instancePath + "/raw_bytes", rule: "replacement/chunk-size", fxError: "InvalidReplacement" }));
                }
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.chunk_sha256 !== void 0) {
                  let data3 = data.chunk_sha256;
                  const _errs11 = errors;
                  if (errors === errors)
                    if (typeof data3 == "string") {
                      if (!pattern24.test(data3))
                        return validate92.errors = [{ instancePath: instancePath + "/chunk_sha256", schemaPath: "hex32/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
                    } else
                      return validate92.errors = [{ instancePath: instancePath + "/chunk_sha256", schemaPath: "hex32/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.base64 !== void 0) {
                    let data4 = data.base64;
                    const _errs14 = errors;
                    if (typeof data4 != "string")
                      return validate92.errors = [{ instancePath: instancePath + "/base64", schemaPath: "#/properties/base64/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    if (!keyword151(data4))
                      return validate92.errors = [{ instancePath: instancePath + "/base64", schemaPath: "#/properties/base64/canonicalBase64", keyword: "canonicalBase64", params: { expected: "canonical base64" }, message: "must be canonical base64" }], !1;
                    var valid0 = _errs14 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate92.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate92.errors = vErrors, errors === 0;
}
function validate93(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.replacement_id === void 0 && (missing0 = "replacement_id") || data.encoded_bytes === void 0 && (missing0 = "encoded_bytes") || data.sha256 === void 0 && (missing0 = "sha256") || data.chunk_count === void 0 && (missing0 = "chunk_count"))
        return validate93.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "replacement_id" || key0 === "encoded_bytes" || key0 === "sha256" || key0 === "chunk_count")) {
            return validate93.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.replacement_id !== void 0) {
            let data0 = data.replacement_id;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern0.test(data0))
                  return validate93.errors = [{ instancePath: instancePath + "/replacement_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
              } else
                return validate93.errors = [{ instancePath: instancePath + "/replacement_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.encoded_bytes !== void 0) {
              let data1 = data.encoded_bytes;
              const _errs5 = errors, value0 = keyword0(data1);
              if (value0 === void 0)
                return validate93.errors = [{ instancePath: instancePath + "/encoded_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              if (value0 !== data1 && (data1 = value0, data !== void 0 && (data.encoded_bytes = value0)), errors === _errs5) {
                const _errs7 = errors, _errs8 = errors;
                if ((typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1) {
                  const err0 = {};
                  vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                }
                var holds0 = _errs8 === errors;
                holds0 || (errors = _errs7, vErrors !== null && (_errs7 ? vErrors.length = _errs7 : vErrors = null), this.deferred.push({ path: instancePath + "/encoded_bytes", rule: "replacement/size", fxError: "InvalidReplacement" }));
              }
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.sha256 !== void 0) {
                let data2 = data.sha256;
                const _errs9 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern24.test(data2))
                      return validate93.errors = [{ instancePath: instancePath + "/sha256", schemaPath: "hex32/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
                  } else
                    return validate93.errors = [{ instancePath: instancePath + "/sha256", schemaPath: "hex32/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.chunk_count !== void 0) {
                  let data3 = data.chunk_count;
                  const _errs12 = errors, value1 = keyword0(data3);
                  if (value1 === void 0)
                    return validate93.errors = [{ instancePath: instancePath + "/chunk_count", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  if (value1 !== data3 && (data3 = value1, data !== void 0 && (data.chunk_count = value1)), errors === _errs12) {
                    const _errs14 = errors, _errs15 = errors;
                    if ((typeof data3 == "number" || typeof data3 == "bigint") && data3 < 1) {
                      const err1 = {};
                      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                    }
                    var holds1 = _errs15 === errors;
                    holds1 || (errors = _errs14, vErrors !== null && (_errs14 ? vErrors.length = _errs14 : vErrors = null), this.deferred.push({ path: instancePath + "/chunk_count", rule: "replacement/size", fxError: "InvalidReplacement" }));
                  }
                  var valid0 = _errs12 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate93.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate93.errors = vErrors, errors === 0;
}
const schema211 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "state_document", type: "object", required: ["id", "origin_workspace_root", "workspace_root", "created_at_ms", "updated_at_ms", "conversation_language", "preferences", "history", "total_input_tokens", "total_output_tokens"], additionalProperties: !1, keyOrder: !0, properties: { id: { $ref: "session_id", maxBytes: 255 }, origin_workspace_root: { $ref: "workspace_root", maxBytes: 4096 }, workspace_root: { $ref: "workspace_root", maxBytes: 4096 }, created_at_ms: { $ref: "created_at" }, updated_at_ms: { $ref: "created_at" }, conversation_language: { $ref: "language" }, preferences: { $ref: "state_preferences" }, history: { type: "array", items: { $ref: "history_turn" } }, total_input_tokens: { $ref: "u64" }, total_output_tokens: { $ref: "u64" }, context_history_start: { $ref: "u64" }, permission_state: { $ref: "permission_state" }, usage: { $ref: "usage" }, last_subagent_work_id: { type: "string", maxBytes: 128, bounds: { pattern: "^[^\\u0000]+$", rule: "state/work-id", fxError: "InvalidDurableField" } }, recovery_checkpoint: { $ref: "recovery_checkpoint" } } }, keyword154 = keywords.areKeysInOrder;
function validate95(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!keyword154(data, ["model", "effort", "fast_mode", "provider"]))
    return validate95.errors = [{ instancePath, schemaPath: "#/keyOrder", keyword: "keyOrder", params: {}, message: "must have its keys in the order of the schema" }], !1;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.model === void 0 && (missing0 = "model") || data.effort === void 0 && (missing0 = "effort") || data.fast_mode === void 0 && (missing0 = "fast_mode"))
        return validate95.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "model" || key0 === "effort" || key0 === "fast_mode" || key0 === "provider")) {
            return validate95.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.model !== void 0) {
            let data0 = data.model;
            const _errs2 = errors, _errs3 = errors;
            if (typeof data0 != "string")
              return validate95.errors = [{ instancePath: instancePath + "/model", schemaPath: "model/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (errors === _errs3) {
              const _errs5 = errors, _errs6 = errors;
              if (!keyword4(data0, 1024)) {
                const err0 = {};
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              if (errors === _errs6 && typeof data0 == "string" && !pattern5.test(data0)) {
                const err1 = {};
                vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
              }
              var holds0 = _errs6 === errors;
              holds0 || (errors = _errs5, vErrors !== null && (_errs5 ? vErrors.length = _errs5 : vErrors = null), this.deferred.push({ path: instancePath + "/model", rule: "state/model", fxError: "InvalidDurableField" }));
            }
            var valid1 = _errs3 === errors;
            if (valid1 && !keyword4(data0, 1024))
              return validate95.errors = [{ instancePath: instancePath + "/model", schemaPath: "#/properties/model/maxBytes", keyword: "maxBytes", params: { expected: "at most 1024 bytes long" }, message: "must be at most 1024 bytes long" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.effort !== void 0) {
              let data1 = data.effort;
              const _errs7 = errors, value0 = keyword8(data1);
              if (value0 === void 0)
                return validate95.errors = [{ instancePath: instancePath + "/effort", schemaPath: "effort/effort", keyword: "effort", params: { expected: "1 to 64 letters, digits, dots, hyphens or underscores" }, message: "must be 1 to 64 letters, digits, dots, hyphens or underscores" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.effort = value0));
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.fast_mode !== void 0) {
                const _errs9 = errors;
                if (typeof data.fast_mode != "boolean")
                  return validate95.errors = [{ instancePath: instancePath + "/fast_mode", schemaPath: "#/properties/fast_mode/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.provider !== void 0) {
                  let data3 = data.provider;
                  const _errs11 = errors, value1 = keyword9(data3, ["gateway", "codex", "grok"]);
                  if (value1 === void 0)
                    return validate95.errors = [{ instancePath: instancePath + "/provider", schemaPath: "provider/asciiWord", keyword: "asciiWord", params: { expected: "one of gateway, codex, grok, in any case" }, message: "must be one of gateway, codex, grok, in any case" }], !1;
                  value1 !== data3 && (data3 = value1, data !== void 0 && (data.provider = value1));
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate95.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate95.errors = vErrors, errors === 0;
}
const schema228 = { type: "object", required: ["id", "kind", "canonical", "display_identity", "decision", "generation"], additionalProperties: !1, checkedLast: ["id", "generation"], properties: { kind: { type: "string", enum: ["command", "file_mutation", "structured_tool"] }, canonical: { $ref: "durable_bytes", minBytes: 1, maxBytes: 4096 }, display_identity: { $ref: "durable_bytes", bounds: { minBytes: 1, maxBytes: 4096, rule: "state/permission-rules", fxError: "InvalidDurableField" } }, decision: { type: "string", enum: ["allow", "deny"] }, id: { $ref: "u64", bounds: { minimum: 1, rule: "state/permission-rules", fxError: "InvalidDurableField" } }, generation: { $ref: "u64", bounds: { minimum: 1, rule: "state/permission-rules", fxError: "InvalidDurableField" } } }, $id: "permission_rule" };
function validate99(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.kind === void 0 && (missing0 = "kind") || data.canonical === void 0 && (missing0 = "canonical") || data.display_identity === void 0 && (missing0 = "display_identity") || data.decision === void 0 && (missing0 = "decision") || data.generation === void 0 && (missing0 = "generation"))
        return validate99.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "kind" || key0 === "canonical" || key0 === "display_identity" || key0 === "decision" || key0 === "id" || key0 === "generation")) {
            return validate99.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.kind !== void 0) {
            let data0 = data.kind;
            const _errs2 = errors;
            if (typeof data0 != "string")
              return validate99.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (!(data0 === "command" || data0 === "file_mutation" || data0 === "structured_tool"))
              return validate99.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema228.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.canonical !== void 0) {
              let data1 = data.canonical;
              const _errs4 = errors, _errs5 = errors, value0 = keyword70(data1);
              if (value0 === void 0)
                return validate99.errors = [{ instancePath: instancePath + "/canonical", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.canonical = value0));
              var valid1 = _errs5 === errors;
              if (valid1)
                if (keyword68(data1, 1)) {
                  if (!keyword4(data1, 4096))
                    return validate99.errors = [{ instancePath: instancePath + "/canonical", schemaPath: "#/properties/canonical/maxBytes", keyword: "maxBytes", params: { expected: "at most 4096 bytes long" }, message: "must be at most 4096 bytes long" }], !1;
                } else
                  return validate99.errors = [{ instancePath: instancePath + "/canonical", schemaPath: "#/properties/canonical/minBytes", keyword: "minBytes", params: { expected: "at least 1 bytes long" }, message: "must be at least 1 bytes long" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.display_identity !== void 0) {
                let data2 = data.display_identity;
                const _errs6 = errors, value1 = keyword70(data2);
                if (value1 === void 0)
                  return validate99.errors = [{ instancePath: instancePath + "/display_identity", schemaPath: "durable_bytes/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1;
                if (value1 !== data2 && (data2 = value1, data !== void 0 && (data.display_identity = value1)), errors === _errs6) {
                  const _errs8 = errors, _errs9 = errors;
                  if (keyword68(data2, 1)) {
                    if (!keyword4(data2, 4096)) {
                      const err1 = {};
                      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                    }
                  } else {
                    const err0 = {};
                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                  }
                  var holds0 = _errs9 === errors;
                  holds0 || (errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = _errs8 : vErrors = null), this.deferred.push({ path: instancePath + "/display_identity", rule: "state/permission-rules", fxError: "InvalidDurableField" }));
                }
                var valid0 = _errs6 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.decision !== void 0) {
                  let data3 = data.decision;
                  const _errs10 = errors;
                  if (typeof data3 != "string")
                    return validate99.errors = [{ instancePath: instancePath + "/decision", schemaPath: "#/properties/decision/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  if (!(data3 === "allow" || data3 === "deny"))
                    return validate99.errors = [{ instancePath: instancePath + "/decision", schemaPath: "#/properties/decision/enum", keyword: "enum", params: { allowedValues: schema228.properties.decision.enum }, message: "must be equal to one of the allowed values" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.id !== void 0) {
                    let data4 = data.id;
                    const _errs12 = errors, value2 = keyword0(data4);
                    if (value2 === void 0)
                      return validate99.errors = [{ instancePath: instancePath + "/id", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                    if (value2 !== data4 && (data4 = value2, data !== void 0 && (data.id = value2)), errors === _errs12) {
                      const _errs14 = errors, _errs15 = errors;
                      if ((typeof data4 == "number" || typeof data4 == "bigint") && data4 < 1) {
                        const err2 = {};
                        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                      }
                      var holds1 = _errs15 === errors;
                      holds1 || (errors = _errs14, vErrors !== null && (_errs14 ? vErrors.length = _errs14 : vErrors = null), this.deferred.push({ path: instancePath + "/id", rule: "state/permission-rules", fxError: "InvalidDurableField" }));
                    }
                    var valid0 = _errs12 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0)
                    if (data.generation !== void 0) {
                      let data5 = data.generation;
                      const _errs16 = errors, value3 = keyword0(data5);
                      if (value3 === void 0)
                        return validate99.errors = [{ instancePath: instancePath + "/generation", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      if (value3 !== data5 && (data5 = value3, data !== void 0 && (data.generation = value3)), errors === _errs16) {
                        const _errs18 = errors, _errs19 = errors;
                        if ((typeof data5 == "number" || typeof data5 == "bigint") && data5 < 1) {
                          const err3 = {};
                          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                        }
                        var holds2 = _errs19 === errors;
                        holds2 || (errors = _errs18, vErrors !== null && (_errs18 ? vErrors.length = _errs18 : vErrors = null), this.deferred.push({ path: instancePath + "/generation", rule: "state/permission-rules", fxError: "InvalidDurableField" }));
                      }
                      var valid0 = _errs16 === errors;
                    } else
                      var valid0 = !0;
                }
              }
            }
          }
        }
      }
    } else
      return validate99.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate99.errors = vErrors, errors === 0;
}
function validate98(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.next_generation === void 0 && (missing0 = "next_generation") || data.rules === void 0 && (missing0 = "rules"))
        return validate98.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "next_generation" || key0 === "rules")) {
            return validate98.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate98.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && (typeof data0 == "number" || typeof data0 == "bigint") && data0 > 255)
              return validate98.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/maximum", keyword: "maximum", params: { limit: 255 }, message: "must be at most 255" }], !1;
            if (errors === _errs2) {
              const _errs4 = errors, _errs5 = errors;
              if (!(data0 === 1 || data0 === 2)) {
                const err0 = {};
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              var holds0 = _errs5 === errors;
              holds0 || (errors = _errs4, vErrors !== null && (_errs4 ? vErrors.length = _errs4 : vErrors = null), this.deferred.push({ path: instancePath + "/schema_version", rule: "state/permission-schema", fxError: "InvalidDurableField" }));
            }
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.next_generation !== void 0) {
              let data1 = data.next_generation;
              const _errs6 = errors, value1 = keyword0(data1);
              if (value1 === void 0)
                return validate98.errors = [{ instancePath: instancePath + "/next_generation", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              if (value1 !== data1 && (data1 = value1, data !== void 0 && (data.next_generation = value1)), errors === _errs6) {
                const _errs8 = errors, _errs9 = errors;
                if ((typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1) {
                  const err1 = {};
                  vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                }
                var holds1 = _errs9 === errors;
                holds1 || (errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = _errs8 : vErrors = null), this.deferred.push({ path: instancePath + "/next_generation", rule: "state/permission-rules", fxError: "InvalidDurableField" }));
              }
              var valid0 = _errs6 === errors;
            } else
              var valid0 = !0;
            if (valid0)
              if (data.rules !== void 0) {
                let data2 = data.rules;
                const _errs10 = errors;
                if (errors === _errs10) {
                  if (Array.isArray(data2)) {
                    var valid3 = !0;
                    const len0 = data2.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs12 = errors;
                      validate99.call(this, data2[i0], { instancePath: instancePath + "/rules/" + i0, parentData: data2, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors), errors = vErrors.length);
                      var valid3 = _errs12 === errors;
                      if (!valid3)
                        break;
                    }
                  } else
                    return validate98.errors = [{ instancePath: instancePath + "/rules", schemaPath: "#/properties/rules/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                  if (errors === _errs10) {
                    const _errs13 = errors, _errs14 = errors;
                    if (Array.isArray(data2) && data2.length > 1024) {
                      const err2 = {};
                      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                    }
                    var holds2 = _errs14 === errors;
                    holds2 || (errors = _errs13, vErrors !== null && (_errs13 ? vErrors.length = _errs13 : vErrors = null), this.deferred.push({ path: instancePath + "/rules", rule: "state/permission-rules", fxError: "InvalidDurableField" }));
                  }
                }
                var valid0 = _errs10 === errors;
              } else
                var valid0 = !0;
          }
        }
      }
    } else
      return validate98.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate98.errors = vErrors, errors === 0;
}
function validate94(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!keyword154(data, ["id", "origin_workspace_root", "workspace_root", "created_at_ms", "updated_at_ms", "conversation_language", "preferences", "history", "total_input_tokens", "total_output_tokens", "context_history_start", "permission_state", "usage", "last_subagent_work_id", "recovery_checkpoint"]))
    return validate94.errors = [{ instancePath, schemaPath: "#/keyOrder", keyword: "keyOrder", params: {}, message: "must have its keys in the order of the schema" }], !1;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.origin_workspace_root === void 0 && (missing0 = "origin_workspace_root") || data.workspace_root === void 0 && (missing0 = "workspace_root") || data.created_at_ms === void 0 && (missing0 = "created_at_ms") || data.updated_at_ms === void 0 && (missing0 = "updated_at_ms") || data.conversation_language === void 0 && (missing0 = "conversation_language") || data.preferences === void 0 && (missing0 = "preferences") || data.history === void 0 && (missing0 = "history") || data.total_input_tokens === void 0 && (missing0 = "total_input_tokens") || data.total_output_tokens === void 0 && (missing0 = "total_output_tokens"))
        return validate94.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema211.properties, key0)) {
            return validate94.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors, _errs3 = errors;
            if (typeof data0 != "string")
              return validate94.errors = [{ instancePath: instancePath + "/id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (errors === _errs3) {
              const _errs5 = errors, _errs6 = errors;
              if (typeof data0 == "string" && !pattern2.test(data0)) {
                const err0 = {};
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              var holds0 = _errs6 === errors;
              holds0 || (errors = _errs5, vErrors !== null && (_errs5 ? vErrors.length = _errs5 : vErrors = null), this.deferred.push({ path: instancePath + "/id", rule: "state/session-id", fxError: "InvalidDurableField" }));
            }
            var valid1 = _errs3 === errors;
            if (valid1 && !keyword4(data0, 255))
              return validate94.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/maxBytes", keyword: "maxBytes", params: { expected: "at most 255 bytes long" }, message: "must be at most 255 bytes long" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.origin_workspace_root !== void 0) {
              let data1 = data.origin_workspace_root;
              const _errs7 = errors, _errs8 = errors;
              if (typeof data1 != "string")
                return validate94.errors = [{ instancePath: instancePath + "/origin_workspace_root", schemaPath: "workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs8) {
                const _errs10 = errors, _errs11 = errors;
                if (!keyword4(data1, 4096)) {
                  const err1 = {};
                  vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                }
                if (errors === _errs11 && typeof data1 == "string" && !pattern3.test(data1)) {
                  const err2 = {};
                  vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                }
                var holds1 = _errs11 === errors;
                holds1 || (errors = _errs10, vErrors !== null && (_errs10 ? vErrors.length = _errs10 : vErrors = null), this.deferred.push({ path: instancePath + "/origin_workspace_root", rule: "state/workspace-root", fxError: "InvalidDurableField" }));
              }
              var valid2 = _errs8 === errors;
              if (valid2 && !keyword4(data1, 4096))
                return validate94.errors = [{ instancePath: instancePath + "/origin_workspace_root", schemaPath: "#/properties/origin_workspace_root/maxBytes", keyword: "maxBytes", params: { expected: "at most 4096 bytes long" }, message: "must be at most 4096 bytes long" }], !1;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.workspace_root !== void 0) {
                let data2 = data.workspace_root;
                const _errs12 = errors, _errs13 = errors;
                if (typeof data2 != "string")
                  return validate94.errors = [{ instancePath: instancePath + "/workspace_root", schemaPath: "workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                if (errors === _errs13) {
                  const _errs15 = errors, _errs16 = errors;
                  if (!keyword4(data2, 4096)) {
                    const err3 = {};
                    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                  }
                  if (errors === _errs16 && typeof data2 == "string" && !pattern3.test(data2)) {
                    const err4 = {};
                    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                  }
                  var holds2 = _errs16 === errors;
                  holds2 || (errors = _errs15, vErrors !== null && (_errs15 ? vErrors.length = _errs15 : vErrors = null), this.deferred.push({ path: instancePath + "/workspace_root", rule: "state/workspace-root", fxError: "InvalidDurableField" }));
                }
                var valid3 = _errs13 === errors;
                if (valid3 && !keyword4(data2, 4096))
                  return validate94.errors = [{ instancePath: instancePath + "/workspace_root", schemaPath: "#/properties/workspace_root/maxBytes", keyword: "maxBytes", params: { expected: "at most 4096 bytes long" }, message: "must be at most 4096 bytes long" }], !1;
                var valid0 = _errs12 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.created_at_ms !== void 0) {
                  let data3 = data.created_at_ms;
                  const _errs17 = errors, _errs18 = errors, value0 = keyword2(data3);
                  if (value0 === void 0)
                    return validate94.errors = [{ instancePath: instancePath + "/created_at_ms", schemaPath: "created_at/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                  if (value0 !== data3 && (data3 = value0, data !== void 0 && (data.created_at_ms = value0)), errors === _errs18) {
                    const _errs19 = errors, _errs20 = errors;
                    if ((typeof data3 == "number" || typeof data3 == "bigint") && data3 < 0) {
                      const err5 = {};
                      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                    }
                    var holds3 = _errs20 === errors;
                    holds3 || (errors = _errs19, vErrors !== null && (_errs19 ? vErrors.length = _errs19 : vErrors = null), this.deferred.push({ path: instancePath + "/created_at_ms", rule: "state/negative-time", fxError: "InvalidDurableField" }));
                  }
                  var valid0 = _errs17 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.updated_at_ms !== void 0) {
                    let data4 = data.updated_at_ms;
                    const _errs21 = errors, _errs22 = errors, value1 = keyword2(data4);
                    if (value1 === void 0)
                      return validate94.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "created_at/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                    if (value1 !== data4 && (data4 = value1, data !== void 0 && (data.updated_at_ms = value1)), errors === _errs22) {
                      const _errs23 = errors, _errs24 = errors;
                      if ((typeof data4 == "number" || typeof data4 == "bigint") && data4 < 0) {
                        const err6 = {};
                        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                      }
                      var holds4 = _errs24 === errors;
                      holds4 || (errors = _errs23, vErrors !== null && (_errs23 ? vErrors.length = _errs23 : vErrors = null), this.deferred.push({ path: instancePath + "/updated_at_ms", rule: "state/negative-time", fxError: "InvalidDurableField" }));
                    }
                    var valid0 = _errs21 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.conversation_language !== void 0) {
                      let data5 = data.conversation_language;
                      const _errs25 = errors, _errs26 = errors;
                      if (!keyword4(data5, 24))
                        return validate94.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/maxBytes", keyword: "maxBytes", params: { expected: "at most 24 bytes long" }, message: "must be at most 24 bytes long" }], !1;
                      if (errors === _errs26)
                        if (typeof data5 == "string") {
                          if (!pattern5.test(data5))
                            return validate94.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/pattern", keyword: "pattern", params: { expected: "a language of 1 to 24 bytes without control characters or blanks at its ends", pattern: "^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$" }, message: "must be a language of 1 to 24 bytes without control characters or blanks at its ends" }], !1;
                        } else
                          return validate94.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                      var valid0 = _errs25 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.preferences !== void 0) {
                        const _errs28 = errors;
                        validate95.call(this, data.preferences, { instancePath: instancePath + "/preferences", parentData: data, parentDataProperty: "preferences", rootData }) || (vErrors = vErrors === null ? validate95.errors : vErrors.concat(validate95.errors), errors = vErrors.length);
                        var valid0 = _errs28 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.history !== void 0) {
                          let data7 = data.history;
                          const _errs29 = errors;
                          if (errors === _errs29)
                            if (Array.isArray(data7)) {
                              var valid7 = !0;
                              const len0 = data7.length;
                              for (let i0 = 0; i0 < len0; i0++) {
                                const _errs31 = errors;
                                validate25.call(this, data7[i0], { instancePath: instancePath + "/history/" + i0, parentData: data7, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors), errors = vErrors.length);
                                var valid7 = _errs31 === errors;
                                if (!valid7)
                                  break;
                              }
                            } else
                              return validate94.errors = [{ instancePath: instancePath + "/history", schemaPath: "#/properties/history/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                          var valid0 = _errs29 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.total_input_tokens !== void 0) {
                            let data9 = data.total_input_tokens;
                            const _errs32 = errors, value2 = keyword0(data9);
                            if (value2 === void 0)
                              return validate94.errors = [{ instancePath: instancePath + "/total_input_tokens", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                            value2 !== data9 && (data9 = value2, data !== void 0 && (data.total_input_tokens = value2));
                            var valid0 = _errs32 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.total_output_tokens !== void 0) {
                              let data10 = data.total_output_tokens;
                              const _errs34 = errors, value3 = keyword0(data10);
                              if (value3 === void 0)
                                return validate94.errors = [{ instancePath: instancePath + "/total_output_tokens", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                              value3 !== data10 && (data10 = value3, data !== void 0 && (data.total_output_tokens = value3));
                              var valid0 = _errs34 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.context_history_start !== void 0) {
                                let data11 = data.context_history_start;
                                const _errs36 = errors, value4 = keyword0(data11);
                                if (value4 === void 0)
                                  return validate94.errors = [{ instancePath: instancePath + "/context_history_start", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                value4 !== data11 && (data11 = value4, data !== void 0 && (data.context_history_start = value4));
                                var valid0 = _errs36 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.permission_state !== void 0) {
                                  const _errs38 = errors;
                                  validate98.call(this, data.permission_state, { instancePath: instancePath + "/permission_state", parentData: data, parentDataProperty: "permission_state", rootData }) || (vErrors = vErrors === null ? validate98.errors : vErrors.concat(validate98.errors), errors = vErrors.length);
                                  var valid0 = _errs38 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0) {
                                  if (data.usage !== void 0) {
                                    const _errs39 = errors;
                                    validate4.call(this, data.usage, { instancePath: instancePath + "/usage", parentData: data, parentDataProperty: "usage", rootData }) || (vErrors = vErrors === null ? validate4.errors : vErrors.concat(validate4.errors), errors = vErrors.length);
                                    var valid0 = _errs39 === errors;
                                  } else
                                    var valid0 = !0;
                                  if (valid0) {
                                    if (data.last_subagent_work_id !== void 0) {
                                      let data14 = data.last_subagent_work_id;
                                      const _errs40 = errors;
                                      if (typeof data14 != "string")
                                        return validate94.errors = [{ instancePath: instancePath + "/last_subagent_work_id", schemaPath: "#/properties/last_subagent_work_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                      if (!keyword4(data14, 128))
                                        return validate94.errors = [{ instancePath: instancePath + "/last_subagent_work_id", schemaPath: "#/properties/last_subagent_work_id/maxBytes", keyword: "maxBytes", params: { expected: "at most 128 bytes long" }, message: "must be at most 128 bytes long" }], !1;
                                      if (errors === _errs40) {
                                        const _errs42 = errors, _errs43 = errors;
                                        if (typeof data14 == "string" && !pattern18.test(data14)) {
                                          const err7 = {};
                                          vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
                                        }
                                        var holds5 = _errs43 === errors;
                                        holds5 || (errors = _errs42, vErrors !== null && (_errs42 ? vErrors.length = _errs42 : vErrors = null), this.deferred.push({ path: instancePath + "/last_subagent_work_id", rule: "state/work-id", fxError: "InvalidDurableField" }));
                                      }
                                      var valid0 = _errs40 === errors;
                                    } else
                                      var valid0 = !0;
                                    if (valid0)
                                      if (data.recovery_checkpoint !== void 0) {
                                        const _errs44 = errors;
                                        validate86.call(this, data.recovery_checkpoint, { instancePath: instancePath + "/recovery_checkpoint", parentData: data, parentDataProperty: "recovery_checkpoint", rootData }) || (vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors), errors = vErrors.length);
                                        var valid0 = _errs44 === errors;
                                      } else
                                        var valid0 = !0;
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate94.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate94.errors = vErrors, errors === 0;
}
function validate104(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.log_generation === void 0 && (missing0 = "log_generation") || data.through_seq === void 0 && (missing0 = "through_seq") || data.through_event_id === void 0 && (missing0 = "through_event_id") || data.through_event_log_bytes === void 0 && (missing0 = "through_event_log_bytes") || data.state === void 0 && (missing0 = "state"))
        return validate104.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "log_generation" || key0 === "through_seq" || key0 === "through_event_id" || key0 === "through_event_log_bytes" || key0 === "state")) {
            return validate104.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate104.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 1)
              return validate104.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              let data1 = data.session_id;
              const _errs4 = errors, _errs5 = errors;
              if (typeof data1 != "string")
                return validate104.errors = [{ instancePath: instancePath + "/session_id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs5) {
                const _errs7 = errors, _errs8 = errors;
                if (typeof data1 == "string" && !pattern2.test(data1)) {
                  const err0 = {};
                  vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                }
                var holds0 = _errs8 === errors;
                holds0 || (errors = _errs7, vErrors !== null && (_errs7 ? vErrors.length = _errs7 : vErrors = null), this.deferred.push({ path: instancePath + "/session_id", rule: "state/session-id", fxError: "InvalidDurableField" }));
              }
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.log_generation !== void 0) {
                let data2 = data.log_generation;
                const _errs9 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern0.test(data2))
                      return validate104.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                  } else
                    return validate104.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.through_seq !== void 0) {
                  let data3 = data.through_seq;
                  const _errs12 = errors, _errs13 = errors, value1 = keyword0(data3);
                  if (value1 === void 0)
                    return validate104.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value1 !== data3 && (data3 = value1, data !== void 0 && (data.through_seq = value1));
                  var valid4 = _errs13 === errors;
                  if (valid4 && (typeof data3 == "number" || typeof data3 == "bigint") && data3 < 1)
                    return validate104.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "#/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                  var valid0 = _errs12 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.through_event_id !== void 0) {
                    let data4 = data.through_event_id;
                    const _errs14 = errors;
                    if (errors === errors)
                      if (typeof data4 == "string") {
                        if (!pattern0.test(data4))
                          return validate104.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                      } else
                        return validate104.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid0 = _errs14 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.through_event_log_bytes !== void 0) {
                      let data5 = data.through_event_log_bytes;
                      const _errs17 = errors, _errs18 = errors, value2 = keyword0(data5);
                      if (value2 === void 0)
                        return validate104.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      value2 !== data5 && (data5 = value2, data !== void 0 && (data.through_event_log_bytes = value2));
                      var valid6 = _errs18 === errors;
                      if (valid6 && (typeof data5 == "number" || typeof data5 == "bigint") && data5 < 1)
                        return validate104.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "#/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                      var valid0 = _errs17 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0)
                      if (data.state !== void 0) {
                        const _errs19 = errors;
                        validate94.call(this, data.state, { instancePath: instancePath + "/state", parentData: data, parentDataProperty: "state", rootData }) || (vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors), errors = vErrors.length);
                        var valid0 = _errs19 === errors;
                      } else
                        var valid0 = !0;
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate104.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate104.errors = vErrors, errors === 0;
}
function validate106(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.snapshot === void 0 && (missing0 = "snapshot"))
        return validate106.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "snapshot")) {
            return validate106.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate106.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 1)
              return validate106.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              let data1 = data.session_id;
              const _errs4 = errors, _errs5 = errors;
              if (typeof data1 != "string")
                return validate106.errors = [{ instancePath: instancePath + "/session_id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs5) {
                const _errs7 = errors, _errs8 = errors;
                if (typeof data1 == "string" && !pattern2.test(data1)) {
                  const err0 = {};
                  vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                }
                var holds0 = _errs8 === errors;
                holds0 || (errors = _errs7, vErrors !== null && (_errs7 ? vErrors.length = _errs7 : vErrors = null), this.deferred.push({ path: instancePath + "/session_id", rule: "state/session-id", fxError: "InvalidDurableField" }));
              }
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0)
              if (data.snapshot !== void 0) {
                const _errs9 = errors;
                validate4.call(this, data.snapshot, { instancePath: instancePath + "/snapshot", parentData: data, parentDataProperty: "snapshot", rootData }) || (vErrors = vErrors === null ? validate4.errors : vErrors.concat(validate4.errors), errors = vErrors.length);
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
          }
        }
      }
    } else
      return validate106.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate106.errors = vErrors, errors === 0;
}
function validate108(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword0(data);
  return value0 === void 0 ? (validate108.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate108.errors = vErrors, errors === 0);
}
function validate109(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword100(data);
  return value0 === void 0 ? (validate109.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 4294967295, in digits only" }, message: "must be an integer of 0 to 4294967295, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate109.errors = vErrors, errors === 0);
}
function validate110(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword0(data);
  return value0 === void 0 ? (validate110.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate110.errors = vErrors, errors === 0);
}
function validate111(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword2(data);
  return value0 === void 0 ? (validate111.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate111.errors = vErrors, errors === 0);
}
function validate112(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword10(data);
  return value0 === void 0 ? (validate112.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate112.errors = vErrors, errors === 0);
}
function validate113(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword35(data);
  return value0 === void 0 ? (validate113.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 9223372036854775807, in digits only" }, message: "must be an integer of 0 to 9223372036854775807, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate113.errors = vErrors, errors === 0);
}
function validate114(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword2(data);
  return value0 === void 0 ? (validate114.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), (typeof data == "number" || typeof data == "bigint") && data < 0 ? (validate114.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { limit: 0 }, message: "must be at least 0" }], !1) : (validate114.errors = vErrors, errors === 0));
}
function validate115(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword15(data);
  return value0 === void 0 ? (validate115.errors = [{ instancePath, schemaPath: "#/fxCost", keyword: "fxCost", params: { expected: "a finite number of at least 0" }, message: "must be a finite number of at least 0" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate115.errors = vErrors, errors === 0);
}
function validate116(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword70(data);
  return value0 === void 0 ? (validate116.errors = [{ instancePath, schemaPath: "#/durableBytes", keyword: "durableBytes", params: { expected: "a string, or the base64 form of bytes that are not UTF-8" }, message: "must be a string, or the base64 form of bytes that are not UTF-8" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate116.errors = vErrors, errors === 0);
}
function validate117(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern0.test(data))
        return validate117.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
    } else
      return validate117.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate117.errors = vErrors, errors === 0;
}
function validate118(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern24.test(data))
        return validate118.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
    } else
      return validate118.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate118.errors = vErrors, errors === 0;
}
function validate119(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string")
    return validate119.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  if (errors === 0) {
    const _errs1 = errors, _errs2 = errors;
    if (typeof data == "string" && !pattern2.test(data)) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    var holds0 = _errs2 === errors;
    holds0 || (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), this.deferred.push({ path: instancePath, rule: "state/session-id", fxError: "InvalidDurableField" }));
  }
  return validate119.errors = vErrors, errors === 0;
}
function validate120(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string")
    return validate120.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  if (errors === 0) {
    const _errs1 = errors, _errs2 = errors;
    if (!keyword4(data, 4096)) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (errors === _errs2 && typeof data == "string" && !pattern3.test(data)) {
      const err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    var holds0 = _errs2 === errors;
    holds0 || (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), this.deferred.push({ path: instancePath, rule: "state/workspace-root", fxError: "InvalidDurableField" }));
  }
  return validate120.errors = vErrors, errors === 0;
}
function validate121(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword2(data);
  if (value0 === void 0)
    return validate121.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
  if (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), errors === 0) {
    const _errs0 = errors, _errs1 = errors;
    if ((typeof data == "number" || typeof data == "bigint") && data < 0) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    var holds0 = _errs1 === errors;
    holds0 || (errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null), this.deferred.push({ path: instancePath, rule: "state/negative-time", fxError: "InvalidDurableField" }));
  }
  return validate121.errors = vErrors, errors === 0;
}
function validate122(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!keyword4(data, 24))
    return validate122.errors = [{ instancePath, schemaPath: "#/maxBytes", keyword: "maxBytes", params: { expected: "at most 24 bytes long" }, message: "must be at most 24 bytes long" }], !1;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern5.test(data))
        return validate122.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "a language of 1 to 24 bytes without control characters or blanks at its ends", pattern: "^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$" }, message: "must be a language of 1 to 24 bytes without control characters or blanks at its ends" }], !1;
    } else
      return validate122.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate122.errors = vErrors, errors === 0;
}
function validate123(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string")
    return validate123.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  if (errors === 0) {
    const _errs1 = errors, _errs2 = errors;
    if (!keyword4(data, 1024)) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (errors === _errs2 && typeof data == "string" && !pattern5.test(data)) {
      const err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    var holds0 = _errs2 === errors;
    holds0 || (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), this.deferred.push({ path: instancePath, rule: "state/model", fxError: "InvalidDurableField" }));
  }
  return validate123.errors = vErrors, errors === 0;
}
function validate124(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword8(data);
  return value0 === void 0 ? (validate124.errors = [{ instancePath, schemaPath: "#/effort", keyword: "effort", params: { expected: "1 to 64 letters, digits, dots, hyphens or underscores" }, message: "must be 1 to 64 letters, digits, dots, hyphens or underscores" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate124.errors = vErrors, errors === 0);
}
function validate125(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword9(data, ["gateway", "codex", "grok"]);
  return value0 === void 0 ? (validate125.errors = [{ instancePath, schemaPath: "#/asciiWord", keyword: "asciiWord", params: { expected: "one of gateway, codex, grok, in any case" }, message: "must be one of gateway, codex, grok, in any case" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate125.errors = vErrors, errors === 0);
}
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!keyword4(data, 128))
    return validate126.errors = [{ instancePath, schemaPath: "#/maxBytes", keyword: "maxBytes", params: { expected: "at most 128 bytes long" }, message: "must be at most 128 bytes long" }], !1;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern18.test(data))
        return validate126.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "1 to 128 bytes without NUL", pattern: "^[^\\u0000]+$" }, message: "must be 1 to 128 bytes without NUL" }], !1;
    } else
      return validate126.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate126.errors = vErrors, errors === 0;
}
function validate127(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern8.test(data))
        return validate127.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "`gen_` and 26 upper-case base32 characters without I, L, O and U", pattern: "^gen_[0-9A-HJKMNP-TV-Z]{26}$" }, message: "must be `gen_` and 26 upper-case base32 characters without I, L, O and U" }], !1;
    } else
      return validate127.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate127.errors = vErrors, errors === 0;
}
function validate128(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern7.test(data))
        return validate128.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "1 to 1024 printable ASCII characters without space", pattern: "^[!-~]{1,1024}$" }, message: "must be 1 to 1024 printable ASCII characters without space" }], !1;
    } else
      return validate128.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate128.errors = vErrors, errors === 0;
}
function validate129(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  return data === "complete" || data === "pending" || data === "incomplete" || data === "legacy" ? (validate129.errors = vErrors, errors === 0) : (validate129.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema19.enum }, message: "must be equal to one of the allowed values" }], !1);
}
function validate130(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern9.test(data))
        return validate130.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "1 to 2048 printable ASCII characters without space", pattern: "^[!-~]{1,2048}$" }, message: "must be 1 to 2048 printable ASCII characters without space" }], !1;
    } else
      return validate130.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate130.errors = vErrors, errors === 0;
}
function validate131(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  return typeof data != "string" && data !== null ? (validate131.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema49.type }, message: "must be string,null" }], !1) : errors === 0 && typeof data == "string" && !pattern10.test(data) ? (validate131.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "1 to 255 printable ASCII characters without space", pattern: "^[!-~]{1,255}$" }, message: "must be 1 to 255 printable ASCII characters without space" }], !1) : (validate131.errors = vErrors, errors === 0);
}
function validate132(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind"))
        return validate132.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (key0 !== "kind") {
            return validate132.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors && data.kind !== void 0 && data.kind !== "unavailable")
          return validate132.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "unavailable" }, message: "must be equal to constant" }], !1;
      }
    } else
      return validate132.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate132.errors = vErrors, errors === 0;
}
function validate133(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.log_generation === void 0 && (missing0 = "log_generation") || data.through_seq === void 0 && (missing0 = "through_seq") || data.through_event_id === void 0 && (missing0 = "through_event_id") || data.through_event_log_bytes === void 0 && (missing0 = "through_event_log_bytes"))
        return validate133.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "log_generation" || key0 === "through_seq" || key0 === "through_event_id" || key0 === "through_event_log_bytes")) {
            return validate133.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.log_generation !== void 0) {
            let data0 = data.log_generation;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern0.test(data0))
                  return validate133.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
              } else
                return validate133.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.through_seq !== void 0) {
              let data1 = data.through_seq;
              const _errs5 = errors, _errs6 = errors, value0 = keyword0(data1);
              if (value0 === void 0)
                return validate133.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.through_seq = value0));
              var valid2 = _errs6 === errors;
              if (valid2 && (typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1)
                return validate133.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "#/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.through_event_id !== void 0) {
                let data2 = data.through_event_id;
                const _errs7 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern0.test(data2))
                      return validate133.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                  } else
                    return validate133.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.through_event_log_bytes !== void 0) {
                  let data3 = data.through_event_log_bytes;
                  const _errs10 = errors, _errs11 = errors, value1 = keyword0(data3);
                  if (value1 === void 0)
                    return validate133.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value1 !== data3 && (data3 = value1, data !== void 0 && (data.through_event_log_bytes = value1));
                  var valid4 = _errs11 === errors;
                  if (valid4 && (typeof data3 == "number" || typeof data3 == "bigint") && data3 < 1)
                    return validate133.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "#/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate133.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate133.errors = vErrors, errors === 0;
}
const untyped = {
  envelope: validate0,
  session_started: validate1,
  preferences_changed: validate22,
  workspace_rebound: validate23,
  history_turn_committed: validate24,
  usage_checkpointed: validate83,
  recovery_checkpoint_set: validate85,
  recovery_checkpoint_cleared: validate90,
  state_replacement_started: validate91,
  state_replacement_chunk: validate92,
  state_replacement_committed: validate93,
  state_document: validate94,
  checkpoint: validate104,
  usage_v2: validate106,
  u64: validate108,
  u32: validate109,
  size: validate110,
  i64: validate111,
  uint: validate112,
  uint63: validate113,
  non_negative_time: validate114,
  cost: validate115,
  durable_bytes: validate116,
  hex16: validate117,
  hex32: validate118,
  session_id: validate119,
  workspace_root: validate120,
  created_at: validate121,
  language: validate122,
  model: validate123,
  effort: validate124,
  provider: validate125,
  work_id: validate126,
  generation_id: validate127,
  usage_model_name: validate128,
  preferences: validate2,
  state_preferences: validate95,
  billing: validate129,
  usage: validate4,
  plain_usage: validate15,
  plain_usage_model: validate16,
  plain_usage_pending: validate18,
  usage_origin: validate130,
  usage_team: validate131,
  rich_usage: validate5,
  rich_usage_model: validate6,
  rich_usage_pending: validate8,
  publication_fact: validate10,
  usage_incident: validate12,
  history_turn: validate25,
  assistant_turn: validate26,
  interrupted_turn: validate65,
  cancelled_command: validate71,
  background_command_turn: validate74,
  compacted_summary_turn: validate77,
  user: validate27,
  image: validate28,
  execution: validate31,
  tool_step: validate32,
  tool_call: validate33,
  tool_result: validate35,
  process_presentation: validate53,
  exit_code_presentation: validate54,
  signal_presentation: validate55,
  replay: validate47,
  unavailable_replay: validate132,
  available_replay: validate48,
  file_presentation: validate37,
  presentation_line: validate38,
  lifecycle_id: validate41,
  file_evidence: validate62,
  recovery_checkpoint: validate86,
  permission_state: validate98,
  permission_rule: validate99,
  log_position: validate133
};

/** Names of these validators. */
export type ContentValidatorName =
  | 'envelope'
  | 'session_started'
  | 'preferences_changed'
  | 'workspace_rebound'
  | 'history_turn_committed'
  | 'usage_checkpointed'
  | 'recovery_checkpoint_set'
  | 'recovery_checkpoint_cleared'
  | 'state_replacement_started'
  | 'state_replacement_chunk'
  | 'state_replacement_committed'
  | 'state_document'
  | 'checkpoint'
  | 'usage_v2'
  | 'u64'
  | 'u32'
  | 'size'
  | 'i64'
  | 'uint'
  | 'uint63'
  | 'non_negative_time'
  | 'cost'
  | 'durable_bytes'
  | 'hex16'
  | 'hex32'
  | 'session_id'
  | 'workspace_root'
  | 'created_at'
  | 'language'
  | 'model'
  | 'effort'
  | 'provider'
  | 'work_id'
  | 'generation_id'
  | 'usage_model_name'
  | 'preferences'
  | 'state_preferences'
  | 'billing'
  | 'usage'
  | 'plain_usage'
  | 'plain_usage_model'
  | 'plain_usage_pending'
  | 'usage_origin'
  | 'usage_team'
  | 'rich_usage'
  | 'rich_usage_model'
  | 'rich_usage_pending'
  | 'publication_fact'
  | 'usage_incident'
  | 'history_turn'
  | 'assistant_turn'
  | 'interrupted_turn'
  | 'cancelled_command'
  | 'background_command_turn'
  | 'compacted_summary_turn'
  | 'user'
  | 'image'
  | 'execution'
  | 'tool_step'
  | 'tool_call'
  | 'tool_result'
  | 'process_presentation'
  | 'exit_code_presentation'
  | 'signal_presentation'
  | 'replay'
  | 'unavailable_replay'
  | 'available_replay'
  | 'file_presentation'
  | 'presentation_line'
  | 'lifecycle_id'
  | 'file_evidence'
  | 'recovery_checkpoint'
  | 'permission_state'
  | 'permission_rule'
  | 'log_position';

export const contentValidators: Readonly<Record<ContentValidatorName, Validator>> = untyped;
