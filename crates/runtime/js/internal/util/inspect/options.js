// The options of one inspection, and the styles and colours that it can use.
'use strict';

const defaultOptions = require('internal/util/inspect/defaults');

const foreground = 39;
const background = 49;

// A colour is [code that turns it on, code that turns it off].
const colors = {
  __proto__: null,
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
  black: [30, foreground],
  red: [31, foreground],
  green: [32, foreground],
  yellow: [33, foreground],
  blue: [34, foreground],
  magenta: [35, foreground],
  cyan: [36, foreground],
  white: [37, foreground],
  bgBlack: [40, background],
  bgRed: [41, background],
  bgGreen: [42, background],
  bgYellow: [43, background],
  bgBlue: [44, background],
  bgMagenta: [45, background],
  bgCyan: [46, background],
  bgWhite: [47, background],
  framed: [51, 54],
  overlined: [53, 55],
  gray: [90, foreground],
  redBright: [91, foreground],
  greenBright: [92, foreground],
  yellowBright: [93, foreground],
  blueBright: [94, foreground],
  magentaBright: [95, foreground],
  cyanBright: [96, foreground],
  whiteBright: [97, foreground],
  bgGray: [100, background],
  bgRedBright: [101, background],
  bgGreenBright: [102, background],
  bgYellowBright: [103, background],
  bgBlueBright: [104, background],
  bgMagentaBright: [105, background],
  bgCyanBright: [106, background],
  bgWhiteBright: [107, background],
};

// An alias reads and writes the colour that it stands for, and is not listed among the colours.
for (const [name, ...aliases] of [
  ['gray', 'grey', 'blackBright'],
  ['bgGray', 'bgGrey', 'bgBlackBright'],
  ['dim', 'faint'],
  ['strikethrough', 'crossedout', 'strikeThrough', 'crossedOut'],
  ['hidden', 'conceal'],
  ['inverse', 'swapColors', 'swapcolors'],
  ['doubleunderline', 'doubleUnderline'],
]) {
  for (const alias of aliases) {
    Object.defineProperty(colors, alias, {
      __proto__: null,
      get() { return this[name]; },
      set(value) { this[name] = value; },
      configurable: true,
      enumerable: false,
    });
  }
}

// A style is the name of a colour, or a function that colours a text itself.
const styles = {
  __proto__: null,
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: highlightRegExp,
  module: 'underline',
};

function highlightRegExp(text) {
  return require('internal/util/inspect/regexp').highlight(text, highlightRegExp.colors);
}
highlightRegExp.colors = ['green', 'red', 'yellow', 'cyan', 'magenta'];

function stylizeWithColor(text, styleType) {
  const style = styles[styleType];
  if (style === undefined) return text;
  if (typeof style === 'function') return style(text);
  const color = colors[style];
  return color === undefined ? text : `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
}

function stylizeNoColor(text) {
  return text;
}

// The state of one inspection: the options, and what the formatters keep track of.
class Context {
  constructor() {
    // Length of the output so far, by indentation: what grows too long is cut off.
    this.budget = {};
    this.indentationLvl = 0;
    // The objects around the value that is being formatted.
    this.seen = [];
    // The references to objects in `seen` that were met: Map of object to number.
    this.circular = undefined;
    this.currentDepth = 0;
    this.stylize = stylizeNoColor;
    // Options that are not ours.
    this.userOptions = undefined;
    this.showHidden = defaultOptions.showHidden;
    this.depth = defaultOptions.depth;
    this.colors = defaultOptions.colors;
    this.customInspect = defaultOptions.customInspect;
    this.showProxy = defaultOptions.showProxy;
    this.maxArrayLength = defaultOptions.maxArrayLength;
    this.maxStringLength = defaultOptions.maxStringLength;
    this.breakLength = defaultOptions.breakLength;
    this.compact = defaultOptions.compact;
    this.sorted = defaultOptions.sorted;
    this.getters = defaultOptions.getters;
    this.numericSeparator = defaultOptions.numericSeparator;
  }
}

function applyOptions(context, options) {
  for (const key of Object.keys(options)) {
    if (Object.hasOwn(defaultOptions, key) || key === 'stylize') context[key] = options[key];
    // Custom inspection functions see options that we do not know, too.
    else if (context.userOptions === undefined) context.userOptions = options;
  }
}

function finishContext(context) {
  if (context.colors) context.stylize = stylizeWithColor;
  if (context.maxArrayLength === null) context.maxArrayLength = Infinity;
  if (context.maxStringLength === null) context.maxStringLength = Infinity;
}

// The options as a custom inspection function sees them.
function userOptions(context, isForeign) {
  const options = { stylize: context.stylize };
  for (const key of Object.keys(defaultOptions)) options[key] = context[key];
  Object.assign(options, context.userOptions);
  return isForeign ? withoutOurObjects(options, context) : options;
}

// A function of another realm, or behind a proxy, is given nothing that leads to our prototypes.
function withoutOurObjects(options, context) {
  Object.setPrototypeOf(options, null);
  for (const key of Object.keys(options)) {
    const value = options[key];
    if (value !== null && (typeof value === 'object' || typeof value === 'function')) delete options[key];
  }
  options.stylize = Object.setPrototypeOf((value, style) => {
    let styled;
    try {
      styled = `${context.stylize(value, style)}`;
    } catch {
      // The text is shown without a style then.
    }
    return typeof styled === 'string' ? styled : value;
  }, null);
  return options;
}

module.exports = {
  Context,
  defaultOptions,
  colors,
  styles,
  stylizeNoColor,
  applyOptions,
  finishContext,
  userOptions,
};
