// The servers that dns.setServers() has set: they hold for `dns/promises` too, whenever that is loaded.
'use strict';

let servers;
let follower;

function set(list) {
  servers = list;
  follower?.(list);
}

function follow(setServers) {
  follower = setServers;
  if (servers !== undefined) setServers(servers);
}

module.exports = { follow, set };
