// @ts-nocheck
// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { ValidationContext } from '../../../keywords.js';
import type { Validator } from '../../../validator.js';
import * as keywords from "../../../keywords.js";
const schema0 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "manifest", type: "object", required: ["schema_version", "storage_format", "id", "authority_id", "log_generation", "created_at_ms", "updated_at_ms", "origin_workspace_root", "workspace_root", "conversation_language", "history_len", "total_input_tokens", "total_output_tokens", "last_event_seq", "event_log_bytes", "event_log_stat_fingerprint", "generation_base_seq", "generation_base_bytes", "checkpoint_seq", "checkpoint_sha256", "preferences"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 3 }, storage_format: { const: "event_log_v1" }, id: { $ref: "session_id" }, authority_id: { $ref: "hex16" }, log_generation: { $ref: "hex16" }, created_at_ms: { $ref: "non_negative_time" }, updated_at_ms: { $ref: "non_negative_time" }, origin_workspace_root: { $ref: "workspace_root" }, workspace_root: { $ref: "workspace_root" }, conversation_language: { $ref: "language" }, history_len: { $ref: "u64" }, total_input_tokens: { $ref: "u64" }, total_output_tokens: { $ref: "u64" }, last_event_seq: { $ref: "u64", minimum: 1 }, event_log_bytes: { $ref: "u64", minimum: 1 }, event_log_stat_fingerprint: { $ref: "hex32" }, generation_base_seq: { $ref: "u64", minimum: 1 }, generation_base_bytes: { $ref: "u64", minimum: 1 }, checkpoint_seq: { $ref: "u64_or_null", minimum: 1 }, checkpoint_sha256: { $ref: "hex32_or_null" }, preferences: { $ref: "preferences" } } }, func0 = Object.prototype.hasOwnProperty;
const keyword0 = keywords.readU64;
function validate1(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword0(data);
  return value0 === void 0 ? (validate1.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate1.errors = vErrors, errors === 0);
}
const pattern0 = new RegExp("^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,255}$", "u");
function validate3(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string")
    return validate3.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  if (errors === 0) {
    const _errs1 = errors, _errs2 = errors;
    if (typeof data == "string" && !pattern0.test(data)) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    var holds0 = _errs2 === errors;
    holds0 || (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), this.deferred.push({ path: instancePath, rule: "state/session-id", fxError: "InvalidDurableField" }));
  }
  return validate3.errors = vErrors, errors === 0;
}
const pattern1 = new RegExp("^[0-9a-f]{32}$", "u");
function validate5(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern1.test(data))
        return validate5.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "32 lower-case hex digits", pattern: "^[0-9a-f]{32}$" }, message: "must be 32 lower-case hex digits" }], !1;
    } else
      return validate5.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate5.errors = vErrors, errors === 0;
}
const keyword1 = keywords.readI64;
function validate8(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword1(data);
  return value0 === void 0 ? (validate8.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), (typeof data == "number" || typeof data == "bigint") && data < 0 ? (validate8.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { limit: 0 }, message: "must be at least 0" }], !1) : (validate8.errors = vErrors, errors === 0));
}
const keyword2 = keywords.hasMaxBytes, pattern2 = new RegExp("^/", "u");
function validate11(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string")
    return validate11.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  if (errors === 0) {
    const _errs1 = errors, _errs2 = errors;
    if (!keyword2(data, 4096)) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (errors === _errs2 && typeof data == "string" && !pattern2.test(data)) {
      const err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    var holds0 = _errs2 === errors;
    holds0 || (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), this.deferred.push({ path: instancePath, rule: "state/workspace-root", fxError: "InvalidDurableField" }));
  }
  return validate11.errors = vErrors, errors === 0;
}
const pattern3 = new RegExp("^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$", "u");
function validate14(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!keyword2(data, 24))
    return validate14.errors = [{ instancePath, schemaPath: "#/maxBytes", keyword: "maxBytes", params: { expected: "at most 24 bytes long" }, message: "must be at most 24 bytes long" }], !1;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern3.test(data))
        return validate14.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "a language of 1 to 24 bytes without control characters or blanks at its ends", pattern: "^(?! )[^\\u0000-\\u001f\\u007f]+(?<! )$" }, message: "must be a language of 1 to 24 bytes without control characters or blanks at its ends" }], !1;
    } else
      return validate14.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate14.errors = vErrors, errors === 0;
}
const pattern4 = new RegExp("^[0-9a-f]{64}$", "u");
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (typeof data == "string") {
      if (!pattern4.test(data))
        return validate21.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1;
    } else
      return validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  return validate21.errors = vErrors, errors === 0;
}
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = data === null ? null : keyword0(data);
  return value0 === void 0 ? (validate25.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of 0 to 18446744073709551615, in digits only" }, message: "must be an integer of 0 to 18446744073709551615, in digits only, or null" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate25.errors = vErrors, errors === 0);
}
const schema9 = { type: ["string", "null"], pattern: "^[0-9a-f]{64}$", expected: "64 lower-case hex digits", $id: "hex32_or_null" };
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  return typeof data != "string" && data !== null ? (validate27.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema9.type }, message: "must be string,null" }], !1) : errors === 0 && typeof data == "string" && !pattern4.test(data) ? (validate27.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { expected: "64 lower-case hex digits", pattern: "^[0-9a-f]{64}$" }, message: "must be 64 lower-case hex digits" }], !1) : (validate27.errors = vErrors, errors === 0);
}
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string")
    return validate30.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
  if (errors === 0) {
    const _errs1 = errors, _errs2 = errors;
    if (!keyword2(data, 1024)) {
      const err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (errors === _errs2 && typeof data == "string" && !pattern3.test(data)) {
      const err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    var holds0 = _errs2 === errors;
    holds0 || (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), this.deferred.push({ path: instancePath, rule: "state/model", fxError: "InvalidDurableField" }));
  }
  return validate30.errors = vErrors, errors === 0;
}
const keyword6 = keywords.readEffort;
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword6(data);
  return value0 === void 0 ? (validate32.errors = [{ instancePath, schemaPath: "#/effort", keyword: "effort", params: { expected: "1 to 64 letters, digits, dots, hyphens or underscores" }, message: "must be 1 to 64 letters, digits, dots, hyphens or underscores" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate32.errors = vErrors, errors === 0);
}
const keyword7 = keywords.readAsciiWord;
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword7(data, ["gateway", "codex", "grok"]);
  return value0 === void 0 ? (validate34.errors = [{ instancePath, schemaPath: "#/asciiWord", keyword: "asciiWord", params: { expected: "one of gateway, codex, grok, in any case" }, message: "must be one of gateway, codex, grok, in any case" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate34.errors = vErrors, errors === 0);
}
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.model === void 0 && (missing0 = "model") || data.effort === void 0 && (missing0 = "effort") || data.fast_mode === void 0 && (missing0 = "fast_mode"))
        return validate29.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "model" || key0 === "effort" || key0 === "fast_mode" || key0 === "provider")) {
            return validate29.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.model !== void 0) {
            const _errs2 = errors;
            validate30.call(this, data.model, { instancePath: instancePath + "/model", parentData: data, parentDataProperty: "model", rootData }) || (vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors), errors = vErrors.length);
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.effort !== void 0) {
              const _errs3 = errors;
              validate32.call(this, data.effort, { instancePath: instancePath + "/effort", parentData: data, parentDataProperty: "effort", rootData }) || (vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors), errors = vErrors.length);
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.fast_mode !== void 0) {
                const _errs4 = errors;
                if (typeof data.fast_mode != "boolean")
                  return validate29.errors = [{ instancePath: instancePath + "/fast_mode", schemaPath: "#/properties/fast_mode/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.provider !== void 0) {
                  const _errs6 = errors;
                  validate34.call(this, data.provider, { instancePath: instancePath + "/provider", parentData: data, parentDataProperty: "provider", rootData }) || (vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors), errors = vErrors.length);
                  var valid0 = _errs6 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate29.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate29.errors = vErrors, errors === 0;
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
            const _errs2 = errors;
            if (!validate1.call(this, data0, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
            else if (data0 !== 3)
              return validate0.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 3 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.storage_format !== void 0) {
              const _errs3 = errors;
              if (data.storage_format !== "event_log_v1")
                return validate0.errors = [{ instancePath: instancePath + "/storage_format", schemaPath: "#/properties/storage_format/const", keyword: "const", params: { allowedValue: "event_log_v1" }, message: "must be equal to constant" }], !1;
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.id !== void 0) {
                const _errs4 = errors;
                validate3.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors), errors = vErrors.length);
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.authority_id !== void 0) {
                  const _errs5 = errors;
                  validate5.call(this, data.authority_id, { instancePath: instancePath + "/authority_id", parentData: data, parentDataProperty: "authority_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                  var valid0 = _errs5 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.log_generation !== void 0) {
                    const _errs6 = errors;
                    validate5.call(this, data.log_generation, { instancePath: instancePath + "/log_generation", parentData: data, parentDataProperty: "log_generation", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                    var valid0 = _errs6 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.created_at_ms !== void 0) {
                      const _errs7 = errors;
                      validate8.call(this, data.created_at_ms, { instancePath: instancePath + "/created_at_ms", parentData: data, parentDataProperty: "created_at_ms", rootData }) || (vErrors = vErrors === null ? validate8.errors : vErrors.concat(validate8.errors), errors = vErrors.length);
                      var valid0 = _errs7 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.updated_at_ms !== void 0) {
                        const _errs8 = errors;
                        validate8.call(this, data.updated_at_ms, { instancePath: instancePath + "/updated_at_ms", parentData: data, parentDataProperty: "updated_at_ms", rootData }) || (vErrors = vErrors === null ? validate8.errors : vErrors.concat(validate8.errors), errors = vErrors.length);
                        var valid0 = _errs8 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.origin_workspace_root !== void 0) {
                          const _errs9 = errors;
                          validate11.call(this, data.origin_workspace_root, { instancePath: instancePath + "/origin_workspace_root", parentData: data, parentDataProperty: "origin_workspace_root", rootData }) || (vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors), errors = vErrors.length);
                          var valid0 = _errs9 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.workspace_root !== void 0) {
                            const _errs10 = errors;
                            validate11.call(this, data.workspace_root, { instancePath: instancePath + "/workspace_root", parentData: data, parentDataProperty: "workspace_root", rootData }) || (vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors), errors = vErrors.length);
                            var valid0 = _errs10 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.conversation_language !== void 0) {
                              const _errs11 = errors;
                              validate14.call(this, data.conversation_language, { instancePath: instancePath + "/conversation_language", parentData: data, parentDataProperty: "conversation_language", rootData }) || (vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors), errors = vErrors.length);
                              var valid0 = _errs11 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.history_len !== void 0) {
                                const _errs12 = errors;
                                validate1.call(this, data.history_len, { instancePath: instancePath + "/history_len", parentData: data, parentDataProperty: "history_len", rootData }) || (vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length);
                                var valid0 = _errs12 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.total_input_tokens !== void 0) {
                                  const _errs13 = errors;
                                  validate1.call(this, data.total_input_tokens, { instancePath: instancePath + "/total_input_tokens", parentData: data, parentDataProperty: "total_input_tokens", rootData }) || (vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length);
                                  var valid0 = _errs13 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0) {
                                  if (data.total_output_tokens !== void 0) {
                                    const _errs14 = errors;
                                    validate1.call(this, data.total_output_tokens, { instancePath: instancePath + "/total_output_tokens", parentData: data, parentDataProperty: "total_output_tokens", rootData }) || (vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length);
                                    var valid0 = _errs14 === errors;
                                  } else
                                    var valid0 = !0;
                                  if (valid0) {
                                    if (data.last_event_seq !== void 0) {
                                      let data13 = data.last_event_seq;
                                      const _errs15 = errors;
                                      if (!validate1.call(this, data13, { instancePath: instancePath + "/last_event_seq", parentData: data, parentDataProperty: "last_event_seq", rootData }))
                                        vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                                      else if ((typeof data13 == "number" || typeof data13 == "bigint") && data13 < 1)
                                        return validate0.errors = [{ instancePath: instancePath + "/last_event_seq", schemaPath: "#/properties/last_event_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                      var valid0 = _errs15 === errors;
                                    } else
                                      var valid0 = !0;
                                    if (valid0) {
                                      if (data.event_log_bytes !== void 0) {
                                        let data14 = data.event_log_bytes;
                                        const _errs16 = errors;
                                        if (!validate1.call(this, data14, { instancePath: instancePath + "/event_log_bytes", parentData: data, parentDataProperty: "event_log_bytes", rootData }))
                                          vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                                        else if ((typeof data14 == "number" || typeof data14 == "bigint") && data14 < 1)
                                          return validate0.errors = [{ instancePath: instancePath + "/event_log_bytes", schemaPath: "#/properties/event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                        var valid0 = _errs16 === errors;
                                      } else
                                        var valid0 = !0;
                                      if (valid0) {
                                        if (data.event_log_stat_fingerprint !== void 0) {
                                          const _errs17 = errors;
                                          validate21.call(this, data.event_log_stat_fingerprint, { instancePath: instancePath + "/event_log_stat_fingerprint", parentData: data, parentDataProperty: "event_log_stat_fingerprint", rootData }) || (vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors), errors = vErrors.length);
                                          var valid0 = _errs17 === errors;
                                        } else
                                          var valid0 = !0;
                                        if (valid0) {
                                          if (data.generation_base_seq !== void 0) {
                                            let data16 = data.generation_base_seq;
                                            const _errs18 = errors;
                                            if (!validate1.call(this, data16, { instancePath: instancePath + "/generation_base_seq", parentData: data, parentDataProperty: "generation_base_seq", rootData }))
                                              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                                            else if ((typeof data16 == "number" || typeof data16 == "bigint") && data16 < 1)
                                              return validate0.errors = [{ instancePath: instancePath + "/generation_base_seq", schemaPath: "#/properties/generation_base_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                            var valid0 = _errs18 === errors;
                                          } else
                                            var valid0 = !0;
                                          if (valid0) {
                                            if (data.generation_base_bytes !== void 0) {
                                              let data17 = data.generation_base_bytes;
                                              const _errs19 = errors;
                                              if (!validate1.call(this, data17, { instancePath: instancePath + "/generation_base_bytes", parentData: data, parentDataProperty: "generation_base_bytes", rootData }))
                                                vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                                              else if ((typeof data17 == "number" || typeof data17 == "bigint") && data17 < 1)
                                                return validate0.errors = [{ instancePath: instancePath + "/generation_base_bytes", schemaPath: "#/properties/generation_base_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                              var valid0 = _errs19 === errors;
                                            } else
                                              var valid0 = !0;
                                            if (valid0) {
                                              if (data.checkpoint_seq !== void 0) {
                                                let data18 = data.checkpoint_seq;
                                                const _errs20 = errors;
                                                if (!validate25.call(this, data18, { instancePath: instancePath + "/checkpoint_seq", parentData: data, parentDataProperty: "checkpoint_seq", rootData }))
                                                  vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors), errors = vErrors.length;
                                                else if ((typeof data18 == "number" || typeof data18 == "bigint") && data18 < 1)
                                                  return validate0.errors = [{ instancePath: instancePath + "/checkpoint_seq", schemaPath: "#/properties/checkpoint_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                                var valid0 = _errs20 === errors;
                                              } else
                                                var valid0 = !0;
                                              if (valid0) {
                                                if (data.checkpoint_sha256 !== void 0) {
                                                  const _errs21 = errors;
                                                  validate27.call(this, data.checkpoint_sha256, { instancePath: instancePath + "/checkpoint_sha256", parentData: data, parentDataProperty: "checkpoint_sha256", rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
                                                  var valid0 = _errs21 === errors;
                                                } else
                                                  var valid0 = !0;
                                                if (valid0)
                                                  if (data.preferences !== void 0) {
                                                    const _errs22 = errors;
                                                    validate29.call(this, data.preferences, { instancePath: instancePath + "/preferences", parentData: data, parentDataProperty: "preferences", rootData }) || (vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors), errors = vErrors.length);
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
const schema14 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "authority", type: "object", required: ["schema_version", "session_id", "authority_id", "storage_format", "source"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 1 }, session_id: { $ref: "session_id" }, authority_id: { $ref: "hex16" }, storage_format: { const: "event_log_v1" }, source: { enum: ["native_create", "legacy_migration"] } } };
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.authority_id === void 0 && (missing0 = "authority_id") || data.storage_format === void 0 && (missing0 = "storage_format") || data.source === void 0 && (missing0 = "source"))
        return validate37.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "authority_id" || key0 === "storage_format" || key0 === "source")) {
            return validate37.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors;
            if (!validate1.call(this, data0, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
            else if (data0 !== 1)
              return validate37.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              const _errs3 = errors;
              validate3.call(this, data.session_id, { instancePath: instancePath + "/session_id", parentData: data, parentDataProperty: "session_id", rootData }) || (vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors), errors = vErrors.length);
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.authority_id !== void 0) {
                const _errs4 = errors;
                validate5.call(this, data.authority_id, { instancePath: instancePath + "/authority_id", parentData: data, parentDataProperty: "authority_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.storage_format !== void 0) {
                  const _errs5 = errors;
                  if (data.storage_format !== "event_log_v1")
                    return validate37.errors = [{ instancePath: instancePath + "/storage_format", schemaPath: "#/properties/storage_format/const", keyword: "const", params: { allowedValue: "event_log_v1" }, message: "must be equal to constant" }], !1;
                  var valid0 = _errs5 === errors;
                } else
                  var valid0 = !0;
                if (valid0)
                  if (data.source !== void 0) {
                    let data4 = data.source;
                    const _errs6 = errors;
                    if (!(data4 === "native_create" || data4 === "legacy_migration"))
                      return validate37.errors = [{ instancePath: instancePath + "/source", schemaPath: "#/properties/source/enum", keyword: "enum", params: { allowedValues: schema14.properties.source.enum }, message: "must be equal to one of the allowed values" }], !1;
                    var valid0 = _errs6 === errors;
                  } else
                    var valid0 = !0;
              }
            }
          }
        }
      }
    } else
      return validate37.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate37.errors = vErrors, errors === 0;
}
function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.log_generation === void 0 && (missing0 = "log_generation") || data.through_seq === void 0 && (missing0 = "through_seq") || data.through_event_id === void 0 && (missing0 = "through_event_id") || data.through_event_log_bytes === void 0 && (missing0 = "through_event_log_bytes"))
        return validate41.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "log_generation" || key0 === "through_seq" || key0 === "through_event_id" || key0 === "through_event_log_bytes")) {
            return validate41.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors;
            if (!validate1.call(this, data0, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
            else if (data0 !== 1)
              return validate41.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              const _errs3 = errors;
              validate3.call(this, data.session_id, { instancePath: instancePath + "/session_id", parentData: data, parentDataProperty: "session_id", rootData }) || (vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors), errors = vErrors.length);
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.log_generation !== void 0) {
                const _errs4 = errors;
                validate5.call(this, data.log_generation, { instancePath: instancePath + "/log_generation", parentData: data, parentDataProperty: "log_generation", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.through_seq !== void 0) {
                  let data3 = data.through_seq;
                  const _errs5 = errors;
                  if (!validate1.call(this, data3, { instancePath: instancePath + "/through_seq", parentData: data, parentDataProperty: "through_seq", rootData }))
                    vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                  else if ((typeof data3 == "number" || typeof data3 == "bigint") && data3 < 1)
                    return validate41.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "#/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                  var valid0 = _errs5 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.through_event_id !== void 0) {
                    const _errs6 = errors;
                    validate5.call(this, data.through_event_id, { instancePath: instancePath + "/through_event_id", parentData: data, parentDataProperty: "through_event_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                    var valid0 = _errs6 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0)
                    if (data.through_event_log_bytes !== void 0) {
                      let data5 = data.through_event_log_bytes;
                      const _errs7 = errors;
                      if (!validate1.call(this, data5, { instancePath: instancePath + "/through_event_log_bytes", parentData: data, parentDataProperty: "through_event_log_bytes", rootData }))
                        vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                      else if ((typeof data5 == "number" || typeof data5 == "bigint") && data5 < 1)
                        return validate41.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "#/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                      var valid0 = _errs7 === errors;
                    } else
                      var valid0 = !0;
                }
              }
            }
          }
        }
      }
    } else
      return validate41.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate41.errors = vErrors, errors === 0;
}
const schema16 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "commit_intent", type: "object", required: ["schema_version", "session_id", "operation_id", "kind", "prior", "proposed"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 1 }, session_id: { $ref: "session_id" }, operation_id: { $ref: "hex16" }, kind: { enum: ["watermark_advance", "log_generation_replace"] }, prior: { $ref: "log_position" }, proposed: { $ref: "log_position" } } };
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.log_generation === void 0 && (missing0 = "log_generation") || data.through_seq === void 0 && (missing0 = "through_seq") || data.through_event_id === void 0 && (missing0 = "through_event_id") || data.through_event_log_bytes === void 0 && (missing0 = "through_event_log_bytes"))
        return validate52.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "log_generation" || key0 === "through_seq" || key0 === "through_event_id" || key0 === "through_event_log_bytes")) {
            return validate52.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.log_generation !== void 0) {
            const _errs2 = errors;
            validate5.call(this, data.log_generation, { instancePath: instancePath + "/log_generation", parentData: data, parentDataProperty: "log_generation", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.through_seq !== void 0) {
              let data1 = data.through_seq;
              const _errs3 = errors;
              if (!validate1.call(this, data1, { instancePath: instancePath + "/through_seq", parentData: data, parentDataProperty: "through_seq", rootData }))
                vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
              else if ((typeof data1 == "number" || typeof data1 == "bigint") && data1 < 1)
                return validate52.errors = [{ instancePath: instancePath + "/through_seq", schemaPath: "#/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.through_event_id !== void 0) {
                const _errs4 = errors;
                validate5.call(this, data.through_event_id, { instancePath: instancePath + "/through_event_id", parentData: data, parentDataProperty: "through_event_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.through_event_log_bytes !== void 0) {
                  let data3 = data.through_event_log_bytes;
                  const _errs5 = errors;
                  if (!validate1.call(this, data3, { instancePath: instancePath + "/through_event_log_bytes", parentData: data, parentDataProperty: "through_event_log_bytes", rootData }))
                    vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                  else if ((typeof data3 == "number" || typeof data3 == "bigint") && data3 < 1)
                    return validate52.errors = [{ instancePath: instancePath + "/through_event_log_bytes", schemaPath: "#/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                  var valid0 = _errs5 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate52.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate52.errors = vErrors, errors === 0;
}
function validate48(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.session_id === void 0 && (missing0 = "session_id") || data.operation_id === void 0 && (missing0 = "operation_id") || data.kind === void 0 && (missing0 = "kind") || data.prior === void 0 && (missing0 = "prior") || data.proposed === void 0 && (missing0 = "proposed"))
        return validate48.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "operation_id" || key0 === "kind" || key0 === "prior" || key0 === "proposed")) {
            return validate48.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors;
            if (!validate1.call(this, data0, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
            else if (data0 !== 1)
              return validate48.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.session_id !== void 0) {
              const _errs3 = errors;
              validate3.call(this, data.session_id, { instancePath: instancePath + "/session_id", parentData: data, parentDataProperty: "session_id", rootData }) || (vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors), errors = vErrors.length);
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.operation_id !== void 0) {
                const _errs4 = errors;
                validate5.call(this, data.operation_id, { instancePath: instancePath + "/operation_id", parentData: data, parentDataProperty: "operation_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                var valid0 = _errs4 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.kind !== void 0) {
                  let data3 = data.kind;
                  const _errs5 = errors;
                  if (!(data3 === "watermark_advance" || data3 === "log_generation_replace"))
                    return validate48.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema16.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                  var valid0 = _errs5 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.prior !== void 0) {
                    const _errs6 = errors;
                    validate52.call(this, data.prior, { instancePath: instancePath + "/prior", parentData: data, parentDataProperty: "prior", rootData }) || (vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors), errors = vErrors.length);
                    var valid0 = _errs6 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0)
                    if (data.proposed !== void 0) {
                      const _errs7 = errors;
                      validate52.call(this, data.proposed, { instancePath: instancePath + "/proposed", parentData: data, parentDataProperty: "proposed", rootData }) || (vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors), errors = vErrors.length);
                      var valid0 = _errs7 === errors;
                    } else
                      var valid0 = !0;
                }
              }
            }
          }
        }
      }
    } else
      return validate48.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate48.errors = vErrors, errors === 0;
}
const schema18 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "authority_intent", type: "object", required: ["schema_version", "session_id", "operation_id", "kind", "authority_id", "prior", "proposed"], additionalProperties: !1, if: { required: ["kind"], properties: { kind: { const: "session_create" } } }, then: { properties: { prior: { type: "null" } } }, else: { properties: { prior: { type: "object" } } }, properties: { schema_version: { $ref: "u64", const: 1 }, session_id: { $ref: "session_id" }, operation_id: { $ref: "hex16" }, kind: { enum: ["session_create", "legacy_to_v3"] }, authority_id: { $ref: "hex16" }, prior: { type: ["object", "null"], required: ["storage_format", "primary_bytes", "primary_sha256"], additionalProperties: !1, properties: { storage_format: { enum: ["legacy_snapshot_v1", "legacy_snapshot_v2"] }, primary_bytes: { $ref: "u64" }, primary_sha256: { $ref: "hex32" } } }, proposed: { type: "object", required: ["storage_format", "log_generation", "through_seq", "through_event_id", "through_event_log_bytes"], additionalProperties: !1, properties: { storage_format: { const: "event_log_v1" }, log_generation: { $ref: "hex16" }, through_seq: { $ref: "u64", minimum: 1 }, through_event_id: { $ref: "hex16" }, through_event_log_bytes: { $ref: "u64", minimum: 1 } } } } };
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
      return validate59.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/then/properties/prior/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
    var _valid0 = _errs4 === errors;
    valid0 = _valid0, ifClause0 = "then";
  } else {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data) && data.prior !== void 0) {
      let data2 = data.prior;
      if (!(data2 && typeof data2 == "object" && !Array.isArray(data2)))
        return validate59.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/else/properties/prior/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err2 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++, validate59.errors = vErrors, !1;
  }
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.schema_version === void 0 && (missing1 = "schema_version") || data.session_id === void 0 && (missing1 = "session_id") || data.operation_id === void 0 && (missing1 = "operation_id") || data.kind === void 0 && (missing1 = "kind") || data.authority_id === void 0 && (missing1 = "authority_id") || data.prior === void 0 && (missing1 = "prior") || data.proposed === void 0 && (missing1 = "proposed"))
        return validate59.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
      {
        const _errs10 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "session_id" || key0 === "operation_id" || key0 === "kind" || key0 === "authority_id" || key0 === "prior" || key0 === "proposed")) {
            return validate59.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs10 === errors) {
          if (data.schema_version !== void 0) {
            let data3 = data.schema_version;
            const _errs11 = errors;
            if (!validate1.call(this, data3, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
            else if (data3 !== 1)
              return validate59.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
            var valid4 = _errs11 === errors;
          } else
            var valid4 = !0;
          if (valid4) {
            if (data.session_id !== void 0) {
              const _errs12 = errors;
              validate3.call(this, data.session_id, { instancePath: instancePath + "/session_id", parentData: data, parentDataProperty: "session_id", rootData }) || (vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors), errors = vErrors.length);
              var valid4 = _errs12 === errors;
            } else
              var valid4 = !0;
            if (valid4) {
              if (data.operation_id !== void 0) {
                const _errs13 = errors;
                validate5.call(this, data.operation_id, { instancePath: instancePath + "/operation_id", parentData: data, parentDataProperty: "operation_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                var valid4 = _errs13 === errors;
              } else
                var valid4 = !0;
              if (valid4) {
                if (data.kind !== void 0) {
                  let data6 = data.kind;
                  const _errs14 = errors;
                  if (!(data6 === "session_create" || data6 === "legacy_to_v3"))
                    return validate59.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema18.properties.kind.enum }, message: "must be equal to one of the allowed values" }], !1;
                  var valid4 = _errs14 === errors;
                } else
                  var valid4 = !0;
                if (valid4) {
                  if (data.authority_id !== void 0) {
                    const _errs15 = errors;
                    validate5.call(this, data.authority_id, { instancePath: instancePath + "/authority_id", parentData: data, parentDataProperty: "authority_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                    var valid4 = _errs15 === errors;
                  } else
                    var valid4 = !0;
                  if (valid4) {
                    if (data.prior !== void 0) {
                      let data8 = data.prior;
                      const _errs16 = errors;
                      if (!(data8 && typeof data8 == "object" && !Array.isArray(data8)) && data8 !== null)
                        return validate59.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/properties/prior/type", keyword: "type", params: { type: schema18.properties.prior.type }, message: "must be object,null" }], !1;
                      if (errors === _errs16 && data8 && typeof data8 == "object" && !Array.isArray(data8)) {
                        let missing2;
                        if (data8.storage_format === void 0 && (missing2 = "storage_format") || data8.primary_bytes === void 0 && (missing2 = "primary_bytes") || data8.primary_sha256 === void 0 && (missing2 = "primary_sha256"))
                          return validate59.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/properties/prior/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                        {
                          const _errs18 = errors;
                          for (const key1 in data8)
                            if (!(key1 === "storage_format" || key1 === "primary_bytes" || key1 === "primary_sha256")) {
                              return validate59.errors = [{ instancePath: instancePath + "/prior", schemaPath: "#/properties/prior/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }], !1;
                              break;
                            }
                          if (_errs18 === errors) {
                            if (data8.storage_format !== void 0) {
                              let data9 = data8.storage_format;
                              const _errs19 = errors;
                              if (!(data9 === "legacy_snapshot_v1" || data9 === "legacy_snapshot_v2"))
                                return validate59.errors = [{ instancePath: instancePath + "/prior/storage_format", schemaPath: "#/properties/prior/properties/storage_format/enum", keyword: "enum", params: { allowedValues: schema18.properties.prior.properties.storage_format.enum }, message: "must be equal to one of the allowed values" }], !1;
                              var valid5 = _errs19 === errors;
                            } else
                              var valid5 = !0;
                            if (valid5) {
                              if (data8.primary_bytes !== void 0) {
                                const _errs20 = errors;
                                validate1.call(this, data8.primary_bytes, { instancePath: instancePath + "/prior/primary_bytes", parentData: data8, parentDataProperty: "primary_bytes", rootData }) || (vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length);
                                var valid5 = _errs20 === errors;
                              } else
                                var valid5 = !0;
                              if (valid5)
                                if (data8.primary_sha256 !== void 0) {
                                  const _errs21 = errors;
                                  validate21.call(this, data8.primary_sha256, { instancePath: instancePath + "/prior/primary_sha256", parentData: data8, parentDataProperty: "primary_sha256", rootData }) || (vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors), errors = vErrors.length);
                                  var valid5 = _errs21 === errors;
                                } else
                                  var valid5 = !0;
                            }
                          }
                        }
                      }
                      var valid4 = _errs16 === errors;
                    } else
                      var valid4 = !0;
                    if (valid4)
                      if (data.proposed !== void 0) {
                        let data12 = data.proposed;
                        const _errs22 = errors;
                        if (errors === _errs22)
                          if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                            let missing3;
                            if (data12.storage_format === void 0 && (missing3 = "storage_format") || data12.log_generation === void 0 && (missing3 = "log_generation") || data12.through_seq === void 0 && (missing3 = "through_seq") || data12.through_event_id === void 0 && (missing3 = "through_event_id") || data12.through_event_log_bytes === void 0 && (missing3 = "through_event_log_bytes"))
                              return validate59.errors = [{ instancePath: instancePath + "/proposed", schemaPath: "#/properties/proposed/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }], !1;
                            {
                              const _errs24 = errors;
                              for (const key2 in data12)
                                if (!(key2 === "storage_format" || key2 === "log_generation" || key2 === "through_seq" || key2 === "through_event_id" || key2 === "through_event_log_bytes")) {
                                  return validate59.errors = [{ instancePath: instancePath + "/proposed", schemaPath: "#/properties/proposed/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" }], !1;
                                  break;
                                }
                              if (_errs24 === errors) {
                                if (data12.storage_format !== void 0) {
                                  const _errs25 = errors;
                                  if (data12.storage_format !== "event_log_v1")
                                    return validate59.errors = [{ instancePath: instancePath + "/proposed/storage_format", schemaPath: "#/properties/proposed/properties/storage_format/const", keyword: "const", params: { allowedValue: "event_log_v1" }, message: "must be equal to constant" }], !1;
                                  var valid6 = _errs25 === errors;
                                } else
                                  var valid6 = !0;
                                if (valid6) {
                                  if (data12.log_generation !== void 0) {
                                    const _errs26 = errors;
                                    validate5.call(this, data12.log_generation, { instancePath: instancePath + "/proposed/log_generation", parentData: data12, parentDataProperty: "log_generation", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                                    var valid6 = _errs26 === errors;
                                  } else
                                    var valid6 = !0;
                                  if (valid6) {
                                    if (data12.through_seq !== void 0) {
                                      let data15 = data12.through_seq;
                                      const _errs27 = errors;
                                      if (!validate1.call(this, data15, { instancePath: instancePath + "/proposed/through_seq", parentData: data12, parentDataProperty: "through_seq", rootData }))
                                        vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                                      else if ((typeof data15 == "number" || typeof data15 == "bigint") && data15 < 1)
                                        return validate59.errors = [{ instancePath: instancePath + "/proposed/through_seq", schemaPath: "#/properties/proposed/properties/through_seq/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                      var valid6 = _errs27 === errors;
                                    } else
                                      var valid6 = !0;
                                    if (valid6) {
                                      if (data12.through_event_id !== void 0) {
                                        const _errs28 = errors;
                                        validate5.call(this, data12.through_event_id, { instancePath: instancePath + "/proposed/through_event_id", parentData: data12, parentDataProperty: "through_event_id", rootData }) || (vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors), errors = vErrors.length);
                                        var valid6 = _errs28 === errors;
                                      } else
                                        var valid6 = !0;
                                      if (valid6)
                                        if (data12.through_event_log_bytes !== void 0) {
                                          let data17 = data12.through_event_log_bytes;
                                          const _errs29 = errors;
                                          if (!validate1.call(this, data17, { instancePath: instancePath + "/proposed/through_event_log_bytes", parentData: data12, parentDataProperty: "through_event_log_bytes", rootData }))
                                            vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
                                          else if ((typeof data17 == "number" || typeof data17 == "bigint") && data17 < 1)
                                            return validate59.errors = [{ instancePath: instancePath + "/proposed/through_event_log_bytes", schemaPath: "#/properties/proposed/properties/through_event_log_bytes/minimum", keyword: "minimum", params: { limit: 1 }, message: "must be at least 1" }], !1;
                                          var valid6 = _errs29 === errors;
                                        } else
                                          var valid6 = !0;
                                    }
                                  }
                                }
                              }
                            }
                          } else
                            return validate59.errors = [{ instancePath: instancePath + "/proposed", schemaPath: "#/properties/proposed/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                        var valid4 = _errs22 === errors;
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
      return validate59.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate59.errors = vErrors, errors === 0;
}
const schema19 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "display", type: "object", required: ["schema_version", "title", "preview", "origin_workspace_root"], additionalProperties: !0, properties: { schema_version: { $ref: "u64", const: 1 }, title: { type: "string", minBytes: 1 }, preview: { type: ["string", "null"] }, origin_workspace_root: { type: ["string", "null"] } } }, keyword8 = keywords.hasMinBytes;
function validate70(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.title === void 0 && (missing0 = "title") || data.preview === void 0 && (missing0 = "preview") || data.origin_workspace_root === void 0 && (missing0 = "origin_workspace_root"))
        return validate70.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      if (data.schema_version !== void 0) {
        let data0 = data.schema_version;
        const _errs2 = errors;
        if (!validate1.call(this, data0, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
          vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
        else if (data0 !== 1)
          return validate70.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }], !1;
        var valid0 = _errs2 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.title !== void 0) {
          let data1 = data.title;
          const _errs3 = errors;
          if (typeof data1 != "string")
            return validate70.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
          if (!keyword8(data1, 1))
            return validate70.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/minBytes", keyword: "minBytes", params: { expected: "at least 1 bytes long" }, message: "must be at least 1 bytes long" }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.preview !== void 0) {
            let data2 = data.preview;
            const _errs5 = errors;
            if (typeof data2 != "string" && data2 !== null)
              return validate70.errors = [{ instancePath: instancePath + "/preview", schemaPath: "#/properties/preview/type", keyword: "type", params: { type: schema19.properties.preview.type }, message: "must be string,null" }], !1;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.origin_workspace_root !== void 0) {
              let data3 = data.origin_workspace_root;
              const _errs7 = errors;
              if (typeof data3 != "string" && data3 !== null)
                return validate70.errors = [{ instancePath: instancePath + "/origin_workspace_root", schemaPath: "#/properties/origin_workspace_root/type", keyword: "type", params: { type: schema19.properties.origin_workspace_root.type }, message: "must be string,null" }], !1;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate70.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate70.errors = vErrors, errors === 0;
}
const schema20 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "index", type: "object", required: ["schema_version", "sessions"], additionalProperties: !1, properties: { schema_version: { $ref: "u64", const: 3 }, sessions: { type: "array", items: { type: "object", required: ["id", "created_at_ms", "updated_at_ms", "conversation_language", "history_len"], additionalProperties: !0, properties: { id: { $ref: "session_id" }, created_at_ms: { $ref: "i64" }, updated_at_ms: { $ref: "i64" }, workspace_root: { type: ["string", "null"] }, origin_workspace_root: { type: ["string", "null"] }, conversation_language: { type: "string" }, history_len: { $ref: "u64" }, has_managed_children: { type: "boolean" }, display_metadata_present: { type: "boolean" }, title: { type: ["string", "null"] }, preview: { type: ["string", "null"] } } } } } };
function validate75(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  const value0 = keyword1(data);
  return value0 === void 0 ? (validate75.errors = [{ instancePath, schemaPath: "#/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only" }], !1) : (value0 !== data && (data = value0, parentData !== void 0 && (parentData[parentDataProperty] = value0)), validate75.errors = vErrors, errors === 0);
}
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.schema_version === void 0 && (missing0 = "schema_version") || data.sessions === void 0 && (missing0 = "sessions"))
        return validate72.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        const _errs1 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "sessions")) {
            return validate72.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs1 === errors) {
          if (data.schema_version !== void 0) {
            let data0 = data.schema_version;
            const _errs2 = errors;
            if (!validate1.call(this, data0, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
            else if (data0 !== 3)
              return validate72.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 3 }, message: "must be equal to constant" }], !1;
            var valid0 = _errs2 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.sessions !== void 0) {
              let data1 = data.sessions;
              const _errs3 = errors;
              if (errors === _errs3)
                if (Array.isArray(data1)) {
                  var valid1 = !0;
                  const len0 = data1.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data2 = data1[i0];
                    const _errs5 = errors;
                    if (errors === _errs5)
                      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                        let missing1;
                        if (data2.id === void 0 && (missing1 = "id") || data2.created_at_ms === void 0 && (missing1 = "created_at_ms") || data2.updated_at_ms === void 0 && (missing1 = "updated_at_ms") || data2.conversation_language === void 0 && (missing1 = "conversation_language") || data2.history_len === void 0 && (missing1 = "history_len"))
                          return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0, schemaPath: "#/properties/sessions/items/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                        if (data2.id !== void 0) {
                          const _errs8 = errors;
                          validate3.call(this, data2.id, { instancePath: instancePath + "/sessions/" + i0 + "/id", parentData: data2, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors), errors = vErrors.length);
                          var valid2 = _errs8 === errors;
                        } else
                          var valid2 = !0;
                        if (valid2) {
                          if (data2.created_at_ms !== void 0) {
                            const _errs9 = errors;
                            validate75.call(this, data2.created_at_ms, { instancePath: instancePath + "/sessions/" + i0 + "/created_at_ms", parentData: data2, parentDataProperty: "created_at_ms", rootData }) || (vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors), errors = vErrors.length);
                            var valid2 = _errs9 === errors;
                          } else
                            var valid2 = !0;
                          if (valid2) {
                            if (data2.updated_at_ms !== void 0) {
                              const _errs10 = errors;
                              validate75.call(this, data2.updated_at_ms, { instancePath: instancePath + "/sessions/" + i0 + "/updated_at_ms", parentData: data2, parentDataProperty: "updated_at_ms", rootData }) || (vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors), errors = vErrors.length);
                              var valid2 = _errs10 === errors;
                            } else
                              var valid2 = !0;
                            if (valid2) {
                              if (data2.workspace_root !== void 0) {
                                let data6 = data2.workspace_root;
                                const _errs11 = errors;
                                if (typeof data6 != "string" && data6 !== null)
                                  return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/workspace_root", schemaPath: "#/properties/sessions/items/properties/workspace_root/type", keyword: "type", params: { type: schema20.properties.sessions.items.properties.workspace_root.type }, message: "must be string,null" }], !1;
                                var valid2 = _errs11 === errors;
                              } else
                                var valid2 = !0;
                              if (valid2) {
                                if (data2.origin_workspace_root !== void 0) {
                                  let data7 = data2.origin_workspace_root;
                                  const _errs13 = errors;
                                  if (typeof data7 != "string" && data7 !== null)
                                    return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/origin_workspace_root", schemaPath: "#/properties/sessions/items/properties/origin_workspace_root/type", keyword: "type", params: { type: schema20.properties.sessions.items.properties.origin_workspace_root.type }, message: "must be string,null" }], !1;
                                  var valid2 = _errs13 === errors;
                                } else
                                  var valid2 = !0;
                                if (valid2) {
                                  if (data2.conversation_language !== void 0) {
                                    const _errs15 = errors;
                                    if (typeof data2.conversation_language != "string")
                                      return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/conversation_language", schemaPath: "#/properties/sessions/items/properties/conversation_language/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                    var valid2 = _errs15 === errors;
                                  } else
                                    var valid2 = !0;
                                  if (valid2) {
                                    if (data2.history_len !== void 0) {
                                      const _errs17 = errors;
                                      validate1.call(this, data2.history_len, { instancePath: instancePath + "/sessions/" + i0 + "/history_len", parentData: data2, parentDataProperty: "history_len", rootData }) || (vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length);
                                      var valid2 = _errs17 === errors;
                                    } else
                                      var valid2 = !0;
                                    if (valid2) {
                                      if (data2.has_managed_children !== void 0) {
                                        const _errs18 = errors;
                                        if (typeof data2.has_managed_children != "boolean")
                                          return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/has_managed_children", schemaPath: "#/properties/sessions/items/properties/has_managed_children/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                        var valid2 = _errs18 === errors;
                                      } else
                                        var valid2 = !0;
                                      if (valid2) {
                                        if (data2.display_metadata_present !== void 0) {
                                          const _errs20 = errors;
                                          if (typeof data2.display_metadata_present != "boolean")
                                            return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/display_metadata_present", schemaPath: "#/properties/sessions/items/properties/display_metadata_present/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                                          var valid2 = _errs20 === errors;
                                        } else
                                          var valid2 = !0;
                                        if (valid2) {
                                          if (data2.title !== void 0) {
                                            let data12 = data2.title;
                                            const _errs22 = errors;
                                            if (typeof data12 != "string" && data12 !== null)
                                              return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/title", schemaPath: "#/properties/sessions/items/properties/title/type", keyword: "type", params: { type: schema20.properties.sessions.items.properties.title.type }, message: "must be string,null" }], !1;
                                            var valid2 = _errs22 === errors;
                                          } else
                                            var valid2 = !0;
                                          if (valid2)
                                            if (data2.preview !== void 0) {
                                              let data13 = data2.preview;
                                              const _errs24 = errors;
                                              if (typeof data13 != "string" && data13 !== null)
                                                return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0 + "/preview", schemaPath: "#/properties/sessions/items/properties/preview/type", keyword: "type", params: { type: schema20.properties.sessions.items.properties.preview.type }, message: "must be string,null" }], !1;
                                              var valid2 = _errs24 === errors;
                                            } else
                                              var valid2 = !0;
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
                        return validate72.errors = [{ instancePath: instancePath + "/sessions/" + i0, schemaPath: "#/properties/sessions/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                    var valid1 = _errs5 === errors;
                    if (!valid1)
                      break;
                  }
                } else
                  return validate72.errors = [{ instancePath: instancePath + "/sessions", schemaPath: "#/properties/sessions/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
              var valid0 = _errs3 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate72.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate72.errors = vErrors, errors === 0;
}
const schema22 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "latest_pointer", type: "object", required: ["schema_version", "status", "workspace_root", "session_id", "updated_at_ms"], additionalProperties: !1, if: { required: ["status"], properties: { status: { const: "pending" } } }, then: { properties: { updated_at_ms: { type: "null" } } }, else: { properties: { updated_at_ms: { not: { type: "null" } } } }, properties: { schema_version: { $ref: "u64", const: 2 }, status: { enum: ["ready", "pending"] }, workspace_root: { type: "string" }, session_id: { $ref: "session_id" }, updated_at_ms: { fxInteger: { value: "i64", isNullable: !0 } } } };
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
      return validate79.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "#/then/properties/updated_at_ms/type", keyword: "type", params: { type: "null" }, message: "must be null" }], !1;
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
        return validate79.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "#/else/properties/updated_at_ms/not", keyword: "not", params: {}, message: "must NOT be valid" }], !1;
      errors = _errs9, vErrors !== null && (_errs9 ? vErrors.length = _errs9 : vErrors = null);
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0, ifClause0 = "else";
  }
  if (!valid0) {
    const err3 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema' };
    return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate79.errors = vErrors, !1;
  }
  if (errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing1;
      if (data.schema_version === void 0 && (missing1 = "schema_version") || data.status === void 0 && (missing1 = "status") || data.workspace_root === void 0 && (missing1 = "workspace_root") || data.session_id === void 0 && (missing1 = "session_id") || data.updated_at_ms === void 0 && (missing1 = "updated_at_ms"))
        return validate79.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
      {
        const _errs12 = errors;
        for (const key0 in data)
          if (!(key0 === "schema_version" || key0 === "status" || key0 === "workspace_root" || key0 === "session_id" || key0 === "updated_at_ms")) {
            return validate79.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs12 === errors) {
          if (data.schema_version !== void 0) {
            let data3 = data.schema_version;
            const _errs13 = errors;
            if (!validate1.call(this, data3, { instancePath: instancePath + "/schema_version", parentData: data, parentDataProperty: "schema_version", rootData }))
              vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors), errors = vErrors.length;
            else if (data3 !== 2)
              return validate79.errors = [{ instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 2 }, message: "must be equal to constant" }], !1;
            var valid5 = _errs13 === errors;
          } else
            var valid5 = !0;
          if (valid5) {
            if (data.status !== void 0) {
              let data4 = data.status;
              const _errs14 = errors;
              if (!(data4 === "ready" || data4 === "pending"))
                return validate79.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema22.properties.status.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid5 = _errs14 === errors;
            } else
              var valid5 = !0;
            if (valid5) {
              if (data.workspace_root !== void 0) {
                const _errs15 = errors;
                if (typeof data.workspace_root != "string")
                  return validate79.errors = [{ instancePath: instancePath + "/workspace_root", schemaPath: "#/properties/workspace_root/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid5 = _errs15 === errors;
              } else
                var valid5 = !0;
              if (valid5) {
                if (data.session_id !== void 0) {
                  const _errs17 = errors;
                  validate3.call(this, data.session_id, { instancePath: instancePath + "/session_id", parentData: data, parentDataProperty: "session_id", rootData }) || (vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors), errors = vErrors.length);
                  var valid5 = _errs17 === errors;
                } else
                  var valid5 = !0;
                if (valid5)
                  if (data.updated_at_ms !== void 0) {
                    let data7 = data.updated_at_ms;
                    const _errs18 = errors, value0 = data7 === null ? null : keyword1(data7);
                    if (value0 === void 0)
                      return validate79.errors = [{ instancePath: instancePath + "/updated_at_ms", schemaPath: "#/properties/updated_at_ms/fxInteger", keyword: "fxInteger", params: { expected: "an integer of -9223372036854775808 to 9223372036854775807, in digits only" }, message: "must be an integer of -9223372036854775808 to 9223372036854775807, in digits only, or null" }], !1;
                    value0 !== data7 && (data7 = value0, data !== void 0 && (data.updated_at_ms = value0));
                    var valid5 = _errs18 === errors;
                  } else
                    var valid5 = !0;
              }
            }
          }
        }
      }
    } else
      return validate79.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate79.errors = vErrors, errors === 0;
}
const untyped = {
  manifest: validate0,
  authority: validate37,
  watermark: validate41,
  commit_intent: validate48,
  authority_intent: validate59,
  display: validate70,
  index: validate72,
  latest_pointer: validate79
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
