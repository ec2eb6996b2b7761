// The view of the map: which level, which part, and in words what is drawn.
const mapView = ({argument, more}) => {
  const [asked, ...rest] = argument.split('/');
  const first = about.graphs.package.nodes.length > 1 ? 'package' : 'module';
  const [level, , one] = LEVELS.find(([key]) => key === asked) || LEVELS.find(([key]) => key === first);
  const folder = level === 'package' ? '' : rest.join('/'), graph = about.graphs[level], chosen = more.get('at') || undefined;
  const part = cut(graph, id => level === 'package' || within(id, folder));
  // Down to folders, and files of a folder.
  const open = id => level === 'package' ? link('map', 'module' + (memberPaths().get(id) ? '/' + memberPaths().get(id) : ''))
    : level === 'module' ? link('map', 'file/' + id) : link('file', id);
  const here = 'map', self = level + (folder ? '/' + folder : '');
  const choose = id => go(link(here, self, {at: id === chosen ? '' : id}));
  const cycles = graph.cycles.filter(cycle => cycle.every(node => part.nodes.includes(node)));
  const many2 = total => many(total, one);
  const apart = alone(graph, level, folder);
  show(h('div', {class: 'bar'}, h('h1', {class: 'quiet'}, 'Dependencies'), pick('Level', level, LEVELS, key => link('map', key + (folder && key !== 'package' ? '/' + folder : '')))),
    level === 'package' ? null : crumbs(folder, to => link('map', level + (to ? '/' + to : '')), about.name),
    part.drawn.length ? drawGraph(graph, part, {folder, open, choose, chosen, name: 'Map of ' + one + 's'}) : empty(`No ${one} here depends on another.`),
    h('p', {class: 'note'}, `${part.drawn.length < part.nodes.length ? `${part.drawn.length} of ${many2(part.nodes.length)}, those with the most uses` : many2(part.nodes.length)}; ` +
      `${some(part.kept.length, part.edges.length, 'dependency', 'dependencies')} drawn; what is on the left uses what is on the right` + (part.kept.some(edge => edge[3]) ? ', red lines are part of a cycle, dashed ones close it' : '') + (part.outside ? `; ${number(part.outside)} more lead in or out` : '') +
      (graph.nodes.length < graph.nodes_total || graph.edges.length < graph.edges_total ? `. This page knows ${some(graph.edges.length, graph.edges_total, 'dependency', 'dependencies')} of the whole graph, those with the most uses` : '') + '.' +
      (apart === 0 ? '' : ` What neither depends on another nor is depended on is not drawn${apart === null ? '' : ': ' + many2(apart)}.`)),
    !chosen ? null : graph.nodes.includes(chosen) ? about1(graph, chosen, level, open, self) : empty(`No dependency of ${chosen} is known, and none on it.`),
    section('Cycles', many(cycles.length, 'cycle') + (cycles.length < graph.cycles.length ? ` inside, of ${number(graph.cycles.length)}` : ''), cycles.length ? h('ul', {class: 'rows'}, cycles.slice(0, 20).map(cycle =>
      h('li', {}, h('div', {class: 'row wrap'}, h('span', {class: 'flag bad'}, many(cycle.length, one)), cycle.slice(0, 12).map(node => h('a', {href: link(here, self, {at: graph.nodes[node]})}, label(graph.nodes[node], folder))),
        cycle.length > 12 ? h('span', {class: 'note'}, `and ${number(cycle.length - 12)} more`) : null)))) : empty('Nothing here depends on itself in a circle, as far as is proved.'),
    cycles.length > 20 ? h('p', {class: 'note'}, `20 of ${many(cycles.length, 'cycle')}`) : null),
    section(one[0].toUpperCase() + one.slice(1) + 's', some(Math.min(part.nodes.length, 100), part.nodes.length, one), h('ol', {class: 'chips'}, part.nodes.slice(0, 100).map(node =>
      h('li', {}, h('a', {href: link(here, self, {at: graph.nodes[node]})}, label(graph.nodes[node], folder)))))));
};
// What neither depends on anything nor is depended on is no node of a graph: how many they are, where the page knows all.
const alone = (graph, level, folder) => {
  if (graph.edges.length < graph.edges_total || level === 'module') return null;
  const known = new Set(graph.nodes), files = level === 'file';
  if (files && F.path.length < F.total) return null;
  return (files ? F.path.filter(path => within(path, folder)) : (about.members || []).map(member => member.name)).filter(id => !known.has(id)).length;
};
const about1 = (graph, id, level, open, self) => {
  const {out, into} = edgesOf(graph, id);
  const to = other => h('a', {href: link('map', self, {at: other})}, other);
  return h('div', {class: 'side'}, h('h2', {}, id, ' ', h('a', {class: 'go', href: open(id)}, level === 'file' ? 'open the file' : 'look inside')),
    h('div', {class: 'two'}, edgeList('Uses', out, to, left(graph)), edgeList('Used by', into, to, left(graph))));
};
