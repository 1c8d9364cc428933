const { h, Component, createContext, Fragment } = require('preact');
const { useState, useMemo, useContext } = require('preact/hooks');
const { render } = require('preact-render-to-string');
const Theme = createContext('x');
const Item = ({ n }) => {
  const [a] = useState(n * 2);
  const b = useMemo(() => a + 1, [a]);
  return h('li', { class: useContext(Theme) }, a, '/', b);
};
class App extends Component {
  render({ list }) {
    return h(
      Theme.Provider,
      { value: 'dark' },
      h(
        Fragment,
        null,
        h(
          'ul',
          { style: { marginTop: 4 } },
          list.map((n) => h(Item, { key: n, n })),
        ),
        h('input', { checked: true, value: '<"' }),
      ),
    );
  }
}
console.log(render(h(App, { list: [1, 2] })), render(h('div', null, null, false, 0, 'x'), {}, { pretty: true }));
