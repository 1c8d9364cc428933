// BlockList: rules that addresses can be checked against. A rule for IPv4 also holds for the IPv6 address that stands for
// the same one, and the other way round.
'use strict';

const { codes } = require('internal/errors');
const { kClone, kPack } = require('internal/cloneable');
const { formatAddress, isIPv6, isMapped, parseAddress } = require('internal/net/ip');
const { SocketAddress, familyOf, invalidAddress, wordsOf } = require('internal/net/socket_address');
const { inspectInside } = require('internal/perf/inspect_inside');
const { customInspectSymbol } = require('internal/util');
const { validateArray, validateInt32, validateString } = require('internal/validators');

const kNames = { __proto__: null, ipv4: 'IPv4', ipv6: 'IPv6' };
const kPrefixBits = { __proto__: null, ipv4: 32, ipv6: 128 };
// Not a script's own list.
const kShared = Symbol('kShared');

function keyOf(words) {
  return `${words[0]},${words[1]},${words[2]},${words[3]}`;
}

// The key of the network that an address is in; `bits` counts from the first of its 128.
function networkKey(words, bits) {
  const network = [0, 0, 0, 0];
  for (let i = 0; i < 4 && bits > 32 * i; i++) {
    const kept = Math.min(32, bits - 32 * i);
    network[i] = (words[i] & -1 << 32 - kept) >>> 0;
  }
  return keyOf(network);
}

// Less than, equal to or more than 0; undefined for an address that has no meaning in the other's family.
function compare(a, b) {
  if (a.family !== b.family && !isMapped((a.family === 'ipv6' ? a : b).words)) return undefined;
  for (let i = 0; i < 4; i++) {
    if (a.words[i] !== b.words[i]) return a.words[i] < b.words[i] ? -1 : 1;
  }
  return 0;
}

function textOf(place) {
  return formatAddress(place.words, place.family);
}

// { words, family } of an argument: a SocketAddress, or a text with its family beside it.
function placeOf(address, family, name) {
  if (SocketAddress.isSocketAddress(address)) return { words: wordsOf(address), family: address.family };
  validateString(address, name);
  validateString(family, 'family');
  const known = familyOf(family);
  const words = parseAddress(address, known);
  if (words === null) throw invalidAddress();
  return { words, family: known };
}

// What copies of a list have in common.
class Rules {
  constructor() {
    this.clear();
  }

  clear() {
    // By key.
    this.addresses = new Map();
    this.subnets = [];
    // How many subnets have a network, by the length of the prefix (of 128 bits) and the network's key.
    this.networks = new Map();
    this.ranges = [];
  }

  addAddress(place) {
    const key = keyOf(place.words);
    this.addresses.delete(key);
    this.addresses.set(key, place);
  }

  addSubnet(place, prefix) {
    const bits = place.family === 'ipv4' ? prefix + 96 : prefix;
    const key = networkKey(place.words, bits);
    this.subnets.push({ place, prefix, bits, key });
    if (!this.networks.has(bits)) this.networks.set(bits, new Map());
    const counts = this.networks.get(bits);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  // The newest of those that were added with these words.
  removeSubnet(place, prefix) {
    const bits = place.family === 'ipv4' ? prefix + 96 : prefix;
    const key = networkKey(place.words, bits);
    const index = this.subnets.findLastIndex((subnet) => {
      return subnet.bits === bits && keyOf(subnet.place.words) === keyOf(place.words);
    });
    if (index === -1) return;
    this.subnets.splice(index, 1);
    const counts = this.networks.get(bits);
    const left = counts.get(key) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
    if (counts.size === 0) this.networks.delete(bits);
  }

  removeRange(start, end) {
    const index = this.ranges.findLastIndex((range) => {
      return compare(range.start, start) === 0 && compare(range.end, end) === 0;
    });
    if (index !== -1) this.ranges.splice(index, 1);
  }

  has(place) {
    if (this.addresses.has(keyOf(place.words))) return true;
    for (const [bits, counts] of this.networks) {
      if (counts.has(networkKey(place.words, bits))) return true;
    }
    return this.ranges.some(({ start, end }) => compare(place, start) >= 0 && compare(place, end) <= 0);
  }

  // As texts: addresses, then subnets, then ranges, of each kind the newest first.
  list() {
    const addresses = [...this.addresses.values()].map((place) => {
      return `Address: ${kNames[place.family]} ${textOf(place)}`;
    });
    const subnets = this.subnets.map(({ place, prefix }) => {
      return `Subnet: ${kNames[place.family]} ${textOf(place)}/${prefix}`;
    });
    const ranges = this.ranges.map(({ start, end }) => {
      return `Range: ${kNames[start.family]} ${textOf(start)}-${textOf(end)}`;
    });
    return [...addresses.reverse(), ...subnets.reverse(), ...ranges.reverse()];
  }
}

function splitCIDR(cidr) {
  const slash = cidr.lastIndexOf('/');
  if (slash === -1) {
    throw new codes.ERR_INVALID_ARG_VALUE('cidr', cidr, 'must contain a prefix length (e.g. "10.0.0.0/8")');
  }
  const digits = cidr.slice(slash + 1);
  if (!/^\d+$/.test(digits)) {
    throw new codes.ERR_INVALID_ARG_VALUE('cidr', cidr, 'prefix length must be a valid integer');
  }
  const address = cidr.slice(0, slash);
  return { address, prefix: Number(digits), family: isIPv6(address) ? 'ipv6' : 'ipv4' };
}

// [place, prefix]
function subnetOf(network, prefix, family) {
  // What is wrong with the prefix is said before what is wrong with a text.
  const isObject = SocketAddress.isSocketAddress(network);
  if (!isObject) {
    validateString(network, 'network');
    validateString(family, 'family');
    family = familyOf(family);
  }
  validateInt32(prefix, 'prefix', 0, kPrefixBits[isObject ? network.family : family]);
  return [placeOf(network, family, 'network'), prefix];
}

class BlockList {
  #rules;

