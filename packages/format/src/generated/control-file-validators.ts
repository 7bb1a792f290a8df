// @ts-nocheck
// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { ValidationContext } from '../keywords.js';
import type { Validator } from '../validator.js';
import * as keywords from "../keywords.js";
const schema0 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "manifest", type: "object", required: ["schema_version", "storage_format", "id", "authority_id", "log_generation", "created_at_ms", "updated_at_ms", "origin_workspace_root", "workspace_root", "conversation_language", "history_len", "total_input_tokens", "total_output_tokens", "last_event_seq", "event_log_bytes", "event_log_stat_fingerprint", "generation_base_seq", "generation_base_bytes", "checkpoint_seq", "checkpoint_sha256", "preferences"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 3 }, storage_format: { const: "event_log_v1" }, id: { $ref: "session_id" }, authority_id: { $ref: "hex16" }, log_generation: { $ref: "hex16" }, created_at_ms: { $ref: "non_negative_time" }, updated_at_ms: { $ref: "non_negative_time" }, origin_workspace_root: { $ref: "workspace_root" }, workspace_root: { $ref: "workspace_root" }, conversation_language: { $ref: "language" }, history_len: { $ref: "u64" }, total_input_tokens: { $ref: "u64" }, total_output_tokens: { $ref: "u64" }, last_event_seq: { $ref: "u64", minimum: 1 }, event_log_bytes: { $ref: "u64", minimum: 1 }, event_log_stat_fingerprint: { $ref: "hex32" }, generation_base_seq: { $ref: "u64", minimum: 1 }, generation_base_bytes: { $ref: "u64", minimum: 1 }, checkpoint_seq: { $ref: "u64_or_null", minimum: 1 }, checkpoint_sha256: { $ref: "hex32_or_null" }, preferences: { $ref: "preferences" } } };
const schema19 = { type: ["string", "null"], pattern: "^[0-9a-f]{64}$", expected: "64 lower-case hex digits", $id: "hex32_or_null" }, func0 = Object.prototype.hasOwnProperty, keyword0 = keywords.readU64, keyword1 = keywords.readI64, keyword3 = keywords.hasMaxBytes, pattern0 = new RegExp("^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,255}$", "u"), pattern1 = new RegExp("^[0-9a-f]{32}$", "u"), pattern3 = new RegExp("^/", "u"), pattern5 = new RegExp("^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$", "u"), pattern6 = new RegExp("^[0-9a-f]{64}$", "u");
const keyword15 = keywords.readEffort, keyword16 = keywords.readAsciiWord;
function validate1(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.model === void 0 && (missing0 = "model") || data.effort === void 0 && (missing0 = "effort") || data.fast_mode === void 0 && (missing0 = "fast_mode"))
        return validate1.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "model" || key0 === "effort" || key0 === "fast_mode" || key0 === "provider")) {
            return validate1.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.model !== void 0) {
            let data0 = data.model;
            const _errs2 = errors, _errs3 = errors;
            if (typeof data0 != "string")
              return validate1.errors = [{ instancePath: instancePath + "/model", schemaPath: "model/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (errors === _errs3) {
              const _errs5 = errors, _errs6 = errors;
              if (!keyword3(data0, 1024)) {
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
              const _errs7 = errors, value0 = keyword15(data1);
              if (value0 === void 0)
                return validate1.errors = [{ instancePath: instancePath + "/effort", schemaPath: "effort/effort", keyword: "effort", params: { expected: "1 to 64 letters, digits, dots, hyphens or underscores" }, message: "must be 1 to 64 letters, digits, dots, hyphens or underscores" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.effort = value0));
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.fast_mode !== void 0) {
                const _errs9 = errors;
                if (typeof data.fast_mode != "boolean")
                  return validate1.errors = [{ instancePath: instancePath + "/fast_mode", schemaPath: "#/properties/fast_mode/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.provider !== void 0) {
                  let data3 = data.provider;
                  const _errs11 = errors, value1 = keyword16(data3, ["gateway", "codex", "grok"]);
                  if (value1 === void 0)
                    return validate1.errors = [{ instancePath: instancePath + "/provider", schemaPath: "provider/asciiWord", keyword: "asciiWord", params: { expected: "one of gateway, codex, grok, in any case" }, message: "must be one of gateway, codex, grok, in any case" }], !1;
                  value1 !== data3 && (data3 = value1, data !== void 0 && (data.provider = value1));
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate1.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate1.errors = vErrors, errors === 0;
}
function validate0(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.storage_format === void 0 && (missing0 = "storage_format") || data.id === void 0 && (missing0 = "id") || data.authority_id === void 0 && (missing0 = "authority_id") || data.log_generation === void 0 && (missing0 = "log_generation") || data.created_at_ms === void 0 && (missing0 = "created_at_ms") || data.updated_at_ms === void 0 && (missing0 = "updated_at_ms") || data.origin_workspace_root === void 0 && (missing0 = "origin_workspace_root") || data.workspace_root === void 0 && (missing0 = "workspace_root") || data.conversation_language === void 0 && (missing0 = "conversation_language") || data.history_len === void 0 && (missing0 = "history_len") || data.total_input_tokens === void 0 && (missing0 = "total_input_tokens") || data.total_output_tokens === void 0 && (missing0 = "total_output_tokens") || data.last_event_seq === void 0 && (missing0 = "last_event_seq") || data.event_log_bytes === void 0 && (missing0 = "event_log_bytes") || data.event_log_stat_fingerprint === void 0 && (missing0 = "event_log_stat_fingerprint") || data.generation_base_seq === void 0 && (missing0 = "generation_base_seq") || data.generation_base_bytes === void 0 && (missing0 = "generation_base_bytes") || data.checkpoint_seq === void 0 && (missing0 = "checkpoint_seq") || data.checkpoint_sha256 === void 0 && (missing0 = "checkpoint_sha256") || data.preferences === void 0 && (missing0 = "preferences"))
        return validate0.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!func0.call(schema0.properties, key0)) {
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
            if (valid1 && data0 !== 3)
              return validate0.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 3 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.storage_format !== void 0) {
              const _errs4 = errors;
              if (data.storage_format !== "event_log_v1")
                return validate0.errors = [{ instancePath: instancePath + "/storage_format", schemaPath: "#/properties/storage_format/const", keyword: "const", params: { allowedValue: "event_log_v1" }, message: "must be equal to constant" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.id !== void 0) {
                let data2 = data.id;
                const _errs5 = errors, _errs6 = errors;
                if (typeof data2 != "string")
                  return validate0.errors = [{ instancePath: instancePath + "/id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                if (errors === _errs6) {
                  const _errs8 = errors, _errs9 = errors;
                  if (typeof data2 == "string" && !pattern0.test(data2)) {
                    const err0 = {};
                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                  }
                  var holds0 = _errs9 === errors;
                  holds0 || (errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = _errs8 : vErrors = null), this.deferred.push({ path: instancePath + "/id", rule: "state/session-id", fxError: "InvalidDurableField" }));
                }
                var valid0 = _errs5 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.authority_id !== void 0) {
                  let data3 = data.authority_id;
                  const _errs10 = errors;
                  if (errors === errors)
                    if (typeof data3 == "string") {
                      if (!pattern1.test(data3))
                        return validate0.errors = [{ instancePath: instancePath + "/authority_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                    } else
                      return validate0.errors = [{ instancePath: instancePath + "/authority_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.log_generation !== void 0) {
                    let data4 = data.log_generation;
                    const _errs13 = errors;
                    if (errors === errors)
                      if (typeof data4 == "string") {
                        if (!pattern1.test(data4))
                          return validate0.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                      } else
                        return validate0.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid0 = _errs13 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.created_at_ms !== void 0) {
                      let data5 = data.created_at_ms;
                      const _errs16 = errors, value1 = keyword1(data5);
                      if (value1 === void 0)
                        return validate0.errors = [{ instancePath: instancePath + "/created_at_ms", schemaPath: "non_negative_time/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                      if (value1 !== data5 && (data5 = value1, data !== void 0 && (data.created_at_ms = value1)), (typeof data5 == "number" || typeof data5 == "bigint") && data5 < 0)
                        return validate0.errors = [{ instancePath: instancePath + "/created_at_ms", schemaPath: "non_negative_time/minimum", keyword: "minimum", params: { limit: 0 }, message: "must be at least 0" }], !1;
                      var valid0 = _errs16 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.updated_at_ms !== void 0) {
                        let data6 = data.updated_at_ms;
                        const _errs18 = errors, value2 = keyword1(data6);
                        if (value2 === void 0)
                          return validate0.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "non_negative_time/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                        if (value2 !== data6 && (data6 = value2, data !== void 0 && (data.updated_at_ms = value2)), (typeof data6 == "number" || typeof data6 == "bigint") && data6 < 0)
                          return validate0.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "non_negative_time/minimum", keyword: "minimum", params: { limit: 0 }, message: "must be at least 0" }], !1;
                        var valid0 = _errs18 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.origin_workspace_root !== void 0) {
                          let data7 = data.origin_workspace_root;
                          const _errs20 = errors, _errs21 = errors;
                          if (typeof data7 != "string")
                            return validate0.errors = [{ instancePath: instancePath + "/origin_workspace_root", schemaPath: "workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                          if (errors === _errs21) {
                            const _errs23 = errors, _errs24 = errors;
                            if (!keyword3(data7, 4096)) {
                              const err1 = {};
                              vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                            }
                            if (errors === _errs24 && typeof data7 == "string" && !pattern3.test(data7)) {
                              const err2 = {};
                              vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                            }
                            var holds1 = _errs24 === errors;
                            holds1 || (errors = _errs23, vErrors !== null && (_errs23 ? vErrors.length = _errs23 : vErrors = null), this.deferred.push({ path: instancePath + "/origin_workspace_root", rule: "state/workspace-root", fxError: "InvalidDurableField" }));
                          }
                          var valid0 = _errs20 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.workspace_root !== void 0) {
                            let data8 = data.workspace_root;
                            const _errs25 = errors, _errs26 = errors;
                            if (typeof data8 != "string")
                              return validate0.errors = [{ instancePath: instancePath + "/workspace_root", schemaPath: "workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            if (errors === _errs26) {
                              const _errs28 = errors, _errs29 = errors;
                              if (!keyword3(data8, 4096)) {
                                const err3 = {};
                                vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                              }
                              if (errors === _errs29 && typeof data8 == "string" && !pattern3.test(data8)) {
                                const err4 = {};
                                vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                              }
                              var holds2 = _errs29 === errors;
                              holds2 || (errors = _errs28, vErrors !== null && (_errs28 ? vErrors.length = _errs28 : vErrors = null), this.deferred.push({ path: instancePath + "/workspace_root", rule: "state/workspace-root", fxError: "InvalidDurableField" }));
                            }
                            var valid0 = _errs25 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.conversation_language !== void 0) {
                              let data9 = data.conversation_language;
                              const _errs30 = errors, _errs31 = errors;
                              if (!keyword3(data9, 24))
                                return validate0.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/maxBytes", keyword: "maxBytes", params: { expected: "at most 24 bytes long" }, message: "must be at most 24 bytes long" }], !1;
                              if (errors === _errs31)
                                if (typeof data9 == "string") {
                                  if (!pattern5.test(data9))
                                    return validate0.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/pattern", keyword: "pattern", params: { expected: "a language of 1 to 24 bytes without control characters or blanks at its ends", pattern: "^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$" }, message: "must be a language of 1 to 24 bytes without control characters or blanks at its ends" }], !1;
                                } else
                                  return validate0.errors = [{ instancePath: instancePath + "/conversation_language", schemaPath: "language/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid0 = _errs30 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.history_len !== void 0) {
                                let data10 = data.history_len;
                                const _errs33 = errors, value3 = keyword0(data10);
                                if (value3 === void 0)
                                  return validate0.errors = [{ instancePath: instancePath + "/history_len", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                value3 !== data10 && (data10 = value3, data !== void 0 && (data.history_len = value3));
                                var valid0 = _errs33 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.total_input_tokens !== void 0) {
                                  let data11 = data.total_input_tokens;
                                  const _errs35 = errors, value4 = keyword0(data11);
                                  if (value4 === void 0)
                                    return validate0.errors = [{ instancePath: instancePath + "/total_input_tokens", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                  value4 !== data11 && (data11 = value4, data !== void 0 && (data.total_input_tokens = value4));
                                  var valid0 = _errs35 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0) {
                                  if (data.total_output_tokens !== void 0) {
                                    let data12 = data.total_output_tokens;
                                    const _errs37 = errors, value5 = keyword0(data12);
                                    if (value5 === void 0)
                                      return validate0.errors = [{ instancePath: instancePath + "/total_output_tokens", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                    value5 !== data12 && (data12 = value5, data !== void 0 && (data.total_output_tokens = value5));
                                    var valid0 = _errs37 === errors;
                                  } else
                                    var valid0 = !0;
                                  if (valid0) {
                                    if (data.last_event_seq !== void 0) {
                                      let data13 = data.last_event_seq;
                                      const _errs39 = errors, _errs40 = errors, value6 = keyword0(data13);
                                      if (value6 === void 0)
                                        return validate0.errors = [{ instancePath: instancePath + "/last_event_seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                      value6 !== data13 && (data13 = value6, data !== void 0 && (data.last_event_seq = value6));
                                      var valid13 = _errs40 === errors;
                                      if (valid13 && (typeof data13 == "number" || typeof data13 == "bigint") && data13 < 1)
                                        return validate0.errors = [{ instancePath: instancePath + "/last_event_seq", schemaPath: "#/properties/last_event_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                      var valid0 = _errs39 === errors;
                                    } else
                                      var valid0 = !0;
                                    if (valid0) {
                                      if (data.event_log_bytes !== void 0) {
                                        let data14 = data.event_log_bytes;
                                        const _errs41 = errors, _errs42 = errors, value7 = keyword0(data14);
                                        if (value7 === void 0)
                                          return validate0.errors = [{ instancePath: instancePath + "/event_log_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                        value7 !== data14 && (data14 = value7, data !== void 0 && (data.event_log_bytes = value7));
                                        var valid14 = _errs42 === errors;
                                        if (valid14 && (typeof data14 == "number" || typeof data14 == "bigint") && data14 < 1)
                                          return validate0.errors = [{ instancePath: instancePath + "/event_log_bytes", schemaPath: "#/properties/event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                        var valid0 = _errs41 === errors;
                                      } else
                                        var valid0 = !0;
                                      if (valid0) {
                                        if (data.event_log_stat_fingerprint !== void 0) {
                                          let data15 = data.event_log_stat_fingerprint;
                                          const _errs43 = errors;
                                          if (errors === errors)
                                            if (typeof data15 == "string") {
                                              if (!pattern6.test(data15))
                                                return validate0.errors = [{ instancePath: instancePath + "/event_log_stat_fingerprint", schemaPath: "hex32/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
                                            } else
                                              return validate0.errors = [{ instancePath: instancePath + "/event_log_stat_fingerprint", schemaPath: "hex32/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                          var valid0 = _errs43 === errors;
                                        } else
                                          var valid0 = !0;
                                        if (valid0) {
                                          if (data.generation_base_seq !== void 0) {
                                            let data16 = data.generation_base_seq;
                                            const _errs46 = errors, _errs47 = errors, value8 = keyword0(data16);
                                            if (value8 === void 0)
                                              return validate0.errors = [{ instancePath: instancePath + "/generation_base_seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                            value8 !== data16 && (data16 = value8, data !== void 0 && (data.generation_base_seq = value8));
                                            var valid16 = _errs47 === errors;
                                            if (valid16 && (typeof data16 == "number" || typeof data16 == "bigint") && data16 < 1)
                                              return validate0.errors = [{ instancePath: instancePath + "/generation_base_seq", schemaPath: "#/properties/generation_base_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                            var valid0 = _errs46 === errors;
                                          } else
                                            var valid0 = !0;
                                          if (valid0) {
                                            if (data.generation_base_bytes !== void 0) {
                                              let data17 = data.generation_base_bytes;
                                              const _errs48 = errors, _errs49 = errors, value9 = keyword0(data17);
                                              if (value9 === void 0)
                                                return validate0.errors = [{ instancePath: instancePath + "/generation_base_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                              value9 !== data17 && (data17 = value9, data !== void 0 && (data.generation_base_bytes = value9));
                                              var valid17 = _errs49 === errors;
                                              if (valid17 && (typeof data17 == "number" || typeof data17 == "bigint") && data17 < 1)
                                                return validate0.errors = [{ instancePath: instancePath + "/generation_base_bytes", schemaPath: "#/properties/generation_base_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                              var valid0 = _errs48 === errors;
                                            } else
                                              var valid0 = !0;
                                            if (valid0) {
                                              if (data.checkpoint_seq !== void 0) {
                                                let data18 = data.checkpoint_seq;
                                                const _errs50 = errors, _errs51 = errors, value10 = data18 === null ? null : keyword0(data18);
                                                if (value10 === void 0)
                                                  return validate0.errors = [{ instancePath: instancePath + "/checkpoint_seq", schemaPath: "u64_or_null/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only, or null" }], !1;
                                                value10 !== data18 && (data18 = value10, data !== void 0 && (data.checkpoint_seq = value10));
                                                var valid18 = _errs51 === errors;
                                                if (valid18 && (typeof data18 == "number" || typeof data18 == "bigint") && data18 < 1)
                                                  return validate0.errors = [{ instancePath: instancePath + "/checkpoint_seq", schemaPath: "#/properties/checkpoint_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                                var valid0 = _errs50 === errors;
                                              } else
                                                var valid0 = !0;
                                              if (valid0) {
                                                if (data.checkpoint_sha256 !== void 0) {
                                                  let data19 = data.checkpoint_sha256;
                                                  const _errs52 = errors, _errs53 = errors;
                                                  if (typeof data19 != "string" && data19 !== null)
                                                    return validate0.errors = [{ instancePath: instancePath + "/checkpoint_sha256", schemaPath: "hex32_or_null/type", keyword: "type", params: { type: schema19.type }, message: "must be string,null" }], !1;
                                                  if (errors === _errs53 && typeof data19 == "string" && !pattern6.test(data19))
                                                    return validate0.errors = [{ instancePath: instancePath + "/checkpoint_sha256", schemaPath: "hex32_or_null/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
                                                  var valid0 = _errs52 === errors;
                                                } else
                                                  var valid0 = !0;
                                                if (valid0)
                                                  if (data.preferences !== void 0) {
                                                    const _errs55 = errors;
                                                    validate1.call(this, data.preferences, { instancePath: instancePath + "/preferences", parentData: data, parentDataProperty: "preferences", rootData }) || (vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length);
                                                    var valid0 = _errs55 === errors;
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
    } else
      return validate0.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate0.errors = vErrors, errors === 0;
}
const schema24 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "authority", type: "object", required: ["schema_version", "session_id", "authority_id", "storage_format", "source"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 1 }, session_id: { $ref: "session_id" }, authority_id: { $ref: "hex16" }, storage_format: { const: "event_log_v1" }, source: { enum: ["native_create", "legacy_migration"] } } };
function validate3(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.authority_id === void 0 && (missing0 = "authority_id") || data.storage_format === void 0 && (missing0 = "storage_format") || data.source === void 0 && (missing0 = "source"))
        return validate3.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "authority_id" || key0 === "storage_format" || key0 === "source")) {
            return validate3.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate3.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 1)
              return validate3.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              let data1 = data.session_id;
              const _errs4 = errors, _errs5 = errors;
              if (typeof data1 != "string")
                return validate3.errors = [{ instancePath: instancePath + "/session_id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs5) {
                const _errs7 = errors, _errs8 = errors;
                if (typeof data1 == "string" && !pattern0.test(data1)) {
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
              if (data.authority_id !== void 0) {
                let data2 = data.authority_id;
                const _errs9 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern1.test(data2))
                      return validate3.errors = [{ instancePath: instancePath + "/authority_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                  } else
                    return validate3.errors = [{ instancePath: instancePath + "/authority_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.storage_format !== void 0) {
                  const _errs12 = errors;
                  if (data.storage_format !== "event_log_v1")
                    return validate3.errors = [{ instancePath: instancePath + "/storage_format", schemaPath: "#/properties/storage_format/const", keyword: "const", params: { allowedValue: "event_log_v1" }, message: "must be equal to constant" }], !1;
                  var valid0 = _errs12 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.source !== void 0) {
                    let data4 = data.source;
                    const _errs13 = errors;
                    if (!(data4 === "native_create" || data4 === "legacy_migration"))
                      return validate3.errors = [{ instancePath: instancePath + "/source", schemaPath: "#/properties/source/enum", keyword: "enum", params: { allowedValues: schema24.properties.source.enum }, message: "must be equal to one of the allowed values" }], !1;
                    var valid0 = _errs13 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate3.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate3.errors = vErrors, errors === 0;
}
function validate4(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.log_generation === void 0 && (missing0 = "log_generation") || data.through_seq === void 0 && (missing0 = "through_seq") || data.through_event_id === void 0 && (missing0 = "through_event_id") || data.through_event_log_bytes === void 0 && (missing0 = "through_event_log_bytes"))
        return validate4.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "log_generation" || key0 === "through_seq" || key0 === "through_event_id" || key0 === "through_event_log_bytes")) {
            return validate4.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate4.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 1)
              return validate4.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              let data1 = data.session_id;
              const _errs4 = errors, _errs5 = errors;
              if (typeof data1 != "string")
                return validate4.errors = [{ instancePath: instancePath + "/session_id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs5) {
                const _errs7 = errors, _errs8 = errors;
                if (typeof data1 == "string" && !pattern0.test(data1)) {
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
                    if (!pattern1.test(data2))
                      return validate4.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                  } else
                    return validate4.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.through_seq !== void 0) {
                  let data3 = data.through_seq;
                  const _errs12 = errors, _errs13 = errors, value1 = keyword0(data3);
                  if (value1 === void 0)
                    return validate4.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value1 !== data3 && (data3 = value1, data !== void 0 && (data.through_seq = value1));
                  var valid4 = _errs13 === errors;
                  if (valid4 && (typeof data3 == "number" || typeof data3 == "bigint") && data3 < 1)
                    return validate4.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "#/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                  var valid0 = _errs12 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.through_event_id !== void 0) {
                    let data4 = data.through_event_id;
                    const _errs14 = errors;
                    if (errors === errors)
                      if (typeof data4 == "string") {
                        if (!pattern1.test(data4))
                          return validate4.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                      } else
                        return validate4.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid0 = _errs14 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0)
                    if (data.through_event_log_bytes !== void 0) {
                      let data5 = data.through_event_log_bytes;
                      const _errs17 = errors, _errs18 = errors, value2 = keyword0(data5);
                      if (value2 === void 0)
                        return validate4.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                      value2 !== data5 && (data5 = value2, data !== void 0 && (data.through_event_log_bytes = value2));
                      var valid6 = _errs18 === errors;
                      if (valid6 && (typeof data5 == "number" || typeof data5 == "bigint") && data5 < 1)
                        return validate4.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "#/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                      var valid0 = _errs17 === errors;
                    } else
                      var valid0 = !0;
                }
              }
            }
          }
        }
      }
    } else
      return validate4.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate4.errors = vErrors, errors === 0;
}
const schema35 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "commit_intent", type: "object", required: ["schema_version", "session_id", "operation_id", "kind", "prior", "proposed"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 1 }, session_id: { $ref: "session_id" }, operation_id: { $ref: "hex16" }, kind: { enum: ["watermark_advance", "log_generation_replace"] }, prior: { $ref: "log_position" }, proposed: { $ref: "log_position" } } };
function validate6(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.log_generation === void 0 && (missing0 = "log_generation") || data.through_seq === void 0 && (missing0 = "through_seq") || data.through_event_id === void 0 && (missing0 = "through_event_id") || data.through_event_log_bytes === void 0 && (missing0 = "through_event_log_bytes"))
        return validate6.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "log_generation" || key0 === "through_seq" || key0 === "through_event_id" || key0 === "through_event_log_bytes")) {
            return validate6.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.log_generation !== void 0) {
            let data0 = data.log_generation;
            const _errs2 = errors;
            if (errors === errors)
              if (typeof data0 == "string") {
                if (!pattern1.test(data0))
                  return validate6.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
              } else
                return validate6.errors = [{ instancePath: instancePath + "/log_generation", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.through_seq !== void 0) {
              let data1 = data.through_seq;
              const _errs5 = errors, _errs6 = errors, value0 = keyword0(data1);
              if (value0 === void 0)
                return validate6.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
              value0 !== data1 && (data1 = value0, data !== void 0 && (data.through_seq = value0));
              var valid2 = _errs6 === errors;
              if (valid2 && (typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1)
                return validate6.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "#/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
              var valid0 = _errs5 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.through_event_id !== void 0) {
                let data2 = data.through_event_id;
                const _errs7 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern1.test(data2))
                      return validate6.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                  } else
                    return validate6.errors = [{ instancePath: instancePath + "/through_event_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs7 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.through_event_log_bytes !== void 0) {
                  let data3 = data.through_event_log_bytes;
                  const _errs10 = errors, _errs11 = errors, value1 = keyword0(data3);
                  if (value1 === void 0)
                    return validate6.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                  value1 !== data3 && (data3 = value1, data !== void 0 && (data.through_event_log_bytes = value1));
                  var valid4 = _errs11 === errors;
                  if (valid4 && (typeof data3 == "number" || typeof data3 == "bigint") && data3 < 1)
                    return validate6.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "#/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                  var valid0 = _errs10 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate6.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate6.errors = vErrors, errors === 0;
}
function validate5(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.operation_id === void 0 && (missing0 = "operation_id") || data.kind === void 0 && (missing0 = "kind") || data.prior === void 0 && (missing0 = "prior") || data.proposed === void 0 && (missing0 = "proposed"))
        return validate5.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "operation_id" || key0 === "kind" || key0 === "prior" || key0 === "proposed")) {
            return validate5.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate5.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 1)
              return validate5.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              let data1 = data.session_id;
              const _errs4 = errors, _errs5 = errors;
              if (typeof data1 != "string")
                return validate5.errors = [{ instancePath: instancePath + "/session_id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs5) {
                const _errs7 = errors, _errs8 = errors;
                if (typeof data1 == "string" && !pattern0.test(data1)) {
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
              if (data.operation_id !== void 0) {
                let data2 = data.operation_id;
                const _errs9 = errors;
                if (errors === errors)
                  if (typeof data2 == "string") {
                    if (!pattern1.test(data2))
                      return validate5.errors = [{ instancePath: instancePath + "/operation_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                  } else
                    return validate5.errors = [{ instancePath: instancePath + "/operation_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.kind !== void 0) {
                  let data3 = data.kind;
                  const _errs12 = errors;
                  if (!(data3 === "watermark_advance" || data3 === "log_generation_replace"))
                    return validate5.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema35.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                  var valid0 = _errs12 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.prior !== void 0) {
                    const _errs13 = errors;
                    validate6.call(this, data.prior, { instancePath: instancePath + "/prior", parentData: data, parentDataProperty: "prior", rootData }) || (vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors), errors = vErrors.length);
                    var valid0 = _errs13 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0)
                    if (data.proposed !== void 0) {
                      const _errs14 = errors;
                      validate6.call(this, data.proposed, { instancePath: instancePath + "/proposed", parentData: data, parentDataProperty: "proposed", rootData }) || (vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors), errors = vErrors.length);
                      var valid0 = _errs14 === errors;
                    } else
                      var valid0 = !0;
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
const schema44 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "authority_intent", type: "object", required: ["schema_version", "session_id", "operation_id", "kind", "authority_id", "prior", "proposed"], additionalProperties: !1, if: { required: ["kind"], properties: { kind: { const: "session_create" } } }, then: { properties: { prior: { type: "null" } } }, else: { properties: { prior: { type: "object" } } }, properties: { schema_version: { $ref: "u64", const: 1 }, session_id: { $ref: "session_id" }, operation_id: { $ref: "hex16" }, kind: { enum: ["session_create", "legacy_to_v3"] }, authority_id: { $ref: "hex16" }, prior: { type: ["object", "null"], required: ["storage_format", "primary_bytes", "primary_sha256"], additionalProperties: !1, properties: { storage_format: { enum: ["legacy_snapshot_v1", "legacy_snapshot_v2"] }, primary_bytes: { $ref: "u64" }, primary_sha256: { $ref: "hex32" } } }, proposed: { type: "object", required: ["storage_format", "log_generation", "through_seq", "through_event_id", "through_event_log_bytes"], additionalProperties: !1, properties: { storage_format: { const: "event_log_v1" }, log_generation: { $ref: "hex16" }, through_seq: { $ref: "u64", minimum: 1 }, through_event_id: { $ref: "hex16" }, through_event_log_bytes: { $ref: "u64", minimum: 1 } } } } };
function validate9(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs1 = errors;
  let valid0 = !0;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.kind === void 0 && (missing0 = "kind")) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    } else if (data.kind !== void 0 && data.kind !== "session_create") {
      const err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data) && data.prior !== void 0 && data.prior !== null)
      return validate9.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/then/properties/prior/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs4 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data) && data.prior !== void 0) {
      let data2 = data.prior;
      if (!(data2 && typeof data2 == "object" && !Array.isArray(data2)))
        return validate9.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/else/properties/prior/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err2 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++, validate9.errors = vErrors, !1;
  }
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.schema_version === void 0 && (missing1 = "schema_version") || data.session_id === void 0 && (missing1 = "session_id") || data.operation_id === void 0 && (missing1 = "operation_id") || data.kind === void 0 && (missing1 = "kind") || data.authority_id === void 0 && (missing1 = "authority_id") || data.prior === void 0 && (missing1 = "prior") || data.proposed === void 0 && (missing1 = "proposed"))
        return validate9.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
      {
        const _errs10 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "operation_id" || key0 === "kind" || key0 === "authority_id" || key0 === "prior" || key0 === "proposed")) {
            return validate9.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs10 === errors) {
          if (data.schema_version !== void 0) {
            let data3 = data.schema_version;
            const _errs11 = errors, _errs12 = errors, value0 = keyword0(data3);
            if (value0 === void 0)
              return validate9.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data3 && (data3 = value0, data !== void 0 && (data.schema_version = value0));
            var valid5 = _errs12 === errors;
            if (valid5 && data3 !== 1)
              return validate9.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid4 = _errs11 === errors;
          } else
            var valid4 = !0;
          if (valid4) {
            if (data.session_id !== void 0) {
              let data4 = data.session_id;
              const _errs13 = errors, _errs14 = errors;
              if (typeof data4 != "string")
                return validate9.errors = [{ instancePath: instancePath + "/session_id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (errors === _errs14) {
                const _errs16 = errors, _errs17 = errors;
                if (typeof data4 == "string" && !pattern0.test(data4)) {
                  const err3 = {};
                  vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                }
                var holds0 = _errs17 === errors;
                holds0 || (errors = _errs16, vErrors !== null && (_errs16 ? vErrors.length = _errs16 : vErrors = null), this.deferred.push({ path: instancePath + "/session_id", rule: "state/session-id", fxError: "InvalidDurableField" }));
              }
              var valid4 = _errs13 === errors;
            } else
              var valid4 = !0;
            if (valid4) {
              if (data.operation_id !== void 0) {
                let data5 = data.operation_id;
                const _errs18 = errors;
                if (errors === errors)
                  if (typeof data5 == "string") {
                    if (!pattern1.test(data5))
                      return validate9.errors = [{ instancePath: instancePath + "/operation_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                  } else
                    return validate9.errors = [{ instancePath: instancePath + "/operation_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid4 = _errs18 === errors;
              } else
                var valid4 = !0;
              if (valid4) {
                if (data.kind !== void 0) {
                  let data6 = data.kind;
                  const _errs21 = errors;
                  if (!(data6 === "session_create" || data6 === "legacy_to_v3"))
                    return validate9.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema44.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                  var valid4 = _errs21 === errors;
                } else
                  var valid4 = !0;
                if (valid4) {
                  if (data.authority_id !== void 0) {
                    let data7 = data.authority_id;
                    const _errs22 = errors;
                    if (errors === errors)
                      if (typeof data7 == "string") {
                        if (!pattern1.test(data7))
                          return validate9.errors = [{ instancePath: instancePath + "/authority_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                      } else
                        return validate9.errors = [{ instancePath: instancePath + "/authority_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid4 = _errs22 === errors;
                  } else
                    var valid4 = !0;
                  if (valid4) {
                    if (data.prior !== void 0) {
                      let data8 = data.prior;
                      const _errs25 = errors;
                      if (!(data8 && typeof data8 == "object" && !Array.isArray(data8)) && data8 !== null)
                        return validate9.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/properties/prior/type", keyword: "type", params: { type: schema44.properties.prior.type }, message: "must be object,null" }], !1;
                      if (errors === _errs25 && data8 && typeof data8 == "object" && !Array.isArray(data8)) {
                        let missing2;
                        if (data8.storage_format === void 0 && (missing2 = "storage_format") || data8.primary_bytes === void 0 && (missing2 = "primary_bytes") || data8.primary_sha256 === void 0 && (missing2 = "primary_sha256"))
                          return validate9.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/properties/prior/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                        {
                          const _errs27 = errors;
                          for (const key1 in data8)
                            if (!(key1 === "storage_format" || key1 === "primary_bytes" || key1 === "primary_sha256")) {
                              return validate9.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/properties/prior/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }], !1;
                              break;
                            }
                          if (_errs27 === errors) {
                            if (data8.storage_format !== void 0) {
                              let data9 = data8.storage_format;
                              const _errs28 = errors;
                              if (!(data9 === "legacy_snapshot_v1" || data9 === "legacy_snapshot_v2"))
                                return validate9.errors = [{ instancePath: instancePath + "/prior/storage_format", schemaPath: "#/properties/prior/properties/storage_format/enum", keyword: "enum", params: { allowedValues: schema44.properties.prior.properties.storage_format.enum }, message: "must be equal to one of the allowed values" }], !1;
                              var valid9 = _errs28 === errors;
                            } else
                              var valid9 = !0;
                            if (valid9) {
                              if (data8.primary_bytes !== void 0) {
                                let data10 = data8.primary_bytes;
                                const _errs29 = errors, value1 = keyword0(data10);
                                if (value1 === void 0)
                                  return validate9.errors = [{ instancePath: instancePath + "/prior/primary_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                value1 !== data10 && (data10 = value1, data8 !== void 0 && (data8.primary_bytes = value1));
                                var valid9 = _errs29 === errors;
                              } else
                                var valid9 = !0;
                              if (valid9)
                                if (data8.primary_sha256 !== void 0) {
                                  let data11 = data8.primary_sha256;
                                  const _errs31 = errors;
                                  if (errors === errors)
                                    if (typeof data11 == "string") {
                                      if (!pattern6.test(data11))
                                        return validate9.errors = [{ instancePath: instancePath + "/prior/primary_sha256", schemaPath: "hex32/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
                                    } else
                                      return validate9.errors = [{ instancePath: instancePath + "/prior/primary_sha256", schemaPath: "hex32/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                  var valid9 = _errs31 === errors;
                                } else
                                  var valid9 = !0;
                            }
                          }
                        }
                      }
                      var valid4 = _errs25 === errors;
                    } else
                      var valid4 = !0;
                    if (valid4)
                      if (data.proposed !== void 0) {
                        let data12 = data.proposed;
                        const _errs34 = errors;
                        if (errors === _errs34)
                          if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                            let missing3;
                            if (data12.storage_format === void 0 && (missing3 = "storage_format") || data12.log_generation === void 0 && (missing3 = "log_generation") || data12.through_seq === void 0 && (missing3 = "through_seq") || data12.through_event_id === void 0 && (missing3 = "through_event_id") || data12.through_event_log_bytes === void 0 && (missing3 = "through_event_log_bytes"))
                              return validate9.errors = [{ instancePath: instancePath + "/proposed", schemaPath: "#/properties/proposed/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }], !1;
                            {
                              const _errs36 = errors;
                              for (const key2 in data12)
                                if (!(key2 === "storage_format" || key2 === "log_generation" || key2 === "through_seq" || key2 === "through_event_id" || key2 === "through_event_log_bytes")) {
                                  return validate9.errors = [{ instancePath: instancePath + "/proposed", schemaPath: "#/properties/proposed/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" }], !1;
                                  break;
                                }
                              if (_errs36 === errors) {
                                if (data12.storage_format !== void 0) {
                                  const _errs37 = errors;
                                  if (data12.storage_format !== "event_log_v1")
                                    return validate9.errors = [{ instancePath: instancePath + "/proposed/storage_format", schemaPath: "#/properties/proposed/properties/storage_format/const", keyword: "const", params: { allowedValue: "event_log_v1" }, message: "must be equal to constant" }], !1;
                                  var valid12 = _errs37 === errors;
                                } else
                                  var valid12 = !0;
                                if (valid12) {
                                  if (data12.log_generation !== void 0) {
                                    let data14 = data12.log_generation;
                                    const _errs38 = errors;
                                    if (errors === errors)
                                      if (typeof data14 == "string") {
                                        if (!pattern1.test(data14))
                                          return validate9.errors = [{ instancePath: instancePath + "/proposed/log_generation", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                                      } else
                                        return validate9.errors = [{ instancePath: instancePath + "/proposed/log_generation", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                    var valid12 = _errs38 === errors;
                                  } else
                                    var valid12 = !0;
                                  if (valid12) {
                                    if (data12.through_seq !== void 0) {
                                      let data15 = data12.through_seq;
                                      const _errs41 = errors, _errs42 = errors, value2 = keyword0(data15);
                                      if (value2 === void 0)
                                        return validate9.errors = [{ instancePath: instancePath + "/proposed/through_seq", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                      value2 !== data15 && (data15 = value2, data12 !== void 0 && (data12.through_seq = value2));
                                      var valid14 = _errs42 === errors;
                                      if (valid14 && (typeof data15 == "number" || typeof data15 == "bigint") && data15 < 1)
                                        return validate9.errors = [{ instancePath: instancePath + "/proposed/through_seq", schemaPath: "#/properties/proposed/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                      var valid12 = _errs41 === errors;
                                    } else
                                      var valid12 = !0;
                                    if (valid12) {
                                      if (data12.through_event_id !== void 0) {
                                        let data16 = data12.through_event_id;
                                        const _errs43 = errors;
                                        if (errors === errors)
                                          if (typeof data16 == "string") {
                                            if (!pattern1.test(data16))
                                              return validate9.errors = [{ instancePath: instancePath + "/proposed/through_event_id", schemaPath: "hex16/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
                                          } else
                                            return validate9.errors = [{ instancePath: instancePath + "/proposed/through_event_id", schemaPath: "hex16/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                        var valid12 = _errs43 === errors;
                                      } else
                                        var valid12 = !0;
                                      if (valid12)
                                        if (data12.through_event_log_bytes !== void 0) {
                                          let data17 = data12.through_event_log_bytes;
                                          const _errs46 = errors, _errs47 = errors, value3 = keyword0(data17);
                                          if (value3 === void 0)
                                            return validate9.errors = [{ instancePath: instancePath + "/proposed/through_event_log_bytes", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                          value3 !== data17 && (data17 = value3, data12 !== void 0 && (data12.through_event_log_bytes = value3));
                                          var valid16 = _errs47 === errors;
                                          if (valid16 && (typeof data17 == "number" || typeof data17 == "bigint") && data17 < 1)
                                            return validate9.errors = [{ instancePath: instancePath + "/proposed/through_event_log_bytes", schemaPath: "#/properties/proposed/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                          var valid12 = _errs46 === errors;
                                        } else
                                          var valid12 = !0;
                                    }
                                  }
                                }
                              }
                            }
                          } else
                            return validate9.errors = [{ instancePath: instancePath + "/proposed", schemaPath: "#/properties/proposed/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid4 = _errs34 === errors;
                      } else
                        var valid4 = !0;
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate9.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate9.errors = vErrors, errors === 0;
}
const schema55 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "display", type: "object", required: ["schema_version", "title", "preview", "origin_workspace_root"], additionalProperties: !0, properties: { schema_version: { $ref: "u64", const: 1 }, title: { type: "string", minBytes: 1 }, preview: { type: ["string", "null"] }, origin_workspace_root: { type: ["string", "null"] } } }, keyword29 = keywords.hasMinBytes;
function validate10(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.title === void 0 && (missing0 = "title") || data.preview === void 0 && (missing0 = "preview") || data.origin_workspace_root === void 0 && (missing0 = "origin_workspace_root"))
        return validate10.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.schema_version !== void 0) {
        let data0 = data.schema_version;
        const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
        if (value0 === void 0)
          return validate10.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
        value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
        var valid1 = _errs3 === errors;
        if (valid1 && data0 !== 1)
          return validate10.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
        var valid0 = _errs2 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.title !== void 0) {
          let data1 = data.title;
          const _errs4 = errors;
          if (typeof data1 != "string")
            return validate10.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
          if (!keyword29(data1, 1))
            return validate10.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/minBytes", keyword: "minBytes", params: { expected: "at least 1 bytes long" }, message: "must be at least 1 bytes long" }], !1;
          var valid0 = _errs4 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.preview !== void 0) {
            let data2 = data.preview;
            const _errs6 = errors;
            if (typeof data2 != "string" && data2 !== null)
              return validate10.errors = [{ instancePath: instancePath + "/preview", schemaPath: "#/properties/preview/type", keyword: "type", params: { type: schema55.properties.preview.type }, message: "must be string,null" }], !1;
            var valid0 = _errs6 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.origin_workspace_root !== void 0) {
              let data3 = data.origin_workspace_root;
              const _errs8 = errors;
              if (typeof data3 != "string" && data3 !== null)
                return validate10.errors = [{ instancePath: instancePath + "/origin_workspace_root", schemaPath: "#/properties/origin_workspace_root/type", keyword: "type", params: { type: schema55.properties.origin_workspace_root.type }, message: "must be string,null" }], !1;
              var valid0 = _errs8 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate10.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate10.errors = vErrors, errors === 0;
}
const schema57 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "index", type: "object", required: ["schema_version", "sessions"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 3 }, sessions: { type: "array", items: { type: "object", required: ["id", "created_at_ms", "updated_at_ms", "conversation_language", "history_len"], additionalProperties: !0, properties: { id: { $ref: "session_id" }, created_at_ms: { $ref: "i64" }, updated_at_ms: { $ref: "i64" }, workspace_root: { type: ["string", "null"] }, origin_workspace_root: { type: ["string", "null"] }, conversation_language: { type: "string" }, history_len: { $ref: "u64" }, has_managed_children: { type: "boolean" }, display_metadata_present: { type: "boolean" }, title: { type: ["string", "null"] }, preview: { type: ["string", "null"] } } } } } };
function validate11(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.sessions === void 0 && (missing0 = "sessions"))
        return validate11.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "sessions")) {
            return validate11.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors, _errs3 = errors, value0 = keyword0(data0);
            if (value0 === void 0)
              return validate11.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data0 && (data0 = value0, data !== void 0 && (data.schema_version = value0));
            var valid1 = _errs3 === errors;
            if (valid1 && data0 !== 3)
              return validate11.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 3 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.sessions !== void 0) {
              let data1 = data.sessions;
              const _errs4 = errors;
              if (errors === _errs4)
                if (Array.isArray(data1)) {
                  var valid2 = !0;
                  const len0 = data1.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data2 = data1[i0];
                    const _errs6 = errors;
                    if (errors === _errs6)
                      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                        let missing1;
                        if (data2.id === void 0 && (missing1 = "id") || data2.created_at_ms === void 0 && (missing1 = "created_at_ms") || data2.updated_at_ms === void 0 && (missing1 = "updated_at_ms") || data2.conversation_language === void 0 && (missing1 = "conversation_language") || data2.history_len === void 0 && (missing1 = "history_len"))
                          return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0, schemaPath: "#/properties/sessions/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                        if (data2.id !== void 0) {
                          let data3 = data2.id;
                          const _errs9 = errors, _errs10 = errors;
                          if (typeof data3 != "string")
                            return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                          if (errors === _errs10) {
                            const _errs12 = errors, _errs13 = errors;
                            if (typeof data3 == "string" && !pattern0.test(data3)) {
                              const err0 = {};
                              vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                            }
                            var holds0 = _errs13 === errors;
                            holds0 || (errors = _errs12, vErrors !== null && (_errs12 ? vErrors.length = _errs12 : vErrors = null), this.deferred.push({ path: instancePath + "/sessions/" + i0 + "/id", rule: "state/session-id", fxError: "InvalidDurableField" }));
                          }
                          var valid3 = _errs9 === errors;
                        } else
                          var valid3 = !0;
                        if (valid3) {
                          if (data2.created_at_ms !== void 0) {
                            let data4 = data2.created_at_ms;
                            const _errs14 = errors, value1 = keyword1(data4);
                            if (value1 === void 0)
                              return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/created_at_ms", schemaPath: "i64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                            value1 !== data4 && (data4 = value1, data2 !== void 0 && (data2.created_at_ms = value1));
                            var valid3 = _errs14 === errors;
                          } else
                            var valid3 = !0;
                          if (valid3) {
                            if (data2.updated_at_ms !== void 0) {
                              let data5 = data2.updated_at_ms;
                              const _errs16 = errors, value2 = keyword1(data5);
                              if (value2 === void 0)
                                return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/updated_at_ms", schemaPath: "i64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1;
                              value2 !== data5 && (data5 = value2, data2 !== void 0 && (data2.updated_at_ms = value2));
                              var valid3 = _errs16 === errors;
                            } else
                              var valid3 = !0;
                            if (valid3) {
                              if (data2.workspace_root !== void 0) {
                                let data6 = data2.workspace_root;
                                const _errs18 = errors;
                                if (typeof data6 != "string" && data6 !== null)
                                  return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/workspace_root", schemaPath: "#/properties/sessions/items/properties/workspace_root/type", keyword: "type", params: { type: schema57.properties.sessions.items.properties.workspace_root.type }, message: "must be string,null" }], !1;
                                var valid3 = _errs18 === errors;
                              } else
                                var valid3 = !0;
                              if (valid3) {
                                if (data2.origin_workspace_root !== void 0) {
                                  let data7 = data2.origin_workspace_root;
                                  const _errs20 = errors;
                                  if (typeof data7 != "string" && data7 !== null)
                                    return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/origin_workspace_root", schemaPath: "#/properties/sessions/items/properties/origin_workspace_root/type", keyword: "type", params: { type: schema57.properties.sessions.items.properties.origin_workspace_root.type }, message: "must be string,null" }], !1;
                                  var valid3 = _errs20 === errors;
                                } else
                                  var valid3 = !0;
                                if (valid3) {
                                  if (data2.conversation_language !== void 0) {
                                    const _errs22 = errors;
                                    if (typeof data2.conversation_language != "string")
                                      return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/conversation_language", schemaPath: "#/properties/sessions/items/properties/conversation_language/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                    var valid3 = _errs22 === errors;
                                  } else
                                    var valid3 = !0;
                                  if (valid3) {
                                    if (data2.history_len !== void 0) {
                                      let data9 = data2.history_len;
                                      const _errs24 = errors, value3 = keyword0(data9);
                                      if (value3 === void 0)
                                        return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/history_len", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
                                      value3 !== data9 && (data9 = value3, data2 !== void 0 && (data2.history_len = value3));
                                      var valid3 = _errs24 === errors;
                                    } else
                                      var valid3 = !0;
                                    if (valid3) {
                                      if (data2.has_managed_children !== void 0) {
                                        const _errs26 = errors;
                                        if (typeof data2.has_managed_children != "boolean")
                                          return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/has_managed_children", schemaPath: "#/properties/sessions/items/properties/has_managed_children/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                        var valid3 = _errs26 === errors;
                                      } else
                                        var valid3 = !0;
                                      if (valid3) {
                                        if (data2.display_metadata_present !== void 0) {
                                          const _errs28 = errors;
                                          if (typeof data2.display_metadata_present != "boolean")
                                            return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/display_metadata_present", schemaPath: "#/properties/sessions/items/properties/display_metadata_present/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                          var valid3 = _errs28 === errors;
                                        } else
                                          var valid3 = !0;
                                        if (valid3) {
                                          if (data2.title !== void 0) {
                                            let data12 = data2.title;
                                            const _errs30 = errors;
                                            if (typeof data12 != "string" && data12 !== null)
                                              return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/title", schemaPath: "#/properties/sessions/items/properties/title/type", keyword: "type", params: { type: schema57.properties.sessions.items.properties.title.type }, message: "must be string,null" }], !1;
                                            var valid3 = _errs30 === errors;
                                          } else
                                            var valid3 = !0;
                                          if (valid3)
                                            if (data2.preview !== void 0) {
                                              let data13 = data2.preview;
                                              const _errs32 = errors;
                                              if (typeof data13 != "string" && data13 !== null)
                                                return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/preview", schemaPath: "#/properties/sessions/items/properties/preview/type", keyword: "type", params: { type: schema57.properties.sessions.items.properties.preview.type }, message: "must be string,null" }], !1;
                                              var valid3 = _errs32 === errors;
                                            } else
                                              var valid3 = !0;
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
                        return validate11.errors = [{ instancePath: instancePath + "/sessions/" + i0, schemaPath: "#/properties/sessions/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                    var valid2 = _errs6 === errors;
                    if (!valid2)
                      break;
                  }
                } else
                  return validate11.errors = [{ instancePath: instancePath + "/sessions", schemaPath: "#/properties/sessions/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
              var valid0 = _errs4 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate11.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate11.errors = vErrors, errors === 0;
}
const schema63 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "latest_pointer", type: "object", required: ["schema_version", "status", "workspace_root", "session_id", "updated_at_ms"], additionalProperties: !1, if: { required: ["status"], properties: { status: { const: "pending" } } }, then: { properties: { updated_at_ms: { type: "null" } } }, else: { properties: { updated_at_ms: { not: { type: "null" } } } }, properties: { schema_version: { $ref: "u64", const: 2 }, status: { enum: ["ready", "pending"] }, workspace_root: { type: "string" }, session_id: { $ref: "session_id" }, updated_at_ms: { fxInteger: { value: "i64", isNullable: !0 } } } };
function validate12(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const _errs1 = errors;
  let valid0 = !0;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.status === void 0 && (missing0 = "status")) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    } else if (data.status !== void 0 && data.status !== "pending") {
      const err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null);
  let ifClause0;
  if (_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data) && data.updated_at_ms !== void 0 && data.updated_at_ms !== null)
      return validate12.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "#/then/properties/updated_at_ms/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs4 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data) && data.updated_at_ms !== void 0) {
      const _errs9 = errors, _errs10 = errors;
      if (data.updated_at_ms !== null) {
        const err2 = {};
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
      var valid4 = _errs10 === errors;
      if (valid4)
        return validate12.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "#/else/properties/updated_at_ms/not", keyword: "not", params: {}, message: "must NOT be valid" }], !1;
      errors = _errs9, vErrors !== null && (_errs9 ? vErrors.length = _errs9 : vErrors = null);
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err3 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate12.errors = vErrors, !1;
  }
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.schema_version === void 0 && (missing1 = "schema_version") || data.status === void 0 && (missing1 = "status") || data.workspace_root === void 0 && (missing1 = "workspace_root") || data.session_id === void 0 && (missing1 = "session_id") || data.updated_at_ms === void 0 && (missing1 = "updated_at_ms"))
        return validate12.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
      {
        const _errs12 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "status" || key0 === "workspace_root" || key0 === "session_id" || key0 === "updated_at_ms")) {
            return validate12.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs12 === errors) {
          if (data.schema_version !== void 0) {
            let data3 = data.schema_version;
            const _errs13 = errors, _errs14 = errors, value0 = keyword0(data3);
            if (value0 === void 0)
              return validate12.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "u64/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1;
            value0 !== data3 && (data3 = value0, data !== void 0 && (data.schema_version = value0));
            var valid6 = _errs14 === errors;
            if (valid6 && data3 !== 2)
              return validate12.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 2 }, message: "must be equal to constant" }], !1;
            var valid5 = _errs13 === errors;
          } else
            var valid5 = !0;
          if (valid5) {
            if (data.status !== void 0) {
              let data4 = data.status;
              const _errs15 = errors;
              if (!(data4 === "ready" || data4 === "pending"))
                return validate12.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema63.properties.status.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid5 = _errs15 === errors;
            } else
              var valid5 = !0;
            if (valid5) {
              if (data.workspace_root !== void 0) {
                const _errs16 = errors;
                if (typeof data.workspace_root != "string")
                  return validate12.errors = [{ instancePath: instancePath + "/workspace_root", schemaPath: "#/properties/workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid5 = _errs16 === errors;
              } else
                var valid5 = !0;
              if (valid5) {
                if (data.session_id !== void 0) {
                  let data6 = data.session_id;
                  const _errs18 = errors, _errs19 = errors;
                  if (typeof data6 != "string")
                    return validate12.errors = [{ instancePath: instancePath + "/session_id", schemaPath: "session_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  if (errors === _errs19) {
                    const _errs21 = errors, _errs22 = errors;
                    if (typeof data6 == "string" && !pattern0.test(data6)) {
                      const err4 = {};
                      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                    }
                    var holds0 = _errs22 === errors;
                    holds0 || (errors = _errs21, vErrors !== null && (_errs21 ? vErrors.length = _errs21 : vErrors = null), this.deferred.push({ path: instancePath + "/session_id", rule: "state/session-id", fxError: "InvalidDurableField" }));
                  }
                  var valid5 = _errs18 === errors;
                } else
                  var valid5 = !0;
                if (valid5)
                  if (data.updated_at_ms !== void 0) {
                    let data7 = data.updated_at_ms;
                    const _errs23 = errors, value1 = data7 === null ? null : keyword1(data7);
                    if (value1 === void 0)
                      return validate12.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "#/properties/updated_at_ms/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only, or null" }], !1;
                    value1 !== data7 && (data7 = value1, data !== void 0 && (data.updated_at_ms = value1));
                    var valid5 = _errs23 === errors;
                  } else
                    var valid5 = !0;
              }
            }
          }
        }
      }
    } else
      return validate12.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate12.errors = vErrors, errors === 0;
}
const untyped = {
  manifest: validate0,
  authority: validate3,
  watermark: validate4,
  commit_intent: validate5,
  authority_intent: validate9,
  display: validate10,
  index: validate11,
  latest_pointer: validate12
};

/** Names of these validators. */
export type ControlFileValidatorName =
  | 'manifest'
  | 'authority'
  | 'watermark'
  | 'commit_intent'
  | 'authority_intent'
  | 'display'
  | 'index'
  | 'latest_pointer';

export const controlFileValidators: Readonly<Record<ControlFileValidatorName, Validator>> = untyped;
