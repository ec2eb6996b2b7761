// Elements are made of texts and attributes alone: no text is ever read as HTML.
const fill = (element, given, children) => {
  for (const [name, value] of Object.entries(given || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(4).filter(one => one !== null && one !== undefined && one !== false).map(
    one => one instanceof Node ? one : document.createTextNode(String(one))));
  return element;
};
const h = (tag, given, ...children) => fill(document.createElement(tag), given, children);
const g = (tag, given, ...children) => fill(document.createElementNS('http://www.w3.org/2000/svg', tag), given, children);
const at = id => document.getElementById(id);
const show = (...children) => at('main').replaceChildren(...children.flat(3).filter(Boolean));

const number = value => value === null || value === undefined ? '–' : value.toLocaleString('en-US');
const many = (value, one, more) => `${number(value)} ${value === 1 ? one : more || one + 's'}`;
// "40 of 3,210 callers": what was left out is always said.
const some = (shown, total, one, more) =>
  shown < total ? `${number(shown)} of ${many(total, one, more)}` : many(total, one, more);

// Addresses: #/view/argument?more=...
const link = (view, argument, more) => {
  const query = new URLSearchParams(Object.entries(more || {}).filter(([, value]) => value)).toString();
  const tail = argument ? '/' + argument.split('/').map(encodeURIComponent).join('/') : '';
  return '#/' + view + tail + (query ? '?' + query : '');
};
const address = () => {
  const [, path = '', query = ''] = /^#\/?([^?]*)\??(.*)$/.exec(location.hash) || [];
  const decode = text => {
    try { return decodeURIComponent(text); } catch { return text; }
  };
  const [view, ...rest] = path.split('/');
  return {view, argument: rest.map(decode).join('/'), more: new URLSearchParams(query)};
};
const go = to => { location.hash = to; };

const CERTAINTY = {
  resolved: 'proved by a scope, an import, a type or a member',
  possible: 'one of several that it may be; not proved',
  external: 'leads out of the repository',
  unresolved: 'nobody can tell where it leads',
};
const certainty = word => h('span', {class: 'sure ' + word, title: CERTAINTY[word] || ''}, word);
const kindMark = kind => h('span', {class: 'kind'}, kind);
const fileLink = (path, text) =>
  isFile(path) ? h('a', {href: link('file', path)}, text || path) : h('span', {}, text || path);
const symbolAddress = (key, line) => link('symbol', key, {line: hasTwins(key) ? line : ''});
// A symbol by its key, and the line of its name where that is known: a link where the page knows it.
const symbolLink = (key, text, line) => {
  const [path, chain] = halves(key);
  if (!chain) return fileLink(path, text);
  const label = text || chain;
  return numberOf(key) === undefined ? h('span', {title: key}, label)
    : h('a', {href: symbolAddress(key, line), title: key}, label);
};
const section = (title, note, ...children) =>
  h('section', {}, h('h2', {}, title, ' ', note ? h('span', {class: 'note'}, note) : null), children);
const empty = (...words) => h('p', {class: 'empty'}, words);
const code = text => h('code', {}, text);
// A command to ask for more; a key may hold anything.
const command = (...words) => code(['indexer', ...words.map(
  word => /^[\w./#@:~-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'")].join(' '));
const crumbs = (path, to, first) => {
  const steps = path ? path.split('/') : [];
  const all = [h('a', {href: to('')}, first)];
  steps.forEach((step, i) => all.push(h('span', {class: 'sep'}, '/'), i === steps.length - 1
    ? h('span', {'aria-current': 'page'}, step) : h('a', {href: to(steps.slice(0, i + 1).join('/'))}, step)));
  return h('nav', {class: 'crumbs', 'aria-label': 'Folders'}, all);
};
const figure = (value, label, title) => h('div', {class: 'figure', title}, h('b', {}, value), h('span', {}, label));
const pick = (label, now, choices, to) => h('div', {class: 'pick', role: 'group', 'aria-label': label},
  choices.map(([value, text]) => h('a', {href: to(value), 'aria-current': value === now ? 'true' : null}, text)));
