// URL's methods and accessors on objects that are none.
'use strict';

for (const name of ['toString', 'toJSON']) {
  try {
    Reflect.apply(URL.prototype[name], {}, []);
  } catch (error) {
    console.log(name, error.name, error.message);
  }
}
for (const name of ['href', 'search', 'protocol', 'origin', 'searchParams', 'hash']) {
  try {
    Reflect.get(URL.prototype, name, {});
  } catch (error) {
    console.log('get', name, error.name, error.message.replace(/ #\w+/, ''));
  }
  if (name === 'origin' || name === 'searchParams') continue;
  try {
    Reflect.set(URL.prototype, name, null, {});
  } catch (error) {
    console.log('set', name, error.name, error.message.replace(/ #\w+/, ''));
  }
}
