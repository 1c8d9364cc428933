const less = require('less');
(async () => {
  console.log(
    (
      await less.render(
        '@c: #336699; @w: 10px; .m(@n: 2) when (@n > 1) { width: @w * @n; } .a { .m(3); color: darken(@c, 10%); &:hover { b: e("x"); } .in { c: ~"raw" } } .guard { @r: { d: 1 }; @r(); } @plugin-free: 1; .loop(@i) when (@i > 0) { .w-@{i} { width: (@i * 1%); } .loop(@i - 1); } .loop(2);',
        { sourceMap: {} },
      )
    ).css,
  );
  await less.render('.a { b: @none }').catch((error) => console.log(error.type, error.message, error.line));
})();
