// Keys, buttons and the help.

const ACTIONS = {
  forward: () => goBy(1),
  back: () => goBy(-1),
  first: () => goTo(0),
  last: () => goTo(state.run.steps - 1),
  nextTurn: () => goByTurn(1),
  previousTurn: () => goByTurn(-1),
  cause: () => { if (state.run.span.cause[state.step] >= 0) goTo(state.run.span.cause[state.step]); },
  effect: () => { const [child] = state.run.caused.of(state.step); if (child !== undefined) goTo(child); },
  skip: () => { state.skips = !state.skips; changed('window'); },
  play: () => play(!state.playing),
  zoomIn: () => axis.zoom(0.6, axis.x(state.time)),
  zoomOut: () => axis.zoom(1 / 0.6, axis.x(state.time)),
  zoomStep: () => zoomTo(state.step),
  zoomTurn: zoomToTurn,
  zoomAll: () => axis.showAll(),
  left: () => axis.pan(-axis.width * 0.25),
  right: () => axis.pan(axis.width * 0.25),
  axis: () => { axis.toggle(); isOverviewOld = true; },
  view: () => setView(state.view === 'wheel' ? 'timeline' : 'wheel'),
  timeline: () => setView('timeline'),
  wheel: () => setView('wheel'),
  search: () => { byId('search').focus(); byId('search').select(); },
  nextFound: () => goToFound(1),
  previousFound: () => goToFound(-1),
  theme: toggleTheme,
  help: () => { const help = byId('help'); if (help.open) help.close(); else help.showModal(); },
};

const KEYS = [
  [['ArrowRight', 'n'], 'forward', 'the next callback'],
  [['ArrowLeft', 'p'], 'back', 'the callback before'],
  [['Shift+ArrowRight', 'N'], 'nextTurn', 'the next turn'],
  [['Shift+ArrowLeft', 'P'], 'previousTurn', 'the turn before'],
  [['ArrowUp'], 'cause', 'what asked for this callback'],
  [['ArrowDown'], 'effect', 'the first that it asked for'],
  [['Home'], 'first', 'the first callback'],
  [['End'], 'last', 'the last callback'],
  [['s'], 'skip', 'step over callbacks of the runtime’s own (pale), or onto them'],
  [[' '], 'play', 'play and pause'],
  [['+', '='], 'zoomIn', 'zoom in; the wheel of the mouse does it too'],
  [['-'], 'zoomOut', 'zoom out'],
  [['[', ','], 'left', 'move to the left; dragging does it too'],
  [[']', '.'], 'right', 'move to the right'],
  [['z'], 'zoomStep', 'zoom to this callback'],
  [['t'], 'zoomTurn', 'zoom to this turn'],
  [['0'], 'zoomAll', 'show all'],
  [['a'], 'axis', 'time, or order: every callback as wide as any other'],
  [['w'], 'view', 'timeline or wheel'],
  [['/'], 'search', 'search; Enter goes to the next, Shift+Enter back'],
  [['g'], 'nextFound', 'the next that was found'],
  [['G'], 'previousFound', 'the one before'],
  [['d'], 'theme', 'dark or light'],
  [['?'], 'help', 'this help'],
];

const BUTTONS = {
  first: 'first', back: 'back', play: 'play', forward: 'forward', last: 'last', only: 'skip', axis: 'axis',
  'zoom-in': 'zoomIn', 'zoom-out': 'zoomOut', 'zoom-step': 'zoomStep', 'zoom-turn': 'zoomTurn', 'zoom-all': 'zoomAll',
  'to-timeline': 'timeline', 'to-wheel': 'wheel', theme: 'theme', 'help-button': 'help',
};

/** Drawn, since not every font has them. */
const ICONS = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z',
  back: 'M12 3v10L4 8z',
  play: 'M4 2.5l9 5.5-9 5.5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  forward: 'M4 3v10l8-5z',
  last: 'M11 3h2v10h-2zM3 3v10l7-5z',
  theme: 'M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13v-1.3a5.2 5.2 0 0 0 0-10.4z',
};

function icon(name) {
  const attributes = { viewBox: '0 0 16 16', width: 15, height: 15, 'aria-hidden': 'true', class: 'icon' };
  return svg('svg', attributes, svg('path', { d: ICONS[name] }));
}

let timer = 0;

function play(isOn) {
  state.playing = isOn && state.step < state.run.steps - 1;
  clearInterval(timer);
  if (state.playing) {
    timer = setInterval(() => {
      goBy(1);
      if (state.step === state.run.steps - 1) play(false);
    }, state.view === 'wheel' ? 900 : 350);
  }
  const button = byId('play');
  button.replaceChildren(icon(state.playing ? 'pause' : 'play'));
  button.setAttribute('aria-label', state.playing ? 'Pause' : 'Play');
}

function setView(view) {
  state.view = view;
  document.body.dataset.view = view;
  byId('wheel').hidden = byId('story').hidden = view !== 'wheel';
  canvas.hidden = view !== 'timeline';
  byId('to-timeline').setAttribute('aria-pressed', String(view === 'timeline'));
  byId('to-wheel').setAttribute('aria-pressed', String(view === 'wheel'));
  if (state.playing) play(true);
  changed('size', 'moment');
}

function toggleTheme() {
  const isDark = getComputedStyle(document.documentElement).getPropertyValue('--is-dark').trim() === '1';
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  changed('theme');
}

/** What is searched for; nothing is an empty text. */
const searched = () => byId('search').value.trim();

const keyName = (key) => ({ ArrowRight: '→', ArrowLeft: '←', ArrowUp: '↑', ArrowDown: '↓', ' ': 'space' }[key]
  ?? key.replace('Shift+ArrowRight', 'Shift →').replace('Shift+ArrowLeft', 'Shift ←'));

function fillHelp() {
  byId('help').replaceChildren(
    h('h2', null, 'Looking into the loop'),
    h('p', null, 'Every block is a callback. A turn goes through the phases from top to bottom; ',
      'after every callback all ticks run, then all microtasks. ',
      'The panes show one moment: when the callback with the frame around it has done its work.'),
    h('table', null, ...KEYS.map(([keys, , about]) => {
      const caps = keys.map((key) => h('kbd', null, keyName(key)));
      return h('tr', null, h('td', null, ...caps), h('td', null, about));
    })),
    h('p', null, 'The arrow into a callback comes from the line that asked for it; those out of it lead to what it asked for. ',
      'Hatched: the loop sleeps. Utilization is the part of the time in which it does not. ',
      'Loop delay is how long a turn held the loop, so how long something new had to wait at most. ',
      'Diamonds under the ruler: an order was left open, or virtual time jumped.'),
    h('button', { onclick: () => byId('help').close(), autofocus: true }, 'Close'));
}

function listenToKeys() {
  const actions = new Map(KEYS.flatMap(([keys, action]) => keys.map((key) => [key, action])));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || state.run === null) return;
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping || byId('help').open) return;
    // A button that has the focus is pressed by the space bar.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    const name = event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key;
    const action = actions.get(name);
    if (action === undefined) return;
    event.preventDefault();
    ACTIONS[action]();
  });
  for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener('click', () => ACTIONS[action]());
  for (const id of ['first', 'back', 'play', 'forward', 'last', 'theme']) byId(id).replaceChildren(icon(id));
  const field = byId('search');
  field.addEventListener('input', () => find(searched()));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') goToFound(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') field.blur();
  });
}
