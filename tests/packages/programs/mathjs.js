const math = require('mathjs');
console.log(
  math.evaluate('2 inch to cm'),
  math.evaluate('f(x) = x^2; f(5)').toString(),
  math.derivative('x^3 + 2x', 'x').toString(),
  math.simplify('2x + 3x').toString(),
  math.inv([
    [1, 2],
    [3, 4],
  ]),
  math.complex(1, 2).mul(math.i).toString(),
  math.fraction('0.(3)').toString(),
  math.format(math.bignumber('0.1').plus(0.2)),
  math.multiply(math.matrix([[1, 2]]), math.matrix([[3], [4]])).toString(),
  math.unit('5 km/h').to('m/s').toString(),
  math.mean(1, 2, 6),
  math.parse('a + b * 2').toTex(),
);
try {
  math.evaluate('1 +');
} catch (error) {
  console.log(error.name, error.message);
}
