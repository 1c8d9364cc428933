const sass = require('sass');
console.log(
  sass.compileString(
    '@use "sass:math"; @use "sass:color"; $w: 10px; @mixin m($n) { width: $w * $n; &:hover { color: color.adjust(#336699, $lightness: 10%); } } @function half($x) { @return math.div($x, 2); } .a { @include m(2); .b & { margin: half(7px); } @each $k, $v in (x: 1, y: 2) { &-#{$k} { z-index: $v; } } } .c { @extend .a; } @media (min-width: 100px) { .d { e: f; } }',
  ).css,
);
try {
  sass.compileString('.a { b: $none; }');
} catch (error) {
  console.log(error.message.split('\n')[0], error.span.start);
}
(async () =>
  console.log(
    (
      await sass.compileStringAsync('a { b: f(3) }', {
        style: 'compressed',
        functions: { 'f($n)': async ([n]) => new sass.SassNumber(n.assertNumber().value * 2, 'px') },
      })
    ).css,
  ))();
