// Search: names of symbols and files, the closest way of matching first.
const SHOWN = 100;
const lower = once(() => {
  const all = new Array(count);
  for (let i = 0; i < count; i++) all[i] = nameOf(i).toLowerCase();
  return all;
});

// The letters that begin words: of readSource and read_source they are "rs".
const initials = name => {
  let found = '';
  for (let i = 0; i < name.length; i++) {
    const here = name[i], before = name[i - 1];
    if (/[A-Za-z0-9]/.test(here) && (!before || !/[A-Za-z0-9]/.test(before) || (/[a-z]/.test(before) && /[A-Z]/.test(here)))) found += here.toLowerCase();
  }
  return found;
};

// 0 exact, 1 prefix, 2 contains, 3 initials; -1 for none.
const grade = (name, full, word) => {
  if (name === word) return 0;
  if (name.startsWith(word)) return 1;
  if (name.includes(word)) return 2;
  return word.length > 1 && initials(full).startsWith(word) ? 3 : -1;
};

// `Owner.member` and `mod::name` narrow by the owner.
const search = (text, kind) => {
  const words = text.toLowerCase().split(/::|[.#\s]+/).filter(Boolean);
  const found = [];
  if (!words.length && !kind) return found;
  const word = words.pop() || '';
  const names = lower();
  for (let i = 0; i < count; i++) {
    if (kind && kindOf(i) !== kind) continue;
    const how = word ? grade(names[i], nameOf(i), word) : 1;
    if (how < 0) continue;
    if (words.length) {
      const owner = (pathOf(i) + '#' + S.chain[i]).toLowerCase();
      if (!words.every(one => owner.includes(one))) continue;
    }
    found.push([how, -(S.dependents[i] || 0), names[i].length, i]);
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
};
const searchFiles = text => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length ? F.path.filter(path => words.every(word => path.toLowerCase().includes(word))) : [];
};

const WAYS = ['exact', 'prefix', 'contains', 'initials'];
const symbolRow = (i, how) => h('li', {}, h('a', {class: 'row', href: symbolAddress(keyOf(i), S.line[i])},
  kindMark(kindOf(i)), h('b', {}, S.chain[i]), h('span', {class: 'place'}, pathOf(i) + ':' + S.line[i]),
  S.dependents[i] ? h('span', {class: 'more', title: 'symbols and files, tests aside, that are proved to use it'}, many(S.dependents[i], 'user')) : null,
  how ? h('span', {class: 'way'}, how) : null));

const searchView = ({more}) => {
  const text = more.get('q') || '', kind = more.get('kind') || '';
  if (document.activeElement !== at('q')) at('q').value = text;
  if (!text && !kind) return overview();
  const found = search(text, kind), files = kind ? [] : searchFiles(text);
  const kinds = [['', 'all kinds'], ...[...S.kinds].sort().map(one => [one, one])];
  const choose = h('select', {'aria-label': 'Kind', onchange: event => go(link('search', '', {q: text, kind: event.target.value}))},
    kinds.map(([value, label]) => h('option', {value, selected: value === kind}, label)));
  show(h('div', {class: 'bar'}, h('h1', {}, text ? `“${text}”` : kind), choose),
    section('Symbols', some(Math.min(found.length, SHOWN), found.length, 'symbol') +
      (S.total > count ? ` of the ${number(count)} most used of ${number(S.total)} that this page knows` : ''),
      found.length ? h('ol', {class: 'rows'}, found.slice(0, SHOWN).map(([how,,, i]) => symbolRow(i, WAYS[how])))
        : empty('No symbol of this page has such a name. ', command('search', text || kind), ' looks into texts and meanings, too.')),
    files.length ? section('Files', some(Math.min(files.length, 30), files.length, 'file'),
      h('ol', {class: 'rows'}, files.slice(0, 30).map(path => h('li', {}, h('a', {class: 'row', href: link('file', path)}, h('b', {}, path)))))) : null);
};

const overview = () => {
  const all = about.status;
  const share = ['resolved', 'possible', 'external', 'unresolved'].map(word => {
    const bar = h('i', {class: word, title: `${number(all[word])} ${word}`});
    bar.style.flexGrow = all[word];
    return [bar, h('li', {}, certainty(word), ' ', number(all[word]))];
  });
  show(h('h1', {}, about.name),
    h('div', {class: 'figures'}, figure(number(all.files), 'files'), figure(number(all.lines), 'lines'),
      figure(number(all.symbols), 'symbols'), figure(number(all.references), 'references')),
    section('How sure it is', 'where the references of the repository lead', h('div', {class: 'share', 'aria-hidden': 'true'}, share.map(one => one[0])),
      h('ul', {class: 'legend'}, share.map(one => one[1]))),
    section('Most used', 'by symbols and files, tests aside, that are proved to use it',
      mostUsed().length ? h('ol', {class: 'rows'}, mostUsed().slice(0, 25).map(i => symbolRow(i))) : empty('Nothing here uses anything else, as far as is proved.')));
};
