// Makes `$`, what library files use of the language as it was before any script ran. The build step puts
// in what the files ask for, where the two marks are.
//
// A helper such as push looks whether the built-in is still the one that the program started with. If so
// it gives back the receiver, whose method is then called; for a changed one it gives what goes round it
// (`inPlaceOf`). It touches no property of the receiver, where there is a choice: so the compiler finds the
// same in a helper whoever calls it, and what differs is where the library's author wrote it. `original`
// gives a class of the language, made when it is first asked for, whatever the global of its name is by then.
((original) => {
  'use strict';
  const { apply, ownKeys } = Reflect;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { create, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;
  const { iterator: kIterator, replace: kReplace, split: kSplit, match: kMatch, matchAll: kMatchAll,
    search: kSearch, toStringTag: kToStringTag } = Symbol;
  const ThePromise = Promise;
  const TheRegExp = RegExp;
  const objects = Object.prototype;
  const functions = Function.prototype;
  const strings = String.prototype;
  const numbers = Number.prototype;
  const arrays = Array.prototype;
  const typedArrays = getPrototypeOf(Uint8Array.prototype);
  const regexps = TheRegExp.prototype;
  const promises = ThePromise.prototype;
  const maps = Map.prototype;
  const sets = Set.prototype;
  const { call: functionCall, apply: functionApply, bind: functionBind } = functions;
  /* captured methods */

  // An object with the one method that is going to be called. (Not in the helpers themselves: a closure
  // there would have them keep their receivers on the heap.)
  function inPlaceOf(receiver, name, method) {
    if (receiver === undefined || receiver === null) return receiver;
    return { __proto__: null, [name]: (a, b, c) => method(receiver, a, b, c) };
  }

  function around(name, receiver, ofString, ofArray, ofTypedArray, ofNumber) {
    if (receiver === undefined || receiver === null) return receiver;
    const method = (...args) => other(name, receiver, args, ofString, ofArray, ofTypedArray, ofNumber);
    return { __proto__: null, [name]: method };
  }

  // A method of a built-in that may have been changed: the one there was, unless the receiver has one of
  // its own.
  function other(name, receiver, args, ofString, ofArray, ofTypedArray, ofNumber) {
    if (typeof receiver === 'string') {
      if (ofString !== undefined) return apply(ofString, receiver, args);
    } else if (typeof receiver === 'number') {
      if (ofNumber !== undefined) return apply(ofNumber, receiver, args);
    } else if (isArray(receiver)) {
      if (ofArray !== undefined && receiver[name] === arrays[name]) return apply(ofArray, receiver, args);
    } else if (isView(receiver)) {
      if (ofTypedArray !== undefined && receiver[name] === typedArrays[name]) {
        return apply(ofTypedArray, receiver, args);
      }
    }
    const method = receiver[name];
    if (typeof method !== 'function') throw new TypeError(`receiver.${name} is not a function`);
    return apply(method, receiver, args);
  }

  // Iteration.

  const arrayIterators = getPrototypeOf([][kIterator]());
  const stringIterators = getPrototypeOf(''[kIterator]());
  const mapIterators = getPrototypeOf(new Map()[kIterator]());
  const setIterators = getPrototypeOf(new Set()[kIterator]());
  const iterators = getPrototypeOf(arrayIterators);
  const arrayValues = arrays[kIterator];
  const typedArrayValues = typedArrays[kIterator];
  const stringCharacters = strings[kIterator];
  const mapEntries = maps[kIterator];
  const setValues = sets[kIterator];
  const itself = iterators[kIterator];
  const nextOfArray = arrayIterators.next;
  const nextOfString = stringIterators.next;
  const nextOfMap = mapIterators.next;
  const nextOfSet = setIterators.next;

  const arraysIterate = () => arrays[kIterator] === arrayValues && arrayIterators.next === nextOfArray;

  // What to iterate in place of `iterable`.
  const each = (iterable) => (isArray(iterable) && arraysIterate() ? iterable : eachOther(iterable));

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

  const plain = (value) => (
    { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  // Property descriptors.

  const isPolluted = () => 'get' in objects || 'set' in objects || 'value' in objects ||
    'writable' in objects || 'enumerable' in objects || 'configurable' in objects;

  const sealed = (object) => (isPolluted() && object ? { __proto__: null, ...object } : object);

  function sealedAll(object) {
    if (!isPolluted() || !object) return object;
    const result = create(null);
    for (const key of each(ownKeys(object))) {
      if (getOwnPropertyDescriptor(object, key).enumerable) result[key] = sealed(object[key]);
    }
    return result;
  }

  // Functions.

  // Those of scripts may have methods of their own instead, or none.
  const callOf = (f) => ({ __proto__: null, call: (self, ...args) => apply(f, self, args) });
  const applyOf = (f) => ({ __proto__: null, apply: (self, list) => apply(f, self, list) });
  const bindOf = (f) => ({ __proto__: null, bind: (...args) => apply(functionBind, f, args) });

  // Regular expressions.

  const { exec, test } = regexps;
  const { replace, replaceAll, split, match, matchAll, search } = strings;
  const replaceBy = regexps[kReplace];
  const splitBy = regexps[kSplit];
  const matchBy = regexps[kMatch];
  const matchAllBy = regexps[kMatchAll];
  const searchBy = regexps[kSearch];
  const { slice, startsWith } = strings;
  const { push } = arrays;

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

  const { then, catch: catchOf, finally: finallyOf } = promises;
  const { resolve, reject, all, race, any, allSettled, withResolvers } = ThePromise;
  const promiseResolve = (value) => apply(resolve, ThePromise, [value]);

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

  // Collections that stay in the library: their methods are properties of a prototype of their own.
  function own(Class) {
    const Own = class extends Class {};
    const { prototype } = Own;
    const inherited = Class.prototype;
    const keys = ownKeys(inherited);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === 'size') defineProperty(prototype, key, getOwnPropertyDescriptor(inherited, key));
      else if (key !== 'constructor' && key !== kToStringTag) prototype[key] = inherited[key];
    }
    defineProperty(Own, 'name', { __proto__: null, value: Class.name, configurable: true });
    return Own;
  }

  function keep(name, value) {
    defineProperty($, name, plain(value));
    return value;
  }

  const $ = {
    __proto__: null,
    each,
    eachList,
    sealed,
    sealedAll,
    call: (f) => (typeof f !== 'function' || f.call === functionCall ? f : callOf(f)),
    apply: (f) => (typeof f !== 'function' || f.apply === functionApply ? f : applyOf(f)),
    bind: (f) => (typeof f !== 'function' || f.bind === functionBind ? f : bindOf(f)),
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
    /* captured built-ins */
  };
  return $;
})
