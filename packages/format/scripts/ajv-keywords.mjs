/**
 * Teaches ajv the keywords of `schemas/` (see schemas/README.md). Each becomes a call of a function of `src/keywords.ts` in the generated
 * code, which imports that module as `keywords`.
 */
import codegen from 'ajv/dist/compile/codegen/index.js';
import { usePattern } from 'ajv/dist/vocabularies/code.js';

const { _, Name, not, strConcat, stringify } = codegen;

const INTEGERS = {
  u64: { read: 'readU64', expected: 'an integer of 0 to 18446744073709551615, in digits only' },
  size: { read: 'readU64', expected: 'an integer of 0 to 18446744073709551615, in digits only' },
  u32: { read: 'readU32', expected: 'an integer of 0 to 4294967295, in digits only' },
  i64: { read: 'readI64', expected: 'an integer of -9223372036854775808 to 9223372036854775807, in digits only' },
  uint: { read: 'readUint', expected: 'an integer of 0 to 18446744073709551615, in digits only' },
  uint63: { read: 'readUint63', expected: 'an integer of 0 to 9223372036854775807, in digits only' },
};

/** Keywords that put a decoded value in the place of the parsed one: keyword → function, further argument and words for the error. */
const CONVERSIONS = {
  fxInteger: (kind) => INTEGERS[kind],
  fxCost: () => ({ read: 'readCost', expected: 'a finite number of at least 0' }),
  durableBytes: () => ({
    read: 'readDurableBytes',
    expected: 'a string, or the base64 form of bytes that are not UTF-8',
  }),
  asciiWord: (words) => ({
    read: 'readAsciiWord',
    argument: words,
    expected: `one of ${words.join(', ')}, in any case`,
  }),
  effort: () => ({ read: 'readEffort', expected: '1 to 64 letters, digits, dots, hyphens or underscores' }),
};

/** Keywords that only check: keyword → function and words for the error. */
const CHECKS = {
  minBytes: { check: 'hasMinBytes', expected: (limit) => `at least ${limit} bytes long` },
  maxBytes: { check: 'hasMaxBytes', expected: (limit) => `at most ${limit} bytes long` },
  bytesOrNull: { check: 'mayBeBytesOrNull', expected: () => 'a string, the base64 form of bytes, or null' },
  canonicalBase64: { check: 'isCanonicalBase64', expected: () => 'canonical base64' },
};

/** Keywords that say something to readers alone, or to the code of `bounds`. */
const ANNOTATIONS = ['expected', 'rule', 'fxError', 'checkedLast'];

const COMMENTS = ['title', 'description', '$comment', 'examples'];

/** What ajv cannot express of a schema is taken out; what is left says the same of the parsed tree as the schema says of the text. */
export function compiledForm(schema) {
  if (Array.isArray(schema)) return schema.map(compiledForm);
  if (typeof schema !== 'object' || schema === null) return schema;
  const conversion = Object.keys(CONVERSIONS).find((keyword) => keyword in schema);
  if (conversion === undefined) {
    const kept = Object.entries(schema).filter(([key]) => key !== 'properties' && !COMMENTS.includes(key));
    const compiled = Object.fromEntries(kept.map(([key, value]) => [key, compiledForm(value)]));
    // The keys of `properties` are not keywords.
    if (schema.properties !== undefined) compiled.properties = mapValues(inOrderOfChecks(schema), compiledForm);
    return compiled;
  }
  // The standard keywords beside a conversion are for readers that know no other; here the conversion says it all. Limits hold for the
  // converted value.
  const { [conversion]: value, minimum, maximum, bounds } = schema;
  const isNullable = [schema.type].flat().includes('null');
  return dropUndefined({
    // fx has another error name for a value that is not bytes at all where it might have been null.
    bytesOrNull: conversion === 'durableBytes' && isNullable ? true : undefined,
    [conversion]: { value, isNullable },
    minimum,
    maximum,
    bounds: bounds && compiledForm(bounds),
  });
}

