const Joi = require('joi');
const schema = Joi.object({
  name: Joi.string().alphanum().min(3).required(),
  year: Joi.number().integer().min(1900).max(Joi.ref('limit')),
  limit: Joi.number().default(2000),
  mail: Joi.string().email({ tlds: { allow: ['org'] } }),
  at: Joi.date().iso(),
  list: Joi.array().items(Joi.string(), Joi.number().strip()).unique(),
})
  .with('mail', 'name')
  .xor('mail', 'at');
console.log(schema.validate({ name: 'ann', year: '1990', mail: 'a@b.org', limit: 1995, list: ['x', 1] }));
const { error } = schema.validate(
  { name: 'a!', year: 2010, at: 'soon', mail: 'x', list: ['q', 'q'], other: 1 },
  { abortEarly: false },
);
console.log(
  error.name,
  error.details.map((detail) => [detail.message, detail.type, detail.path.join('.')]),
);
schema.validateAsync({ name: 'bob' }).catch((failure) => console.log(failure.message));
console.log(Joi.attempt('5', Joi.number()), Joi.isSchema(schema), Joi.string().valid('a', 'b').describe());
