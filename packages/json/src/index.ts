export { JsonError, type JsonErrorCode } from './json-error.js';
export { JsonNumber, type JsonObject, type JsonValue } from './json-value.js';
export { locatePointer } from './locate-pointer.js';
export { checkJson, type ParseOptions, parseJson } from './parse-json.js';
export { type JsonStyle, stringifyJson } from './write-json.js';
