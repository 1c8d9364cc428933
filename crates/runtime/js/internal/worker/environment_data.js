// getEnvironmentData() and setEnvironmentData(): values that new workers get a copy of.
'use strict';

let data = new Map();

function getEnvironmentData(key) {
  return data.get(key);
}

function setEnvironmentData(key, value) {
  if (value === undefined) data.delete(key);
  else data.set(key, value);
}

// What there is, as an array of keys and values, and back.
function listData() {
  const list = [];
  data.forEach((value, key) => list.push(key, value));
  return list;
}

function receiveData(list) {
  data = new Map();
  for (let i = 0; i < list.length; i += 2) data.set(list[i], list[i + 1]);
}

module.exports = { getEnvironmentData, listData, receiveData, setEnvironmentData };
