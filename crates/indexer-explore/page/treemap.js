// The treemap: files by their lines, coloured by a figure.
const COLORS = {
  complexity: {label: 'Complexity', of: i => F.cyclomatic[i], steps: [5, 10, 15, 25, 40], unit: 'highest cyclomatic complexity of a function', none: 'no function', ramp: 'warm'},
  churn: {label: 'Churn', of: i => F.churn[i], steps: [0, 2, 5, 10, 20], unit: 'commits', none: 'not known', ramp: 'warm'},
  tests: {label: 'Test reach', of: i => F.test[i] ? undefined : F.reached[i], steps: [0, 2, 9, 49, 199], unit: 'tests that reach it over edges', none: 'tests, and what is not known', ramp: 'cold'},
};
// Rectangles that are drawn; what is too small to see is counted with its folder.
const MOST_DRAWN = 4000;
const LEAST = 5;

// Folders with the sums of what is in them.
const tree = once(() => {
  const folders = new Map([['', {path: '', size: 0, files: 0, inside: []}]]);
  const folder = path => {
    if (!folders.has(path)) {
      const made = {path, size: 0, files: 0, inside: []};
      folders.set(path, made);
      folder(parent(path)).inside.push(made);
    }
    return folders.get(path);
  };
  F.path.forEach((path, i) => {
    if (!F.lines[i]) return;
    folder(parent(path)).inside.push({path, size: F.lines[i], file: i});
    for (let up = parent(path); ; up = parent(up)) {
      const one = folder(up);
      one.size += F.lines[i];
      one.files++;
      if (!up) break;
    }
  });
  folders.forEach(one => one.inside.sort((a, b) => b.size - a.size));
  return folders;
});

const step = (color, value) => {
  if (value === null || value === undefined) return 'none';
  const at = color.steps.findIndex(most => value <= most);
  return at < 0 ? color.steps.length : at;
};
const place = (element, x, y, width, height) => {
  Object.assign(element.style, {left: x + 'px', top: y + 'px', width: Math.max(width, 0) + 'px', height: Math.max(height, 0) + 'px'});
  return element;
};

const drawTree = (box, root, color, to) => {
  const width = box.clientWidth, height = box.clientHeight;
  let drawn = 0, hidden = 0;
  const made = [];
  // Breadth first, so that what is left out is deepest.
  let level = [[root, 0, 0, width, height, 0]];
  while (level.length) {
    const next = [];
    for (const [folder, x, y, w, t, depth] of level) {
      for (const [one, left, top, wide, tall] of squarify(folder.inside, x, y, w, t)) {
        if (wide < LEAST || tall < LEAST || drawn >= MOST_DRAWN) {
          hidden += one.file === undefined ? one.files : 1;
          continue;
        }
        drawn++;
        const label = wide > 42 && tall > 16 ? base(one.path) : '';
        if (one.file === undefined) {
          // A folder in which there is only another is drawn as one.
          let inner = one;
          while (inner.inside.length === 1 && inner.inside[0].file === undefined) inner = inner.inside[0];
          const cell = h('a', {class: 'folder', href: to(inner.path), title: `${inner.path}/ · ${many(one.files, 'file')}, ${many(one.size, 'line')}`}, label && base(one.path) + inner.path.slice(one.path.length) + '/');
          made.push(place(cell, left, top, wide, tall));
          const head = label ? 17 : 2;
          if (tall - head > LEAST && wide > 8) next.push([inner, left + 2, top + head, wide - 5, tall - head - 3, depth + 1]);
          else hidden += one.files;
          continue;
        }
        const value = color.of(one.file);
        const said = value === null || value === undefined ? color.none : `${number(value)} ${color.unit}`;
        const cell = h('a', {class: `leaf ${color.ramp} s${step(color, value)}`, href: link('file', one.path), title: `${one.path} · ${many(one.size, 'line')} · ${said}`,
          'aria-label': label ? null : base(one.path)}, label);
        made.push(place(cell, left, top, wide - 1, tall - 1));
      }
    }
    level = next;
  }
  box.replaceChildren(...made);
  return [drawn, hidden];
};

