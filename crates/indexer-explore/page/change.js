// What a change does: over the map of folders, the breaking ones with whom they hit, and everything in lists.
const changedFiles = once(() => {
  const all = new Map();
  for (const one of about.change?.symbols || []) {
    const path = (one.new || one.old).path;
    if (!all.has(path)) all.set(path, []);
    all.get(path).push(one);
  }
  return all;
});

// The folder that all are in.
const sharedFolder = paths => {
  let all = parent(paths[0] || '');
  while (all && !paths.every(path => path !== all && within(path, all))) all = parent(all);
  return all;
};

const changeMap = change => {
  const graph = about.graphs.module, folders = new Map(), hits = new Set();
  // Each file counts for the nearest folder of the graph.
  const known = new Set(graph.nodes);
  const of = path => {
    for (let up = parent(path); up; up = parent(up)) if (known.has(up)) return up;
    return null;
  };
  let beside = 0;
  const note = (path, what) => {
    const id = of(path);
    if (id === null) return void beside++;
    if (!folders.has(id)) folders.set(id, {changed: 0, breaking: 0, hit: 0});
    folders.get(id)[what]++;
  };
  change.symbols.forEach(one => note((one.new || one.old).path, 'changed'));
  change.breaking.forEach(one => {
    note(one.path, 'breaking');
    new Set(one.hits.filter(hit => !hit.touched).map(hit => hit.path)).forEach(path => {
      note(path, 'hit');
      hits.add(of(path) + ' ' + of(one.path));
    });
  });
  const part = cut(graph, id => folders.has(id), id => folders.get(id) ? folders.get(id).breaking + folders.get(id).hit : 0);
  const shared = sharedFolder(part.drawn.map(node => graph.nodes[node]));
  const mark = id => {
    const {changed, breaking, hit} = folders.get(id);
    return {class: [changed && 'changed', breaking && 'breaking', hit && 'hit'].filter(Boolean).join(' '), badge: [changed && '±' + changed, breaking && '!' + breaking, hit && '→' + hit].filter(Boolean).join(' '),
      text: `${many(changed, 'changed symbol')}, ${many(breaking, 'breaking change')}, ${many(hit, 'file')} hit`};
  };
  return part.drawn.length ? [drawGraph(graph, part, {folder: shared, open: id => link('change', id), choose: id => go(link('change', id)), mark, hot: (from, to) => hits.has(from + ' ' + to), name: 'Map of the folders that the change touches or hits'}),
    h('ul', {class: 'legend'}, h('li', {}, h('i', {class: 'swatch changed'}), '±n symbols changed'), h('li', {}, h('i', {class: 'swatch breaking'}), '!n breaking changes'), h('li', {}, h('i', {class: 'swatch hit'}), '→n files hit that the change does not touch; thick lines lead from them'),
      h('li', {class: 'label'}, some(part.drawn.length, part.nodes.length, 'folder') + (part.drawn.length < part.nodes.length ? ', those with breaking changes and hits first' : '') + `, ${some(part.kept.length, part.edges.length, 'dependency', 'dependencies')} drawn` + (shared ? `, all below ${shared}/` : '') + (beside ? `; ${number(beside)} more marks are of files in no folder of the map` : '')))] : null;
};

const breakingRow = one => h('li', {class: 'break'}, h('div', {class: 'row wrap'}, h('span', {class: 'flag bad'}, one.ways.join(', ')), kindMark(one.kind), symbolLink(one.symbol),
  one.was ? h('span', {class: 'note'}, 'was ' + one.was) : null, h('span', {class: 'place'}, one.path + ':' + one.line + (one.gone ? ' of the base' : ''))),
one.old_signature || one.new_signature ? h('div', {class: 'sides'}, one.old_signature ? h('pre', {class: 'old'}, h('code', {}, '− ' + one.old_signature)) : null, one.new_signature ? h('pre', {class: 'new'}, h('code', {}, '+ ' + one.new_signature)) : null) : null,
h('p', {class: 'note'}, `Hits ${number(one.resolved)} resolved, ${number(one.possible)} possible users` + (one.touched ? `; ${number(one.touched)} of them the change touches too` : '') + (one.adapted ? `; ${number(one.adapted)} use it no more` : '') +
  (one.hits.length < one.resolved + one.possible ? `. ${some(one.hits.length, one.resolved + one.possible, 'user')} listed` : '') + (one.may_inherit ? '. A base outside may have it' : '')),
one.hits.length ? h('details', {open: one.hits.length <= 5}, h('summary', {}, many(one.hits.length, 'user')), h('ol', {class: 'rows'}, one.hits.map(hit => rowOf({key: hit.user, resolution: hit.resolution, line: hit.line, text: hit.text},
  hit.touched ? h('span', {class: 'flag'}, 'changed too') : null)))) : null);