/** Properties in the order in which fx checks them: as written, but for those that come last, in an order of their own. */
function inOrderOfChecks({ properties, checkedLast = [] }) {
  const first = Object.keys(properties).filter((key) => !checkedLast.includes(key));
  return Object.fromEntries([...first, ...checkedLast].map((key) => [key, properties[key]]));
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function dropUndefined(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Adds the keywords to an instance of ajv. */
export function addKeywords(ajv) {
  for (const [keyword, { check, expected }] of Object.entries(CHECKS)) addCheck(ajv, keyword, check, expected);
  for (const [keyword, describe] of Object.entries(CONVERSIONS)) addConversion(ajv, keyword, describe);
  for (const keyword of ['minimum', 'maximum']) replaceLimit(ajv, keyword);
  addKeyOrder(ajv);
  replacePattern(ajv);
  addBounds(ajv);
  ajv.addVocabulary(ANNOTATIONS);
}

/** A function of `src/keywords.ts` by name. */
function useKeyword(gen, name) {
  return gen.scopeValue('keyword', { key: name, ref: { name }, code: _`${new Name('keywords')}.${new Name(name)}` });
}

function addConversion(ajv, keyword, describe) {
  ajv.addKeyword({
    keyword,
    // `const` and `enum` compare what was converted.
    before: 'const',
    error: {
      message: ({ schema }) => `must be ${describe(schema.value).expected}${schema.isNullable ? ', or null' : ''}`,
      params: ({ schema }) => _`{expected: ${describe(schema.value).expected}}`,
    },
    code(cxt) {
      const { gen, data, schema, it } = cxt;
      const { read, argument } = describe(schema.value);
      const call = _`${useKeyword(gen, read)}(${argument === undefined ? data : _`${data}, ${stringify(argument)}`})`;
      const value = gen.const('value', schema.isNullable ? _`${data} === null ? null : ${call}` : call);
      cxt.fail(_`${value} === undefined`);
      gen.if(_`${value} !== ${data}`, () => {
        gen.assign(data, value);
        // A value that is validated alone has no place to be put into.
        gen.if(_`${it.parentData} !== undefined`, () =>
          gen.assign(_`${it.parentData}[${it.parentDataProperty}]`, value),
        );
      });
    },
  });
}

function addCheck(ajv, keyword, check, expected) {
  ajv.addKeyword({
    keyword,
    before: 'const',
    error: {
      message: ({ schema }) => `must be ${expected(schema)}`,
      params: ({ schema }) => _`{expected: ${expected(schema)}}`,
    },
    code(cxt) {
      const { gen, data, schema } = cxt;
      cxt.fail(_`!${useKeyword(gen, check)}(${schema === true ? data : _`${data}, ${schema}`})`);
    },
  });
}

/** JSON Schema's limits, for numbers beyond 2⁵³ too. */
function replaceLimit(ajv, keyword) {
  const isMinimum = keyword === 'minimum';
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    schemaType: 'number',
    before: 'const',
    error: {
      message: ({ schema }) => `must be ${isMinimum ? 'at least' : 'at most'} ${schema}`,
      params: ({ schema }) => _`{limit: ${schema}}`,
    },
    code(cxt) {
      const { data, schema } = cxt;
      const isOutside = isMinimum ? _`${data} < ${schema}` : _`${data} > ${schema}`;
      cxt.fail(_`(typeof ${data} === "number" || typeof ${data} === "bigint") && ${isOutside}`);
    },
  });
}

/** JSON Schema's pattern, with the words of `expected` in its error. */
function replacePattern(ajv) {
  const expectation = ({ parentSchema, schema }) => parentSchema.expected ?? `text that matches ${schema}`;
  ajv.removeKeyword('pattern');
  ajv.addKeyword({
    keyword: 'pattern',
    type: 'string',
    schemaType: 'string',
    error: {
      message: (cxt) => `must be ${expectation(cxt)}`,
      params: (cxt) => _`{expected: ${expectation(cxt)}, pattern: ${cxt.schema}}`,
    },
    code(cxt) {
      cxt.fail(_`!${usePattern(cxt, cxt.schema)}.test(${cxt.data})`);
    },
  });
}

/** The keys of an object stand in the order of its schema's `properties`. */
function addKeyOrder(ajv) {
  ajv.addKeyword({
    keyword: 'keyOrder',
    schemaType: 'boolean',
    before: 'const',
    error: { message: 'must have its keys in the order of the schema' },
    code(cxt) {
      const { gen, data, parentSchema } = cxt;
      cxt.fail(_`!${useKeyword(gen, 'areKeysInOrder')}(${data}, ${stringify(Object.keys(parentSchema.properties))})`);
    },
  });
}

/** A schema that need not hold at once: a value that breaks it is noted in the validation context, and the run goes on. */
function addBounds(ajv) {
  ajv.addKeyword({
    keyword: 'bounds',
    schemaType: 'object',
    post: true,
    trackErrors: true,
    code(cxt) {
      const { gen, schema, it } = cxt;
      const holds = gen.name('holds');
      cxt.subschema({ keyword: 'bounds', compositeRule: true, createErrors: false, allErrors: false }, holds);
      gen.if(not(holds), () => {
        cxt.reset();
        const path = strConcat(new Name('instancePath'), it.errorPath);
        gen.code(_`this.deferred.push({path: ${path}, rule: ${schema.rule}, fxError: ${schema.fxError}})`);
      });
    },
  });
}
