const Ajv = require('ajv');
const formats = require('ajv-formats');
const ajv = formats(new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, removeAdditional: true }));
ajv.addKeyword({ keyword: 'even', type: 'number', validate: (on, n) => !on || n % 2 === 0 });
const validate = ajv.compile({
  type: 'object',
  required: ['name', 'mail'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 2, pattern: '^\\p{L}+$' },
    mail: { type: 'string', format: 'email' },
    age: { type: 'integer', minimum: 0, even: true },
    kind: { enum: ['a', 'b'], default: 'a' },
    tree: { $ref: '#/$defs/node' },
  },
  $defs: {
    node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' }, maxItems: 2 } } },
  },
});
const good = { name: 'Änne', mail: 'a@b.org', age: '4', extra: 1, tree: { children: [{ children: [] }] } };
console.log(validate(good), good);
console.log(
  validate({ name: '1', mail: 'no', age: 3, kind: 'z', tree: { children: [1, 2, 3] } }),
  ajv.errorsText(validate.errors, { separator: '\n' }),
);
console.log(validate.errors[0]);
try {
  ajv.compile({ type: 'wrong' });
} catch (error) {
  console.log(error.message);
}
