const React = require('react');
const server = require('react-dom/server');
const { Writable } = require('stream');
const h = React.createElement;
const Theme = React.createContext('light');
function Item({ text }) {
  const [n] = React.useState(() => text.length);
  const theme = React.useContext(Theme);
  const id = React.useId();
  return h(
    'li',
    { className: theme, 'data-id': id, style: { fontSize: n, WebkitFlex: 1 }, onClick() {} },
    text,
    ' & ',
    n,
  );
}
const data = new Promise((done) => setTimeout(done, 10, 'loaded'));
const Late = () => h('p', null, React.use(data));
class Old extends React.Component {
  static getDerivedStateFromError() {
    return {};
  }
  render() {
    return h(React.Fragment, null, this.props.children, h('input', { disabled: true, defaultValue: '"' }));
  }
}
const App = () =>
  h(
    Theme.Provider,
    { value: 'dark' },
    h(
      Old,
      null,
      h(
        'ul',
        null,
        ['<one>', 'two'].map((text) => h(Item, { key: text, text })),
      ),
      h(React.memo(() => h('b', { dangerouslySetInnerHTML: { __html: '<i>x</i>' } }))),
    ),
  );
console.log(React.version, server.renderToString(h(App)));
console.log(server.renderToStaticMarkup(h(App)));
let html = '';
const out = new Writable({
  write(part, encoding, done) {
    html += part;
    done();
  },
});
const { pipe } = server.renderToPipeableStream(h('div', null, h(React.Suspense, { fallback: '...' }, h(Late))), {
  onAllReady() {
    pipe(out);
  },
});
out.on('finish', () => console.log(html.includes('loaded'), html.replace(/<script>.*<\/script>/s, '')));
(async () => {
  const stream = await server.renderToReadableStream(h('span', null, 'web'));
  console.log(await new Response(stream).text());
})();
