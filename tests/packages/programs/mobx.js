const {
  observable,
  computed,
  autorun,
  action,
  reaction,
  makeAutoObservable,
  when,
  runInAction,
  toJS,
  flow,
} = require('mobx');
class Store {
  list = [];
  filter = '';
  constructor() {
    makeAutoObservable(this);
  }
  get shown() {
    console.log('computed');
    return this.list.filter((x) => x.includes(this.filter));
  }
  add(x) {
    this.list.push(x);
  }
  *load() {
    const x = yield Promise.resolve('loaded');
    this.list.push(x);
    return x;
  }
}
const store = new Store();
const stop = autorun(() => console.log('shown', toJS(store.shown)));
store.add('apple');
runInAction(() => {
  store.add('bear');
  store.filter = 'e';
});
reaction(
  () => store.list.length,
  (n, old) => console.log('length', old, n),
);
when(() => store.list.includes('loaded')).then(() => console.log('when'));
store.load().then((x) => {
  console.log('flow', x);
  stop();
  const map = observable.map({ a: 1 });
  autorun(() => console.log('map', [...map]));
  map.set('b', 2);
});
