const { Map, List, fromJS, Record, Set, OrderedMap, Range, Seq, is } = require('immutable');
const a = fromJS({ x: { y: [1, 2, { z: 3 }] } });
const b = a.setIn(['x', 'y', 2, 'z'], 4).updateIn(['x', 'y'], (l) => l.push(5));
console.log(a, b.toJS(), a.get('x') === b.get('x'), is(Map({ a: 1 }), Map({ a: 1 })), String(b));
const P = Record({ name: '', age: 0 }, 'P');
console.log(
  String(new P({ name: 'ann' }).set('age', 3)),
  List([3, 1, 2]).sort().toArray(),
  Set.of(1, 2, 2).size,
  Range(1, Infinity)
    .filter((n) => n % 2)
    .map((n) => n * n)
    .take(3)
    .toJS(),
  OrderedMap([
    ['b', 1],
    ['a', 2],
  ])
    .keySeq()
    .toArray(),
  b.hashCode() === fromJS(b.toJS()).hashCode(),
  Seq([1, 2]).concat(3).join('-'),
  List.of(1, 2, 3, 4)
    .groupBy((n) => n % 2)
    .toJS(),
  a.mergeDeep({ x: { w: 1 } }).toJS(),
);
