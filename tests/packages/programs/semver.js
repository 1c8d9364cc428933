const semver = require('semver');
console.log(
  semver.valid(' =v1.2.3 '),
  semver.clean('  =v1.2.3-beta  '),
  semver.inc('1.2.3-rc.1', 'prerelease'),
  semver.diff('1.2.3', '2.0.0-a'),
);
console.log(
  semver.satisfies('1.4.2', '^1.2 || >=3'),
  semver.maxSatisfying(['1.0.0', '1.5.2', '2.0.0'], '~1.5'),
  semver.validRange('>=1.2 <2 || 3.x'),
);
console.log(
  ['2.0.0', '1.0.0-b', '1.0.0-a.10', '1.0.0-a.2', '1.0.0'].sort(semver.compare),
  semver.coerce('version 4.6 is out').version,
  semver.minVersion('^1.2.0-beta').version,
);
console.log(
  new semver.Range('1.2.x - 2').range,
  semver.parse('1.2.3-a.1+build'),
  semver.intersects('^1', '>=1.5'),
  semver.subset('~1.2', '^1'),
);
try {
  new semver.SemVer('nope');
} catch (error) {
  console.log(String(error));
}
