const knex = require('knex')({ client: 'pg' });
console.log(
  knex('users')
    .join('posts', 'users.id', 'posts.user')
    .where({ a: 1 })
    .andWhere('b', '>', 2)
    .orWhereIn('c', [1, 2])
    .orderBy('n', 'desc')
    .limit(5)
    .select('users.*', knex.raw('count(*) as ??', ['n']))
    .groupBy('users.id')
    .toString(),
  knex('t')
    .insert([{ a: "it's", b: null }])
    .returning('id')
    .toSQL()
    .toNative(),
  knex.schema
    .createTable('x', (t) => {
      t.increments();
      t.string('name', 50).notNullable().index();
      t.timestamps(true, true);
      t.foreign('u').references('users.id');
    })
    .toString(),
  knex('t')
    .where('a', 1)
    .update({ n: knex.raw('n + 1') })
    .toString(),
  knex.with('w', knex('q').where('z', true)).from('w').first().toQuery(),
);
