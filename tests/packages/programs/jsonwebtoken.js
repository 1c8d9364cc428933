const jwt = require('jsonwebtoken');
const token = jwt.sign({ user: 'ann', iat: 1700000000 }, 'secret', {
  algorithm: 'HS256',
  expiresIn: '10y',
  audience: 'x',
  subject: 's',
});
console.log(token, jwt.verify(token, 'secret', { audience: 'x' }), jwt.decode(token, { complete: true }).header);
for (const [key, options] of [
  ['wrong', {}],
  ['secret', { audience: 'y' }],
  ['secret', { clockTimestamp: 3e9 }],
  ['secret', { algorithms: ['HS512'] }],
])
  try {
    jwt.verify(token, key, options);
  } catch (error) {
    console.log(error.name, error.message);
  }
jwt.sign({ a: 1 }, 'k', { noTimestamp: true, algorithm: 'HS512' }, (error, made) =>
  jwt.verify(made, 'k', (failed, data) => console.log(error, failed, data)),
);
try {
  jwt.verify('x.y', 'k');
} catch (error) {
  console.log(error.message);
}
const { publicKey, privateKey } = require('crypto').generateKeyPairSync('rsa', { modulusLength: 2048 });
const signed = jwt.sign({ b: 2 }, privateKey, { algorithm: 'RS256' });
console.log(jwt.verify(signed, publicKey).b);
