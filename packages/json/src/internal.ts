/** What other packages of fxlog build on beside the root: it may change with every version. */
export { decodeCanonicalBase64, encodeBase64 } from './base64.js';
export { checksumTables, crc32c } from './crc32c.js';
export { exactInteger, successor } from './exact-integer.js';
export { jsonMembers } from './json-members.js';
export { isJsonObject, UnbuiltJson } from './json-value.js';
export { closingQuote, isDeeperThan } from './nesting.js';
export {
  isOrderedObject,
  type OrderedJson,
  type OrderedNumber,
  type OrderedObject,
  parseOrderedJson,
} from './ordered-json.js';
export { pointer, pointerTokens } from './pointer.js';
export { trimEndOf, trimOf } from './trim.js';
export { isWellFormed, utf8ByteLength } from './utf8.js';
export { formatCost, quoteJson } from './write-json.js';
