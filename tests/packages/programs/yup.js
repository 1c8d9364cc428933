const yup = require('yup');
const schema = yup.object({
  name: yup.string().trim().required(),
  age: yup.number().positive().integer(),
  web: yup.string().url().nullable(),
  when: yup.date().default(() => new Date(0)),
  list: yup.array().of(yup.string().oneOf(['a', 'b'])),
  other: yup.mixed().when('age', { is: (n) => n > 18, then: (s) => s.required('grown-ups need it') }),
});
(async () => {
  console.log(await schema.validate({ name: ' ann ', age: '12', web: null }));
  await schema.validate({ age: -1.5, web: 'x', list: ['c'] }, { abortEarly: false }).catch((error) =>
    console.log(
      error.name,
      error.errors,
      error.inner.map((e) => e.path),
    ),
  );
  await schema.validate({ name: 'x', age: 30 }).catch((error) => console.log(error.message));
  console.log(
    schema.isValidSync({ name: 'y' }),
    schema.cast({ name: 4, when: '2020-01-01' }),
    Object.keys(schema.describe().fields),
  );
})();
