// A binary heap of timer lists, the one that is due first on top. Lists know their place in it, so
// that one in the middle can be taken out.
'use strict';

const lists = [null]; // Place 0 stays free: the children of place n are then 2n and 2n + 1.

function comesFirst(a, b) {
  return a.expiry < b.expiry || (a.expiry === b.expiry && a.order < b.order);
}

function put(list, place) {
  lists[place] = list;
  list.place = place;
}

function rise(list) {
  let place = list.place;
  while (place > 1) {
    const above = lists[place >> 1];
    if (!comesFirst(list, above)) break;
    put(above, place);
    place >>= 1;
  }
  put(list, place);
}

function sink(list) {
  let place = list.place;
  const last = lists.length - 1;
  for (let child = place * 2; child <= last; child = place * 2) {
    if (child < last && comesFirst(lists[child + 1], lists[child])) child++;
    if (!comesFirst(lists[child], list)) break;
    put(lists[child], place);
    place = child;
  }
  put(list, place);
}

function add(list) {
  list.place = lists.length;
  lists.push(list);
  rise(list);
}

function remove(list) {
  const last = lists.pop();
  if (last === list) return;
  last.place = list.place;
  rise(last);
  sink(last);
}

function first() {
  return lists.length > 1 ? lists[1] : undefined;
}

module.exports = { add, remove, sink, first };
