// net.isIP() and its kin.
const net = require('net');
for (const text of [
  '1.2.3.4', '01.2.3.4', '256.1.1.1', '1.2.3', '::', '::1', '1::', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7',
  'fe80::1%eth0', 'fe80::1%', '::ffff:1.2.3.4', '1.2.3.4::', '1:::2', '1::2::3', '1:2:3:4:5:6:1.2.3.4',
  '12345::', '1:2:3:4:5:6:7::', '', undefined, null, 1, { toString: () => '::1' },
]) console.log(text, net.isIP(text), net.isIPv4(text), net.isIPv6(text));
