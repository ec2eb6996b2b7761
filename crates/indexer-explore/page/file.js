// The page of a file: what it declares, what it depends on and who depends on it.
const edgesOf = (graph, id) => {
  const number = graph.nodes.indexOf(id);
  const out = graph.edges.filter(edge => edge[0] === number), into = graph.edges.filter(edge => edge[1] === number);
  return {out: out.map(edge => [graph.nodes[edge[1]], edge[2], edge[3]]), into: into.map(edge => [graph.nodes[edge[0]], edge[2], edge[3]])};
};
const left = graph => graph.edges.length < graph.edges_total
  ? ` · this page knows ${some(graph.edges.length, graph.edges_total, 'dependency', 'dependencies')}, those with the most uses` : '';
const edgeList = (title, edges, to, note) => section(title, some(Math.min(edges.length, 60), edges.length, 'dependency', 'dependencies') + note,
  edges.length ? h('ol', {class: 'rows tight'}, edges.slice(0, 60).map(([id, uses, cycle]) => h('li', {}, h('div', {class: 'row'}, to(id),
    h('span', {class: 'more', title: 'proved references; 0 for a declaration of a module alone'}, many(uses, 'use')), cycle ? h('span', {class: 'flag bad'}, 'cycle') : null)))) : empty('None.'));

const fileView = ({argument: path}) => {
  const i = fileNumbers().get(path), all = symbolsIn().get(path) || [];
  const head = [crumbs(path, folder => link('treemap', folder), about.name), h('h1', {}, base(path))];
  if (i === undefined && !all.length) return show(head, empty('This page knows no such file.'));
  const graph = about.graphs.file, {out, into} = edgesOf(graph, path);
  const touched = changedFiles().get(path);
  show(head,
    i === undefined ? null : h('div', {class: 'figures'}, figure(number(F.lines[i]), 'lines'), figure(number(F.symbols[i]), 'symbols'),
      F.cyclomatic[i] ? figure(number(F.cyclomatic[i]), 'highest cyclomatic complexity') : null,
      figure(number(F.churn[i]), F.commits ? `of ${number(F.commits.commits)} commits` : 'churn not known'),
      figure(number(F.reached[i]), F.reached[i] === null ? 'tests: not known' : 'tests reach it'), F.language ? figure(F.language[i], 'language') : null),
    touched ? h('p', {class: 'note'}, h('a', {href: link('change', path)}, many(touched.length, 'changed symbol')), ` since ${about.change.since_ref}`) : null,
    section('Symbols', some(all.length, i === undefined ? all.length : F.symbols[i], 'symbol'),
      all.length ? h('ol', {class: 'rows tight'}, all.map(one => h('li', {}, h('div', {class: 'row'}, kindMark(kindOf(one)), symbolLink(keyOf(one), '', S.line[one]),
        h('span', {class: 'place'}, 'line ' + S.line[one]), S.cyclomatic[one] > 10 ? h('span', {class: 'more'}, 'complexity ' + S.cyclomatic[one]) : null,
        S.dependents[one] ? h('span', {class: 'more'}, many(S.dependents[one], 'user')) : null)))) : empty('It declares nothing that is followed.')),
    edgeList('Depends on', out, id => fileLink(id), left(graph)), edgeList('Is used by', into, id => fileLink(id), left(graph)), fileHistory(path));
};
