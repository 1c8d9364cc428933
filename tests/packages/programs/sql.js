const init = require('sql.js');
(async () => {
  const SQL = await init();
  const db = new SQL.Database();
  db.run('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n REAL, b BLOB)');
  const insert = db.prepare('INSERT INTO t (name, n, b) VALUES (?, ?, ?)');
  for (const [name, n] of [
    ['ann', 1.5],
    ['böb', null],
  ])
    insert.run([name, n, new Uint8Array([1, 2])]);
  insert.free();
  console.log(JSON.stringify(db.exec('SELECT *, length(name) AS l FROM t ORDER BY id DESC')));
  const find = db.prepare('SELECT name FROM t WHERE id = :id');
  console.log(find.getAsObject({ ':id': 1 }));
  db.create_function('twice', (x) => x * 2);
  console.log(db.exec('SELECT twice(n), sqlite_version() > "3" FROM t WHERE n')[0].values);
  try {
    db.run('SELEC');
  } catch (error) {
    console.log(error.message);
  }
  const again = new SQL.Database(db.export());
  console.log(again.exec('SELECT count(*) FROM t')[0].values, again.export().length);
})();
