// Makes `$`, what library files use of the language as it was before any script ran. The build step puts
// in what the files ask for, where the marks are. This is the part that a start needs, and it reads everything that the
// other one, late_snapshot.js, goes back to.
//
// A helper such as push looks whether the built-in is still the one that the program started with. If so
// it gives back the receiver, whose method is then called; for a changed one it gives what goes round it
// (`inPlaceOf`). It touches no property of the receiver, where there is a choice: so the compiler finds the
// same in a helper whoever calls it, and what differs is where the library's author wrote it. `original`
// gives a class of the language, made when it is first asked for, whatever the global of its name is by then.
// The prototypes of two kinds of iterators come from outside: a call that makes an iterator costs a start a tenth
// of a millisecond.
((original, late, iteratorsOfArrays, iteratorsOfStrings) => {
  'use strict';
  const { apply, ownKeys } = Reflect;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const {
    create, defineProperties, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, setPrototypeOf,
  } = Object;
  const { iterator: kIterator, replace: kReplace, split: kSplit, match: kMatch, matchAll: kMatchAll,
    search: kSearch, toStringTag: kToStringTag } = Symbol;
  const TheArray = Array;
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
  /* captured values */
  const { exec, test } = regexps;
  const { replace, replaceAll, split, match, matchAll, search } = strings;
  const replaceBy = regexps[kReplace];
  const splitBy = regexps[kSplit];
  const matchBy = regexps[kMatch];
  const matchAllBy = regexps[kMatchAll];
  const searchBy = regexps[kSearch];
  const { slice, startsWith } = strings;
  const { push } = arrays;
  const { then, catch: catchOf, finally: finallyOf } = promises;
  const { resolve, reject, all, race, any, allSettled, withResolvers } = ThePromise;
  const arrayIterators = iteratorsOfArrays;
  const stringIterators = iteratorsOfStrings;
  const mapIterators = getPrototypeOf(new Map()[kIterator]());
  const setIterators = getPrototypeOf(new Set()[kIterator]());
  const iterators = getPrototypeOf(arrayIterators);
  const arrayValues = arrays[kIterator];
  const typedArrayValues = typedArrays[kIterator];
  const stringCharacters = strings[kIterator];
  const mapEntries = maps[kIterator];
  const setValues = sets[kIterator];
  const itself = iterators[kIterator];
  // Classes of collections, each with its methods that the library uses: what own ones are made of. (Not read in
  // a loop: the engine would take it for one that is worth compiling.)
  const sizeOf = (prototype) => (
    { __proto__: null, get: getOwnPropertyDescriptor(prototype, 'size').get, configurable: true });
  const { prototype: weakMaps } = WeakMap;
  const ofMap = [Map, 'size', sizeOf(maps), 'get', maps.get, 'set', maps.set, 'has', maps.has, 'delete', maps.delete,
    'clear', maps.clear, 'forEach', maps.forEach, 'keys', maps.keys, 'values', maps.values,
    'entries', mapEntries, kIterator, mapEntries];
  const ofSet = [Set, 'size', sizeOf(sets), 'add', sets.add, 'has', sets.has, 'delete', sets.delete,
    'clear', sets.clear, 'forEach', sets.forEach, 'keys', setValues, 'values', setValues,
    'entries', sets.entries, kIterator, setValues];
  const ofWeakMap = [WeakMap, 'get', weakMaps.get, 'set', weakMaps.set, 'has', weakMaps.has, 'delete', weakMaps.delete];
  const ofWeakRef = [WeakRef, 'deref', WeakRef.prototype.deref];
  const nextOfArray = arrayIterators.next;
  const nextOfString = stringIterators.next;
  const nextOfMap = mapIterators.next;
  const nextOfSet = setIterators.next;

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

  const arraysIterate = () => arrays[kIterator] === arrayValues && arrayIterators.next === nextOfArray;

  // What to iterate in place of `iterable`.
  const each = (iterable) => (isArray(iterable) && arraysIterate() ? iterable : $.eachOther(iterable));

  const plain = (value) => (
    { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  // Property descriptors.

  const isPolluted = () => 'get' in objects || 'set' in objects || 'value' in objects ||
    'writable' in objects || 'enumerable' in objects || 'configurable' in objects;

  const sealed = (object) => (isPolluted() && object ? { __proto__: null, ...object } : object);
  const sealedAll = (object) => (isPolluted() && object ? $.sealEach(object) : object);

  // A function of a script may have methods of its own instead of these, or none.
  const callOf = (f) => ({ __proto__: null, call: (self, ...args) => apply(f, self, args) });
  const bindOf = (f) => ({ __proto__: null, bind: (...args) => apply(functionBind, f, args) });

  // Collections that stay in the library: their methods are properties of a prototype of their own.
  function own(parts) {
    const Class = parts[0];
    const Own = class extends Class {};
    const methods = { __proto__: null };
    for (let i = 1; i < parts.length; i += 2) {
      methods[parts[i]] = parts[i] === 'size' ? parts[i + 1] : plain(parts[i + 1]);
    }
    // (Native code in the engine, which defineProperty() is not.)
    defineProperties(Own.prototype, methods);
    defineProperties(Own, { __proto__: null, name: { __proto__: null, value: Class.name, configurable: true } });
    return Own;
  }

  const $ = {
    // What a start does not need is made when the first of it is asked for.
    __proto__: new Proxy({ __proto__: null }, {
      __proto__: null,
      get(target, name) {
        const rest = late()(original, $, [/* names */]);
        // All at once: each change of its shape is one that compiled code has to notice.
        setPrototypeOf($, rest);
        return rest[name];
      },
    }),
    each,
    sealed,
    sealedAll,
    call: (f) => (typeof f !== 'function' || f.call === functionCall ? f : callOf(f)),
    bind: (f) => (typeof f !== 'function' || f.bind === functionBind ? f : bindOf(f)),
    /* built-ins at the start */
  };
  return $;
})