  constructor(rules = undefined, shared = undefined) {
    this.#rules = shared === kShared ? rules : new Rules();
  }

  static isBlockList(value) {
    return typeof value === 'object' && value !== null && #rules in value;
  }

  static PRIVATE_RANGES = Object.freeze([
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1/128', '169.254.0.0/16', 'fe80::/10',
    'fc00::/7',
  ]);

  addAddress(address, family = 'ipv4') {
    this.#rules.addAddress(placeOf(address, family, 'address'));
  }

  addAddresses(addresses, family = 'ipv4') {
    validateArray(addresses, 'addresses');
    const places = addresses.map((address, index) => placeOf(address, family, `addresses[${index}]`));
    for (const place of places) this.#rules.addAddress(place);
  }

  addRange(start, end, family = 'ipv4') {
    const first = placeOf(start, family, 'start');
    const last = placeOf(end, family, 'end');
    if (compare(first, last) > 0) {
      const shown = SocketAddress.isSocketAddress(start) ? start : new SocketAddress({ address: start, family });
      throw new codes.ERR_INVALID_ARG_VALUE('start', shown, 'must come before end');
    }
    this.#rules.ranges.push({ start: first, end: last });
  }

  addSubnet(network, prefix, family = 'ipv4') {
    const subnet = subnetOf(network, prefix, family);
    this.#rules.addSubnet(subnet[0], subnet[1]);
  }

  addCIDR(cidr) {
    validateString(cidr, 'cidr');
    const { address, prefix, family } = splitCIDR(cidr);
    this.addSubnet(address, prefix, family);
  }

  addCIDRs(cidrs) {
    validateArray(cidrs, 'cidrs');
    const parts = cidrs.map((cidr, index) => {
      validateString(cidr, `cidrs[${index}]`);
      return splitCIDR(cidr);
    });
    for (const { address, prefix, family } of parts) this.addSubnet(address, prefix, family);
  }

  removeAddress(address, family = 'ipv4') {
    this.#rules.addresses.delete(keyOf(placeOf(address, family, 'address').words));
  }

  removeRange(start, end, family = 'ipv4') {
    this.#rules.removeRange(placeOf(start, family, 'start'), placeOf(end, family, 'end'));
  }

  removeSubnet(network, prefix, family = 'ipv4') {
    const subnet = subnetOf(network, prefix, family);
    this.#rules.removeSubnet(subnet[0], subnet[1]);
  }

  removeCIDR(cidr) {
    validateString(cidr, 'cidr');
    const { address, prefix, family } = splitCIDR(cidr);
    this.removeSubnet(address, prefix, family);
  }

  check(address, family = 'ipv4') {
    if (SocketAddress.isSocketAddress(address)) return this.#rules.has(placeOf(address));
    validateString(address, 'address');
    validateString(family, 'family');
    // What is no address is on no list.
    const known = family.toLowerCase();
    if (known !== 'ipv4' && known !== 'ipv6') return false;
    const words = parseAddress(address, known);
    return words !== null && this.#rules.has({ words, family: known });
  }

  clear() {
    this.#rules.clear();
  }

  toJSON() {
    return this.rules;
  }

  // Adds the rules of another list, as toJSON() gives them or as the text of that. What is no rule is left out.
  fromJSON(data) {
    const list = typeof data === 'string' ? JSON.parse(data) : data;
    if (!Array.isArray(list) || list.some((rule) => typeof rule !== 'string')) {
      throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'string[]'], list);
    }
    for (const rule of list) this.#addText(rule);
  }

  #addText(rule) {
    const [kind, family, what, more] = rule.split(' ');
    if (more !== undefined || what === undefined || (family !== 'IPv4' && family !== 'IPv6')) return;
    const isAddress = (text) => parseAddress(text, family.toLowerCase()) !== null;
    const mark = what.search(/[-/]/);
    const before = mark === -1 ? what : what.slice(0, mark);
    const after = mark === -1 ? '' : what.slice(mark + 1);
    if (!isAddress(before)) return;
    if (kind === 'Address:' && mark === -1) this.addAddress(what, family);
    else if (kind === 'Range:' && what[mark] === '-' && isAddress(after)) this.addRange(before, after, family);
    else if (kind === 'Subnet:' && /^\d{1,3}$/.test(after)) this.addSubnet(before, Number(after), family);
  }

  get rules() {
    return this.#rules.list();
  }

  get size() {
    const { addresses, subnets, ranges } = this.#rules;
    return addresses.size + subnets.length + ranges.length;
  }

  [customInspectSymbol](depth, options) {
    return depth < 0 ? '[BlockList]' : `BlockList ${inspectInside({ rules: this.rules }, options)}`;
  }

  // Rules that are added to a copy hold for the list too.
  [kClone]() {
    return new BlockList(this.#rules, kShared);
  }

  [kPack]() {
    const { addresses, subnets, ranges } = this.#rules;
    return ['internal/net/block_list', { addresses: [...addresses.values()], subnets, ranges }];
  }
}

// One that has come from another thread, with rules of its own from here on.
function revive({ addresses, subnets, ranges }) {
  const rules = new Rules();
  for (const place of addresses) rules.addAddress(place);
  for (const { place, prefix } of subnets) rules.addSubnet(place, prefix);
  rules.ranges.push(...ranges);
  return new BlockList(rules, kShared);
}

module.exports = { BlockList, revive };
