// The data of the page, as the tools wrote it.
const read = id => {
  const element = document.getElementById(id);
  const value = element ? JSON.parse(element.textContent) : null;
  element?.remove();
  return value;
};
const about = read('about');
const S = read('symbols');
const F = about.files;
const count = S.file.length;

// A symbol is a number; its key is what the tools call it.
const pathOf = i => S.paths[S.file[i]];
const keyOf = i => pathOf(i) + '#' + S.chain[i];
const nameOf = i => S.name[i] || S.chain[i].slice(S.chain[i].lastIndexOf('.') + 1);
const kindOf = i => S.kinds[S.kind[i]];

const once = make => {
  let made;
  return () => (made === undefined ? (made = make()) : made);
};
// Overloads and branches of a condition bear one key: then a line tells which is meant, or else it is the first.
const numbers = once(() => {
  const all = new Map();
  for (let i = 0; i < count; i++) {
    const key = keyOf(i), known = all.get(key);
    if (known) known.push(i);
    else all.set(key, [i]);
  }
  return all;
});
const numberOf = (key, line) => {
  const all = numbers().get(key);
  return all && (all.find(i => S.line[i] === line) ?? all[0]);
};
const hasTwins = key => numbers().get(key)?.length > 1;
// Path and chain of a key. A path may hold a "#" too: the longest that is a file.
const halves = key => {
  for (let cut = key.lastIndexOf('#'); cut > 0; cut = key.lastIndexOf('#', cut - 1))
    if (isFile(key.slice(0, cut))) return [key.slice(0, cut), key.slice(cut + 1)];
  const cut = key.indexOf('#');
  return cut < 0 || isFile(key) ? [key, ''] : [key.slice(0, cut), key.slice(cut + 1)];
};
const fileNumbers = once(() => new Map(F.path.map((path, i) => [path, i])));
// The symbols of each file, in the order of its outline.
const symbolsIn = once(() => {
  const all = new Map(S.paths.map(path => [path, []]));
  for (let i = 0; i < count; i++) all.get(pathOf(i)).push(i);
  return all;
});
const isFile = path => fileNumbers().has(path) || symbolsIn().has(path);
const mostUsed = once(() => {
  const all = [];
  for (let i = 0; i < count; i++) if (S.dependents[i]) all.push(i);
  return all.sort((a, b) => S.dependents[b] - S.dependents[a] || a - b);
});

// What is said of one symbol: asked of the server, or read from the part of the file that holds it.
const parts = new Map();
const detailOf = async (key, i, line) => {
  if (about.live) {
    const answer = await fetch('symbol?key=' + encodeURIComponent(key) + (line ? '&line=' + line : ''), {headers: {accept: 'application/json'}});
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.problem || String(answer.status));
    return value;
  }
  const part = i === undefined ? 0 : S.part[i];
  if (!part) return null;
  if (!parts.has(part)) parts.set(part, JSON.parse(document.getElementById('part' + part).textContent));
  return parts.get(part)[i];
};
// The commits that changed a file, of those that the page knows, the youngest first.
const commitsOf = path => {
  const i = fileNumbers().get(path);
  return i === undefined ? [] : (about.commits || []).filter(one => one[1].includes(i)).map(one => one[0]);
};
const parent = path => path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
const base = path => path.slice(path.lastIndexOf('/') + 1);
const within = (path, folder) => !folder || path === folder || path.startsWith(folder + '/');
