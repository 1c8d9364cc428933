// What of `$` a start does not need. It runs when the first of it is asked for: scripts may have changed the
// language by then, so it uses nothing but what snapshot.js has read. Those names are put in at the mark.
((original, $, kept) => {
  'use strict';
  /* names */

  // Iteration.

  function eachOther(iterable) {
    if (typeof iterable === 'string') {
      const isIntact = strings[kIterator] === stringCharacters && stringIterators.next === nextOfString;
      return isIntact ? iterable : walk(apply(stringCharacters, iterable, []), nextOfString);
    }
    if (typeof iterable !== 'object' || iterable === null) return iterable;
    if (isArray(iterable) && !hasOwn(iterable, kIterator)) {
      return arraysIterate() ? iterable : walk(apply(arrayValues, iterable, []), nextOfArray);
    }
    const method = iterable[kIterator];
    if (method === arrayValues || (method === arrays[kIterator] && method !== undefined)) {
      return arraysIterate() ? iterable : walk(apply(arrayValues, iterable, []), nextOfArray);
    }
    if (isView(iterable)) {
      const isIntact = method === typedArrayValues && arrayIterators.next === nextOfArray;
      return isIntact ? iterable : walk(apply(typedArrayValues, iterable, []), nextOfArray);
    }
    return eachOfCollection(iterable, method);
  }

  function eachOfCollection(iterable, method) {
    if (method === mapEntries || method === setValues) {
      if (mapIterators.next === nextOfMap && setIterators.next === nextOfSet) return iterable;
      return method === mapEntries ?
        walk(apply(mapEntries, iterable, []), nextOfMap) :
        walk(apply(setValues, iterable, []), nextOfSet);
    }
    const prototype = getPrototypeOf(iterable);
    if (prototype === mapIterators) {
      return mapIterators.next === nextOfMap && method === itself ? iterable : walk(iterable, nextOfMap);
    }
    if (prototype === setIterators) {
      return setIterators.next === nextOfSet && method === itself ? iterable : walk(iterable, nextOfSet);
    }
    if (prototype === maps && method === maps[kIterator]) return walk(apply(mapEntries, iterable, []), nextOfMap);
    if (prototype === sets && method === sets[kIterator]) return walk(apply(setValues, iterable, []), nextOfSet);
    return iterable;
  }

  function walk(iterator, next) {
    return {
      __proto__: null,
      next: () => apply(next, iterator, []),
      [kIterator]() { return this; },
    };
  }

  // For loops that take every item apart by an array pattern.
  function eachList(iterable) {
    if (arraysIterate()) return each(iterable);
    const lists = [];
    for (const item of each(iterable)) defineProperty(lists, lists.length, plain(each(item)));
    return walk(apply(arrayValues, lists, []), nextOfArray);
  }

  // Property descriptors.

  function sealEach(object) {
    const result = create(null);
    for (const key of each(ownKeys(object))) {
      if (getOwnPropertyDescriptor(object, key).enumerable) result[key] = sealed(object[key]);
    }
    return result;
  }

  // Functions.

  // Those of scripts may have methods of their own instead, or none.
  const applyOf = (f) => ({ __proto__: null, apply: (self, list) => apply(f, self, list) });

  // Regular expressions.

  const isRegExp = (value) => typeof value === 'object' && value !== null && value instanceof TheRegExp;

  const execOf = (pattern, text) => (isRegExp(pattern) ? apply(exec, pattern, [text]) : pattern.exec(text));

  const testOf = (pattern, text) => (
    isRegExp(pattern) ? apply(exec, pattern, [text]) !== null : pattern.test(text));

  // All that a pattern finds, or the first only if it is not global.
  function matchesOf(text, pattern) {
    const found = [];
    if (!pattern.global) {
      const first = apply(exec, pattern, [text]);
      if (first !== null) apply(push, found, [first]);
      return found;
    }
    pattern.lastIndex = 0;
    for (let item = apply(exec, pattern, [text]); item !== null; item = apply(exec, pattern, [text])) {
      apply(push, found, [item]);
      if (item[0] === '') pattern.lastIndex++;
    }
    return found;
  }

  function replaceOther(name, method, text, pattern, by) {
    if (typeof text !== 'string') return text[name](pattern, by);
    if (!isRegExp(pattern)) return apply(method, text, [pattern, by]);
    let result = '';
    let end = 0;
    const found = matchesOf(text, pattern);
    for (let i = 0; i < found.length; i++) {
      const { 0: whole, index } = found[i];
      const between = apply(slice, text, [end, index]);
      result += between + (typeof by === 'function' ? callReplacer(by, found[i], text) : expand(`${by}`, found[i], text));
      end = index + whole.length;
    }
    return result + apply(slice, text, [end]);
  }

  function callReplacer(by, found, text) {
    const args = [];
    for (let i = 0; i < found.length; i++) apply(push, args, [found[i]]);
    apply(push, args, [found.index, text]);
    if (found.groups !== undefined) apply(push, args, [found.groups]);
    return `${apply(by, undefined, args)}`;
  }

  const reference = /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g;

  // The replacement text with what its dollar signs stand for.
  function expand(by, found, text) {
    let result = '';
    let end = 0;
    const references = matchesOf(by, reference);
    for (let i = 0; i < references.length; i++) {
      const item = references[i];
      result += apply(slice, by, [end, item.index]) + referred(item, found, text);
      end = item.index + item[0].length;
    }
    return result + apply(slice, by, [end]);
  }

  function referred({ 0: whole, 1: sign, 2: number, 3: name }, found, text) {
    switch (sign) {
      case '$': return '$';
      case '&': return found[0];
      case '`': return apply(slice, text, [0, found.index]);
      case "'": return apply(slice, text, [found.index + found[0].length]);
    }
    if (name !== undefined) return found.groups === undefined ? whole : found.groups[name] ?? '';
    if (+number > 0 && +number < found.length) return found[+number] ?? '';
    const digit = +number[0];
    return digit > 0 && digit < found.length ? (found[digit] ?? '') + apply(slice, number, [1]) : whole;
  }

  const replaceOf = (text, pattern, by) => replaceOther('replace', replace, text, pattern, by);

  const replaceAllOf = (text, pattern, by) => replaceOther('replaceAll', replaceAll, text, pattern, by);

  function splitOther(text, separator, limit) {
    if (typeof text !== 'string') return text.split(separator, limit);
    if (!isRegExp(separator)) return apply(split, text, [separator, limit]);
    const most = limit === undefined ? 0xffffffff : limit >>> 0;
    const parts = [];
    let end = 0;
    const found = matchesOf(text, new TheRegExp(separator, `${separator.flags}${separator.global ? '' : 'g'}`));
    for (let i = 0; i < found.length; i++) {
      const { 0: whole, index } = found[i];
      const isEmpty = whole === '' && (index === end || index === text.length);
      if (isEmpty && text !== '') continue;
      if (text === '') return parts;
      apply(push, parts, [apply(slice, text, [end, index])]);
      for (let group = 1; group < found[i].length; group++) apply(push, parts, [found[i][group]]);
      end = index + whole.length;
    }
    apply(push, parts, [apply(slice, text, [end])]);
    if (parts.length > most) parts.length = most;
    return parts;
  }

  function matchOther(text, pattern) {
    if (typeof text !== 'string' || !isRegExp(pattern)) return text.match(pattern);
    const found = matchesOf(text, pattern);
    if (found.length === 0) return null;
    if (!pattern.global) return found[0];
    for (let i = 0; i < found.length; i++) found[i] = found[i][0];
    return found;
  }

  function searchOther(text, pattern) {
    if (typeof text !== 'string' || !isRegExp(pattern)) return text.search(pattern);
    const { lastIndex } = pattern;
    pattern.lastIndex = 0;
    const found = apply(exec, pattern, [text]);
    pattern.lastIndex = lastIndex;
    return found === null ? -1 : found.index;
  }

  // Promises.

  // A call is faster than apply(), and many are made.
  const promiseResolve = (value) => (
    resolve.call === functionCall ? resolve.call(ThePromise, value) : apply(resolve, ThePromise, [value]));

  // Whether its method of this name is what scripts have put in place of a built-in one.
  const isChanged = (promise, name) => promise instanceof ThePromise && promise[name] === promises[name];

  function thenOf(promise, onFulfilled, onRejected) {
    if (promises.then === then || !isChanged(promise, 'then')) return promise.then(onFulfilled, onRejected);
    return apply(then, promise, [onFulfilled, onRejected]);
  }

  const catchOther = (promise, callback) => (
    isChanged(promise, 'catch') ? thenOf(promise, undefined, callback) : promise.catch(callback));

  function finallyOther(promise, callback) {
    if (!isChanged(promise, 'finally')) return promise.finally(callback);
    return thenOf(
      promise,
      (value) => thenOf(promiseResolve(callback()), () => value),
      (reason) => thenOf(promiseResolve(callback()), () => { throw reason; }),
    );
  }

  const promisesAreIntact = () => promises.then === then && ThePromise.resolve === resolve;

  function allOther(list) {
    return new ThePromise((fulfil, fail) => {
      const values = [];
      let missing = 1;
      let count = 0;
      const settle = () => { if (--missing === 0) fulfil(values); };
      for (const item of list) {
        const index = count++;
        missing++;
        defineProperty(values, index, plain(undefined));
        thenOf(promiseResolve(item), (value) => { values[index] = value; settle(); }, fail);
      }
      settle();
    });
  }

  function raceOther(list) {
    return new ThePromise((fulfil, fail) => {
      for (const item of list) thenOf(promiseResolve(item), fulfil, fail);
    });
  }

  // What an own class of collections is made of: the class, then names and methods.
  function partsOf(Class) {
    const { prototype } = Class;
    const parts = [Class];
    for (const key of each(ownKeys(prototype))) {
      if (key !== 'constructor' && key !== kToStringTag) apply(push, parts, [key, prototype[key]]);
    }
    return parts;
  }

  // A class that few programs need.
  function keep(name, value) {
    defineProperty(rest, name, plain(value));
    return value;
  }

  const rest = {
    __proto__: null,
    eachOther,
    eachList,
    sealEach,
    apply: (f) => (typeof f !== 'function' || f.apply === functionApply ? f : applyOf(f)),
    exec: (r) => (regexps.exec === exec ? r : inPlaceOf(r, 'exec', execOf)),
    test: (r) => (regexps.exec === exec && regexps.test === test ? r : inPlaceOf(r, 'test', testOf)),
    replace: (r) => (
      strings.replace === replace && regexps.exec === exec && regexps[kReplace] === replaceBy ?
        r : inPlaceOf(r, 'replace', replaceOf)),
    replaceAll: (r) => (
      strings.replaceAll === replaceAll && regexps.exec === exec && regexps[kReplace] === replaceBy ?
        r : inPlaceOf(r, 'replaceAll', replaceAllOf)),
    split: (r) => (
      strings.split === split && regexps.exec === exec && regexps[kSplit] === splitBy ?
        r : inPlaceOf(r, 'split', splitOther)),
    match: (r) => (
      strings.match === match && regexps.exec === exec && regexps[kMatch] === matchBy ?
        r : inPlaceOf(r, 'match', matchOther)),
    matchAll: (r) => (
      strings.matchAll === matchAll && regexps.exec === exec && regexps[kMatchAll] === matchAllBy ?
        r : inPlaceOf(r, 'matchAll', matchesOf)),
    search: (r) => (
      strings.search === search && regexps.exec === exec && regexps[kSearch] === searchBy ?
        r : inPlaceOf(r, 'search', searchOther)),
    then: (r) => (promises.then === then ? r : inPlaceOf(r, 'then', thenOf)),
    catch: (r) => (
      promises.catch === catchOf && promises.then === then ? r : inPlaceOf(r, 'catch', catchOther)),
    finally: (r) => (
      promises.finally === finallyOf && promisesAreIntact() ? r : inPlaceOf(r, 'finally', finallyOther)),
    Promise_resolve: promiseResolve,
    Promise_reject: (reason) => apply(reject, ThePromise, [reason]),
    Promise_withResolvers: () => apply(withResolvers, ThePromise, []),
    Promise_all: (list) => (promisesAreIntact() ? apply(all, ThePromise, [list]) : allOther(list)),
    Promise_race: (list) => (promisesAreIntact() ? apply(race, ThePromise, [list]) : raceOther(list)),
    Promise_any: (list) => apply(any, ThePromise, [list]),
    Promise_allSettled: (list) => apply(allSettled, ThePromise, [list]),
    /* built-ins for later */
  };
  return rest;
})
