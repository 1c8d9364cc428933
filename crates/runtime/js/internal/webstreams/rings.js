// First in, first out, in an array that is used round and round.
'use strict';

const kFirstSize = 4;
// An array that has grown beyond this is given back once it is empty.
const kKeptSize = 1024;

// The items from `head` on, with as many free places after them.
function enlarge(items, head) {
  return items.slice(head).concat(items.slice(0, head), new Array(items.length).fill(undefined));
}

class Ring {
  constructor() {
    this.items = [undefined, undefined, undefined, undefined];
    this.mask = kFirstSize - 1;
    this.head = 0;
    this.length = 0;
  }

  push(item) {
    if (this.length > this.mask) {
      this.items = enlarge(this.items, this.head);
      this.head = 0;
      this.mask = this.items.length - 1;
    }
    this.items[(this.head + this.length++) & this.mask] = item;
  }

  first() {
    return this.items[this.head];
  }

  shift() {
    const { items, head } = this;
    const item = items[head];
    items[head] = undefined;
    this.head = (head + 1) & this.mask;
    if (--this.length === 0 && this.mask >= kKeptSize) this.clear();
    return item;
  }

  clear() {
    this.items = new Array(kFirstSize).fill(undefined);
    this.mask = kFirstSize - 1;
    this.head = 0;
    this.length = 0;
  }

  // All items, which are no longer in the ring then: what is done with one may add others.
  takeAll() {
    const items = [];
    while (this.length > 0) items.push(this.shift());
    return items;
  }
}

module.exports = { Ring };
