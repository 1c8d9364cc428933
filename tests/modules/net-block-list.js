// BlockList and SocketAddress: rules, what they match, how they print, what is refused.
'use strict';
const { BlockList, SocketAddress } = require('net');

function attempt(fn) {
  try {
    console.log(fn());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

const list = new BlockList();
list.addAddress('9.9.9.9');
list.addAddress('::ffff:1.2.3.4', 'ipv6');
list.addSubnet('10.1.2.3', 8);
list.addSubnet('2001:db8::', 33, 'IPv6');
list.addRange('1.1.1.1', '1.1.1.9');
list.addCIDRs(['192.168.0.0/16', 'fe80::/10']);
console.log(list, list.size);
for (const [address, family] of [
  ['9.9.9.9'], ['1.2.3.4'], ['::ffff:9.9.9.9', 'ipv6'], ['10.255.0.1'], ['11.0.0.1'], ['2001:db8:7fff::1', 'ipv6'],
  ['2001:db8:8000::', 'ipv6'], ['1.1.1.5'], ['1.1.1.10'], ['febf::1', 'ipv6'], ['nonsense'], ['::1%lo', 'ipv6'],
]) console.log(address, list.check(address, family));

const copy = structuredClone(list);
copy.removeSubnet('10.9.9.9', 8);
console.log(copy instanceof BlockList, list.check('10.1.1.1'), list.rules.length);
const other = new BlockList();
other.fromJSON(JSON.stringify(list));
console.log(other.rules.length === list.rules.length, BlockList.isBlockList({}), BlockList.isBlockList(other));

attempt(() => list.addAddress('1.2.3'));
attempt(() => list.addRange('2.2.2.2', '1.1.1.1'));
attempt(() => list.addSubnet('1.1.1.1', 33));
attempt(() => list.addCIDR('1.1.1.1'));
attempt(() => list.addCIDR('1.1.1.1/x'));
attempt(() => list.addAddress('1.1.1.1', 'ipx'));
attempt(() => list.fromJSON([1]));

for (const text of ['::', '::1', '::1:0', '1:0:0:2:0:0:0:3', '0:0:0:0:0:ffff:7f00:1', 'FE80::1%eth0', '1:2:3:4:5:6:7::']) {
  console.log(text, new SocketAddress({ address: text, family: 'ipv6' }).address);
}
console.log(new SocketAddress(), structuredClone(new SocketAddress({ family: 'ipv6', port: 80, flowlabel: 7 })));
for (const text of ['1.2.3.4:8080', '[::1]:443', '1.2.3', 'host:80', '1.2.3.4:99999']) {
  console.log(text, SocketAddress.parse(text));
}
attempt(() => new SocketAddress({ address: '1.2.3.4', family: 'ipv6' }));
attempt(() => new SocketAddress({ port: 65536 }));
