// URLSearchParams: made of strings, lists and objects, changed, and iterated.
for (const init of ['?a=1&b=%20x+y&c', [['a', 1], ['a', 2]], { x: 1, y: ['p', 'q'] }, new Map([['k', 'v']]), undefined]) {
  const params = new URLSearchParams(init);
  console.log(params, params.size, String(params));
}

const params = new URLSearchParams('z=1&a=2&z=3&é=%ff&a=4');
console.log(params.get('z'), params.getAll('z'), params.get('none'), params.has('a', '4'), params.has('a', '5'));
params.set('z', 'new');
params.append('b c', '&=+~');
params.delete('a', '2');
params.sort();
console.log(params.toString());
console.log([...params.keys()], [...params.values()], params.entries());
params.forEach((value, name, all) => console.log(name, value, all === params));

for (const call of [() => params.get(), () => params.append('a'), () => new URLSearchParams([['a']]),
  () => params.get.call({}, 'a')]) {
  try {
    call();
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
