const { z } = require('zod');
const User = z
  .object({
    name: z.string().min(2),
    mail: z.email(),
    age: z.coerce.number().int().positive().optional(),
    tags: z.array(z.enum(['a', 'b'])).default([]),
    role: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('x'), n: z.number() }),
      z.object({ kind: z.literal('y') }),
    ]),
  })
  .strict();
console.log(User.parse({ name: 'ann', mail: 'a@b.org', age: '4', role: { kind: 'x', n: 1 } }));
const bad = User.safeParse({ name: 'a', mail: 'no', tags: ['c'], role: { kind: 'z' }, more: 1 });
console.log(bad.success, bad.error.issues, z.prettifyError(bad.error));
console.log(
  z
    .string()
    .transform((s) => s.length)
    .pipe(z.number().max(3))
    .safeParse('four').success,
  z.record(z.string(), z.number()).parse({ a: 1 }),
  JSON.stringify(z.toJSONSchema(z.object({ a: z.string().nullable() }))),
);
z.string()
  .refine(async (s) => s === 'x', 'must be x')
  .parseAsync('y')
  .catch((error) => console.log(error.name, error.issues[0].message));
