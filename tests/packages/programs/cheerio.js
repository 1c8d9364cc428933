const cheerio = require('cheerio');
const $ = cheerio.load(
  '<ul id="f"><li class="a">One</li><li class="b x">Two</li><li>Three &amp; <b>bold</b></li></ul><p data-k="v">t',
);
console.log(
  $('li')
    .map((i, e) => $(e).text())
    .get(),
  $('ul > li:nth-child(2)').attr('class'),
  $('.a').next().hasClass('x'),
  $('p').data('k'),
);
$('li.a').addClass('new').attr('title', '"q"').append('<i>!</i>');
$('li:last').remove();
$('<li>four</li>').appendTo('#f');
console.log(
  $.html(),
  $('#f').children().length,
  $('li:contains(Two), li.new').length,
  $('ul').find('i').parent().prop('tagName'),
);
console.log(cheerio.load('<a><b/></a>', { xml: true }).xml(), $('ul').extract({ items: ['li'] }));
