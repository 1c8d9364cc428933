// Small helpers: elements, numbers, times.

/** Makes an element: h('p.note', { title: 'x' }, 'text', child). */
function h(name, properties, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'style') element.style.cssText = value;
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The same for pictures. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const byId = (id) => document.getElementById(id);

/** 1234567 as 1,234,567 */
function formatCount(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

const plural = (count, noun) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Nanoseconds with a fitting unit, three digits that count. */
function formatDuration(nanos) {
  const size = Math.abs(nanos);
  const three = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
  if (size < 1e3) return `${Math.round(nanos)} ns`;
  if (size < 1e6) return `${three(nanos / 1e3)} µs`;
  if (size < 1e9) return `${three(nanos / 1e6)} ms`;
  if (size < 6e10) return `${three(nanos / 1e9)} s`;
  return formatClock(nanos, 1e9);
}

/** A moment: as exact as steps of `unit` nanoseconds need. */
function formatClock(nanos, unit) {
  const seconds = nanos / 1e9;
  if (seconds >= 60) {
    const whole = Math.floor(seconds);
    const pad = (number) => String(number).padStart(2, '0');
    const fraction = unit < 1e9 ? (seconds - whole).toFixed(Math.min(9, Math.ceil(9 - Math.log10(unit)))).slice(1) : '';
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(whole % 60)}${fraction}`;
  }
  const decimals = (base) => Math.max(0, Math.ceil(Math.log10(base / unit) - 1e-9));
  if (nanos >= 1e9) return `${seconds.toFixed(decimals(1e9))} s`;
  if (nanos >= 1e6 || unit >= 1e6) return `${(nanos / 1e6).toFixed(decimals(1e6))} ms`;
  return `${(nanos / 1e3).toFixed(decimals(1e3))} µs`;
}

function formatBytes(count) {
  if (count < 1000) return `${count} bytes`;
  if (count < 1e6) return `${(count / 1e3).toFixed(1)} KB`;
  return `${(count / 1e6).toFixed(1)} MB`;
}

/** The first place in a sorted row whose number is greater than `value`. */
function above(row, value, from = 0, to = row.length) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (row[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The first place in a sorted row whose number is not less than `value`. */
function notBelow(row, value, from = 0, to = row.length) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (row[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
