const BigNumber = require('bignumber.js').default ?? require('bignumber.js');
const Decimal = require('decimal.js');
console.log(
  new BigNumber('0.1').plus('0.2').toString(),
  new BigNumber('123456789.987654321').toFormat(3),
  new BigNumber(2).pow(200).toFixed(),
  new BigNumber('ff', 16).toString(2),
  new BigNumber(10).div(3).dp(5).toString(),
  BigNumber.max('1e30', 5).toExponential(),
);
Decimal.set({ precision: 40 });
console.log(
  new Decimal(2).sqrt().toString(),
  Decimal.sin(1).toFixed(20),
  new Decimal('1e-50').plus(1).toString(),
  Decimal.acos(-1).toString(),
  new Decimal(255).toHex(),
  new Decimal('NaN').isNaN(),
);
