const {
  graphql,
  buildSchema,
  GraphQLSchema,
  GraphQLObjectType,
  GraphQLString,
  GraphQLInt,
  GraphQLList,
  parse,
  print,
  validate,
  printSchema,
  subscribe,
} = require('graphql');
(async () => {
  const schema = buildSchema(
    'type Query { hello(name: String = "x"): String! people(n: Int!): [Person] fail: Int } type Person { name: String friends: [Person!] } enum E { A B } type Subscription { tick: Int }',
  );
  const people = (n) => Array.from({ length: n }, (_, i) => ({ name: `p${i}`, friends: () => people(i) }));
  const rootValue = {
    hello: ({ name }) => `hi ${name}`,
    people: async ({ n }) => people(n),
    fail: () => {
      throw new Error('no');
    },
  };
  console.log(
    JSON.stringify(
      await graphql({
        schema,
        rootValue,
        source:
          'query Q($n: Int!) { hello(name: "ann") people(n: $n) { ...F friends { name } } fail __typename } fragment F on Person { who: name }',
        variableValues: { n: 2 },
      }),
    ),
  );
  console.log(
    (await graphql({ schema, source: '{ none hello(name: 5) }' })).errors.map((e) => e.message),
    print(parse('{a(x:1,y:{z:[1]}){b @include(if:$c)}}')),
    printSchema(schema),
  );
  const events = await subscribe({
    schema,
    document: parse('subscription { tick }'),
    rootValue: {
      async *tick() {
        yield { tick: 1 };
        yield { tick: 2 };
      },
    },
  });
  for await (const event of events) console.log(JSON.stringify(event));
  try {
    parse('{ a(');
  } catch (error) {
    console.log(error.message, error.locations);
  }
})();
