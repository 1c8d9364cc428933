const { JSDOM } = require('jsdom');
const dom = new JSDOM(
  '<!doctype html><p id="a" class="x">Hello <b>world</b></p><form><input name="n" value="1"></form><script>window.ran = document.querySelectorAll("p").length; document.body.dataset.seen = "yes";</script>',
  { runScripts: 'dangerously', url: 'https://example.org/path?q=1' },
);
const { window } = dom;
const { document } = window;
console.log(
  window.ran,
  document.body.dataset.seen,
  document.getElementById('a').textContent,
  window.location.search,
  document.title,
);
const p = document.createElement('p');
p.innerHTML = '<i>new</i>';
p.addEventListener('click', (event) =>
  console.log('clicked', event.type, event.target.localName, event instanceof window.Event),
);
document.body.append(p);
p.firstChild.click();
console.log(
  document.querySelector('p:nth-of-type(2) > i').outerHTML,
  p.matches('body > p'),
  new window.FormData(document.forms[0]).get('n'),
);
p.style.color = 'red';
console.log(
  p.getAttribute('style'),
  window.getComputedStyle(p).color,
  [...document.querySelectorAll('p')].length,
  dom.serialize().length,
);
const observer = new window.MutationObserver((records) => {
  console.log('mutations', records.length);
  window.close();
});
observer.observe(document.body, { childList: true });
p.remove();
