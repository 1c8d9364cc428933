// How many colours a terminal has, as far as the environment tells.
'use strict';

// Bits of colour.
const NONE = 1;
const BASIC = 4;
const PALETTE = 8;
const TRUE = 24;

// Values of TERM.
const terminals = {
  __proto__: null,
  'cons25': BASIC,
  'console': BASIC,
  'cygwin': BASIC,
  'dtterm': BASIC,
  'eterm': BASIC,
  'gnome': BASIC,
  'hurd': BASIC,
  'jfbterm': BASIC,
  'konsole': BASIC,
  'kterm': BASIC,
  'mlterm': BASIC,
  'mosh': TRUE,
  'putty': BASIC,
  'rxvt-unicode-24bit': TRUE,
  'st': BASIC,
  'terminator': TRUE,
  'xterm-kitty': TRUE,
};
const basicTerminal =
  /ansi|color|linux|direct|^con[0-9]*x[0-9]|^(?:rxvt|screen|xterm|vt100|vt220)/i;

// Services that run tests, by the variable they set.
const services = {
  APPVEYOR: PALETTE,
  BUILDKITE: PALETTE,
  CIRCLECI: TRUE,
  DRONE: PALETTE,
  GITEA_ACTIONS: TRUE,
  GITHUB_ACTIONS: TRUE,
  GITLAB_CI: PALETTE,
  TRAVIS: PALETTE,
};

// From 9.1 on TeamCity shows colours.
const colouredTeamCity = /^(?:9\.0*[1-9]\d*\.|\d{2,}\.)/;

let warned = false;

function isSet(value) {
  return value !== undefined && value !== '';
}

function warnOfIgnored(env) {
  if (warned) return;
  const ignored = ['NODE_DISABLE_COLORS', 'NO_COLOR'].filter((name) => isSet(env[name]));
  if (ignored.length === 0) return;
  warned = true;
  process.emitWarning(
    `The '${ignored.join("' and '")}' env is ignored due to the 'FORCE_COLOR' env being set.`,
    'Warning',
  );
}

function forcedDepth(env) {
  switch (env.FORCE_COLOR) {
    case '':
    case '1':
    case 'true':
      warnOfIgnored(env);
      return BASIC;
    case '2':
      warnOfIgnored(env);
      return PALETTE;
    case '3':
      warnOfIgnored(env);
      return TRUE;
    default:
      return NONE;
  }
}

function serviceDepth(env) {
  for (const name of Object.keys(services)) {
    if (name in env) return services[name];
  }
  return env.CI_NAME === 'codeship' ? PALETTE : NONE;
}

function programDepth(env) {
  switch (env.TERM_PROGRAM) {
    case 'iTerm.app': {
      const version = env.TERM_PROGRAM_VERSION;
      return !version || /^[0-2]\./.test(version) ? PALETTE : TRUE;
    }
    case 'HyperTerm':
    case 'MacTerm':
      return TRUE;
    case 'Apple_Terminal':
      return PALETTE;
    default:
      return undefined;
  }
}

function terminalDepth(term) {
  if (/truecolor/.test(term)) return TRUE;
  if (/^xterm-256/.test(term)) return PALETTE;
  const name = term.toLowerCase();
  return terminals[name] ?? (basicTerminal.test(name) ? BASIC : undefined);
}

function getColorDepth(env = process.env) {
  if (env.FORCE_COLOR !== undefined) return forcedDepth(env);
  if (isSet(env.NODE_DISABLE_COLORS) || isSet(env.NO_COLOR) || env.TERM === 'dumb') return NONE;
  if (env.TMUX) return TRUE;
  if ('TF_BUILD' in env && 'AGENT_NAME' in env) return BASIC;
  if ('CI' in env) return serviceDepth(env);
  if ('TEAMCITY_VERSION' in env) return colouredTeamCity.test(env.TEAMCITY_VERSION) ? BASIC : NONE;
  const program = programDepth(env);
  if (program !== undefined) return program;
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return TRUE;
  const terminal = env.TERM ? terminalDepth(env.TERM) : undefined;
  return terminal ?? (env.COLORTERM ? BASIC : NONE);
}

// hasColors([count][, env]).
function hasColors(count, env) {
  const isCountLeftOut = env === undefined && (count === undefined || (typeof count === 'object' && count !== null));
  if (isCountLeftOut) return this.getColorDepth(count) >= BASIC;
  require('internal/validators').validateInteger(count, 'count', 2);
  return this.getColorDepth(env) >= Math.log2(count);
}

module.exports = { getColorDepth, hasColors };