const treemapView = ({argument: path, more}) => {
  const name = COLORS[more.get('color')] ? more.get('color') : 'complexity', color = COLORS[name];
  const root = tree().get(path);
  const to = folder => link('treemap', folder, {color: name === 'complexity' ? '' : name});
  if (!root) return isFile(path) ? go(link('file', path)) : show(h('h1', {}, path), empty('This page knows no such folder.'));
  const files = [];
  const collect = one => one.file === undefined ? one.inside.forEach(collect) : files.push(one.file);
  collect(root);
  const counts = new Map();
  files.forEach(i => {
    const at = step(color, color.of(i));
    counts.set(at, (counts.get(at) || 0) + 1);
  });
  const range = at => {
    if (at === 'none') return color.none;
    if (at === color.steps.length) return `over ${color.steps[at - 1]}`;
    const least = at ? color.steps[at - 1] + 1 : 0, most = color.steps[at];
    return least === most ? String(most) : `${least}–${most}`;
  };
  const keys = [...color.steps.keys(), color.steps.length, 'none'];
  const box = h('div', {class: 'tree', role: 'group', 'aria-label': 'Files by lines; arrow keys move, Enter opens, Backspace leaves the folder'});
  const note = h('p', {class: 'note'});
  const ranked = files.filter(i => color.of(i) !== null && color.of(i) !== undefined)
    .sort((a, b) => (name === 'tests' ? color.of(a) - color.of(b) : color.of(b) - color.of(a)) || F.lines[b] - F.lines[a]);
  show(crumbs(path, to, about.name), h('div', {class: 'bar'}, h('h1', {class: 'quiet'}, 'Size of files'), pick('Colour', name, Object.entries(COLORS).map(([key, one]) => [key, one.label]), key => link('treemap', path, {color: key === 'complexity' ? '' : key}))),
    h('ul', {class: 'legend'}, h('li', {class: 'label'}, color.unit), keys.filter(at => counts.get(at)).map(at =>
      h('li', {}, h('i', {class: `swatch ${color.ramp} s${at}`}), range(at), h('span', {class: 'note'}, ` ${number(counts.get(at))}`)))),
    name === 'churn' && F.churn_problem ? h('p', {class: 'note'}, 'Churn is not known: ' + F.churn_problem) : null, box, note,
    section(name === 'tests' ? 'Reached by the fewest tests' : `Highest`, some(Math.min(ranked.length, 15), ranked.length, 'file') + (name === 'tests' ? ', the longest first' : ''),
      h('table', {}, h('thead', {}, h('tr', {}, ['File', 'Lines', color.label].map(one => h('th', {scope: 'col'}, one)))), h('tbody', {}, ranked.slice(0, 15).map(i =>
        h('tr', {}, h('td', {}, fileLink(F.path[i])), h('td', {class: 'n'}, number(F.lines[i])), h('td', {class: 'n'}, number(color.of(i)))))))));
  const draw = () => {
    const [drawn, hidden] = drawTree(box, root, color, to);
    note.textContent = `${many(root.files, 'file')}, ${many(root.size, 'line')}; ${number(drawn)} rectangles` + (hidden ? `, ${many(hidden, 'file')} too small to be drawn: open a folder` : '') +
      (F.path.length < F.total ? `. This page knows the ${number(F.path.length)} longest of ${many(F.total, 'file')}` : '') +
      (name === 'churn' && F.commits ? `. The youngest ${many(F.commits.commits, 'commit')} were looked at` : '') + '.';
    arrows(box, path && (() => go(to(parent(path)))));
  };
  draw();
  redraw = draw;
};

// One of many can be reached by Tab; arrow keys move to the nearest in their direction.
const arrows = (box, back) => {
  const all = [...box.querySelectorAll('a')];
  all.forEach((one, i) => { one.tabIndex = i ? -1 : 0; });
  box.onkeydown = event => {
    if (event.key === 'Backspace' && back) return back();
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    const here = document.activeElement;
    if (!way || !all.includes(here)) return;
    event.preventDefault();
    const middle = one => {
      const r = one.getBoundingClientRect();
      return [r.left + Math.min(r.width / 2, 30), r.top + Math.min(r.height / 2, 9)];
    };
    const [x, y] = middle(here);
    let best = null, least = Infinity;
    for (const one of all) {
      const [a, b] = middle(one), along = (a - x) * way[0] + (b - y) * way[1];
      if (one === here || along <= 1) continue;
      const far = along + 2 * Math.abs((a - x) * way[1] + (b - y) * way[0]);
      if (far < least) [least, best] = [far, one];
    }
    if (best) {
      here.tabIndex = -1;
      best.tabIndex = 0;
      best.focus();
    }
  };
};