const changeView = ({argument: folder}) => {
  const change = about.change && {more_breaking: 0, more_tests: 0, ...about.change};
  if (!change) return show(h('h1', {}, 'Change'), empty('This page was made without a base to compare with. ', command('explore', '--base', 'main'), ' compares the files on disk with where they part from main.'));
  const inside = path => within(path, folder);
  const breaking = change.breaking.filter(one => !folder || inside(one.path) || one.hits.some(hit => inside(hit.path)));
  const symbols = change.symbols.filter(one => inside((one.new || one.old).path));
  const tests = change.tests.filter(one => inside(one.path));
  const files = ['added', 'removed', 'modified'].map(how => [how, change['files_' + how].filter(one => inside(one.path))]);
  const counts = Object.entries(change.counts).map(([what, n]) => `${number(n)} ${what}`).join(', ');
  show(h('h1', {}, `Since ${change.since_ref}`), h('p', {class: 'where'}, `${change.base.slice(0, 10)} to ${change.head === 'worktree' ? 'the files on disk' : change.head.slice(0, 10)}`),
    folder ? crumbs(folder, to => link('change', to), 'all of it') : null,
    folder ? null : [h('div', {class: 'figures'}, figure(number(change.changes), 'changed symbols', counts), figure(number(change.breaking.length + change.more_breaking), 'breaking'), figure(number(change.cycles.length), 'cycles closed'),
      figure(number(change.tests.length + change.more_tests), 'tests reach it'), figure(number(change.affected_files), 'files affected')), h('p', {class: 'note'}, counts + (change.cosmetic ? `; ${number(change.cosmetic)} cosmetic` : '') + (change.bounded ? '; the search stopped at its bound' : ''))],
    folder ? null : changeMap(change),
    section('Breaking changes', some(Math.min(breaking.length, 100), folder ? breaking.length : change.breaking.length + change.more_breaking, 'breaking change') + (folder ? ' here, or that hit here' : ''),
      breaking.length ? h('ol', {class: 'rows'}, breaking.slice(0, 100).map(breakingRow)) : empty('Nothing that others use is broken, as far as is seen.')),
    section('Changed symbols', some(Math.min(symbols.length, 200), folder ? symbols.length : change.total, 'symbol') + (change.symbols.length < change.total ? ` · this page knows ${number(change.symbols.length)} of ${number(change.total)}` : ''),
      symbols.length ? h('ol', {class: 'rows tight'}, symbols.slice(0, 200).map(one => h('li', {}, h('div', {class: 'row'}, h('span', {class: 'flag'}, one.change.join(', ')), kindMark(one.kind), symbolLink((one.new || one.old).key, '', one.new?.line), h('span', {class: 'place'}, (one.new || one.old).path))))) : empty('None.')),
    files.map(([how, all]) => all.length ? section('Files ' + how, some(Math.min(all.length, 60), all.length, 'file'), h('ul', {class: 'rows tight'}, all.slice(0, 60).map(one => h('li', {}, h('div', {class: 'row'}, fileLink(one.path), one.was ? h('span', {class: 'note'}, 'was ' + one.was) : null))))) : null),
    change.cycles.length ? section('Cycles closed', many(change.cycles.length, 'cycle'), h('ul', {class: 'rows'}, change.cycles.slice(0, 20).map(cycle => h('li', {}, h('div', {class: 'row wrap'}, cycle.slice(0, 12).map(path => fileLink(path))))))) : null,
    section('Tests to run', some(Math.min(tests.length, 60), folder ? tests.length : change.tests.length + change.more_tests, 'test'), tests.length ? h('ol', {class: 'rows tight'}, tests.slice(0, 60).map(one => rowOf({key: one.key, resolution: one.resolution}, h('span', {class: 'more'}, many(one.distance, 'step'))))) : empty('None is seen to reach it.')));
};
