export { decodeCanonicalBase64, encodeBase64 } from './base64.js';
export { crc32c } from './crc32c.js';
export { JsonError, type JsonErrorCode } from './json-error.js';
export { JsonNumber, type JsonObject, type JsonValue, UnbuiltJson } from './json-value.js';
export { locatePointer } from './locate-pointer.js';
export { checkJson, type ParseOptions, parseJson } from './parse-json.js';
export { isWellFormed, utf8ByteLength } from './utf8.js';
export { formatCost, type JsonStyle, quoteJson, stringifyJson } from './write-json.js';
