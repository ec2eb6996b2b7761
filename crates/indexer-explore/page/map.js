// The map: packages, folders or files, what depends on what, and cycles. A part is drawn, never everything.
const DRAWN = 30;
const EDGES = 100;
const LEVELS = [['package', 'Packages', 'package'], ['module', 'Folders', 'folder'], ['file', 'Files', 'file']];
const WIDE = 214;
const TALL = 38;

const memberPaths = once(() => new Map((about.members || []).map(one => [one.name, one.path])));
// The part of a graph below a folder: the nodes with the most uses, the edges between them, and what was left out.
// What `first` has a number for comes before the rest.
const cut = (graph, holds, first = () => 0) => {
  const inside = graph.nodes.map(holds), weight = new Array(graph.nodes.length).fill(0);
  let outside = 0;
  const edges = graph.edges.filter(([from, to, uses]) => {
    if (inside[from] && inside[to]) {
      weight[from] += uses + 1;
      weight[to] += uses + 1;
      return true;
    }
    if (inside[from] || inside[to]) outside++;
    return false;
  });
  const nodes = [...graph.nodes.keys()].filter(i => inside[i]).sort((a, b) => first(graph.nodes[b]) - first(graph.nodes[a]) || weight[b] - weight[a] || a - b);
  const drawn = new Set(nodes.slice(0, DRAWN));
  const kept = edges.filter(([from, to]) => drawn.has(from) && drawn.has(to));
  return {nodes, edges, drawn: nodes.slice(0, DRAWN), kept: kept.slice(0, EDGES), between: kept.length, outside};
};

const label = (id, folder) => folder && id.startsWith(folder + '/') ? id.slice(folder.length + 1) : id;
// The end of a path says most of it.
const short = (text, most) => {
  if (text.length <= most) return text;
  const tail = text.slice(-most + 1), step = tail.indexOf('/');
  return '…' + (step >= 0 && step < most / 2 ? tail.slice(step) : tail);
};

// Draws nodes and edges; `mark` says what else is known of a node. Returns the element and how to choose a node.
const drawGraph = (graph, part, {folder, open, mark, hot, chosen, choose, name}) => {
  const index = new Map(part.drawn.map((node, i) => [node, i]));
  const laid = layered(part.drawn.length, part.kept.map(([from, to, uses]) => [index.get(from), index.get(to), uses]), WIDE, TALL);
  const width = Math.max(...laid.at.map(([x]) => x), 0) + WIDE - 30, xs = laid.at.map(([, y]) => y);
  const top = Math.min(...xs, ...laid.bends.flat().map(([, y]) => y)) - TALL, tall = Math.max(...xs, ...laid.bends.flat().map(([, y]) => y)) - top + TALL;
  const box = WIDE - 44;
  const lines = part.kept.map(([from, to, uses, cycle], i) => {
    const way = laid.bends[i], right = way[0][0] <= way[way.length - 1][0];
    const ends = way.map(([x, y], k) => [x + (k === 0 ? (right ? box : 0) : k === way.length - 1 ? (right ? -5 : box + 5) : box / 2), y]);
    const d = ends.map(([x, y], k) => {
      if (!k) return `M${x},${y}`;
      const [a, b] = ends[k - 1], bend = (x - a) / 2;
      return `C${a + bend},${b} ${x - bend},${y} ${x},${y}`;
    }).join('');
    const line = g('path', {d, class: 'edge' + (cycle ? ' cycle' : '') + (right ? '' : ' back') + (hot?.(graph.nodes[from], graph.nodes[to]) ? ' hot' : ''), 'stroke-width': (1 + Math.log10(1 + uses) * 0.7).toFixed(1), 'marker-end': cycle && !right ? 'url(#tipc)' : 'url(#tip)'},
      g('title', {}, `${graph.nodes[from]} uses ${graph.nodes[to]}: ${many(uses, 'use')}${cycle ? ', in a cycle' : ''}`));
    return {line, from, to};
  });
  const cyclic = new Set(part.edges.filter(edge => edge[3]).flatMap(edge => [edge[0], edge[1]]));
  const boxes = part.drawn.map((node, i) => {
    const [x, y] = laid.at[i], id = graph.nodes[node], marked = mark ? mark(id) : null;
    const element = g('g', {class: 'node' + (cyclic.has(node) && !mark ? ' cyclic' : '') + (marked?.class ? ' ' + marked.class : ''), transform: `translate(${x},${y})`, tabindex: -1, role: 'button',
      'aria-label': id + (marked ? ', ' + marked.text : ''), onclick: () => choose(id), ondblclick: () => go(open(id)),
      onkeydown: event => {
        if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); id === chosen ? go(open(id)) : choose(id); }
      }},
    g('title', {}, id + (marked ? ' · ' + marked.text : '')), g('rect', {x: 0, y: -14, width: box, height: 28, rx: 5}),
    g('text', {x: 9, y: 4.5}, short(label(id, folder), 21 - (marked?.badge ? marked.badge.length + 1 : 0))), marked?.badge ? g('text', {x: box - 8, y: 4, class: 'badge', 'text-anchor': 'end'}, marked.badge) : null);
    return {element, node, id};
  });
  const stage = g('g', {}, g('defs', {}, ['tip', 'tipc'].map(id => g('marker', {id, viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, markerUnits: 'userSpaceOnUse', orient: 'auto'},
    g('path', {d: 'M0,0L8,4L0,8z', class: id})))), lines.map(one => one.line), boxes.map(one => one.element));
  const svg = g('svg', {class: 'map', role: 'group', 'aria-label': name + '; arrow keys move, Enter chooses, Enter again opens'}, stage);
  const light = id => {
    const node = id === undefined ? -1 : graph.nodes.indexOf(id);
    svg.classList.toggle('chosen', node >= 0);
    const near = new Set([node]);
    lines.forEach(({line, from, to}) => {
      const touches = from === node || to === node;
      line.classList.toggle('lit', touches);
      line.classList.toggle('in', to === node);
      if (touches) near.add(from).add(to);
    });
    boxes.forEach(one => {
      one.element.classList.toggle('near', near.has(one.node));
      one.element.classList.toggle('at', one.node === node);
      one.element.setAttribute('tabindex', (node >= 0 ? one.node === node : one === boxes[0]) ? 0 : -1);
    });
  };
  boxes.forEach(one => {
    one.element.addEventListener('mouseenter', () => light(one.id));
    one.element.addEventListener('mouseleave', () => light(chosen));
    one.element.addEventListener('focus', () => light(one.id));
  });
  light(chosen);
  const frame = h('div', {class: 'frame'}, svg);
  const focus = chosen === undefined ? undefined : laid.at[boxes.findIndex(one => one.id === chosen)];
  panned(svg, stage, [0, top, width, tall], frame, focus);
  steer(svg, boxes);
  return frame;
};

// Arrow keys move between nodes.
const steer = (svg, boxes) => svg.addEventListener('keydown', event => {
  const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  const here = boxes.find(one => one.element === document.activeElement);
  if (!way || !here) return;
  event.preventDefault();
  const middle = one => {
    const r = one.element.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2];
  };
  const [x, y] = middle(here);
  const far = one => {
    const [a, b] = middle(one), along = (a - x) * way[0] + (b - y) * way[1];
    return along <= 1 ? Infinity : along + 2 * Math.abs((a - x) * way[1] + (b - y) * way[0]);
  };
  const best = boxes.filter(one => one !== here).reduce((least, one) => far(one) < far(least || one) || !least ? one : least, null);
  if (best && far(best) < Infinity) best.element.focus();
});

// Dragging moves, the wheel and two fingers zoom, buttons do both for those who have neither.
const panned = (svg, stage, [left, top, width, height], frame, focus) => {
  let scale = 1, x = 0, y = 0;
  const apply = () => stage.setAttribute('transform', `translate(${x},${y}) scale(${scale})`);
  const fit = least => {
    // A small map takes little of the window.
    svg.style.height = Math.max(150, Math.min(innerHeight * 0.64, 704, height * 1.1 + 70)) + 'px';
    const wide = svg.clientWidth || 800, tall = svg.clientHeight || 500;
    scale = Math.max(Math.min(wide / (width + 24), tall / (height + 16), 1.1), least);
    x = Math.max((wide - width * scale) / 2, 12) - left * scale;
    y = Math.max((tall - height * scale) / 2, 8) - top * scale;
    // What was chosen is seen, where not everything is.
    if (focus && width * scale > wide) x = Math.min(Math.max(wide / 2 - (focus[0] + 80) * scale, wide - 12 - width * scale), 12);
    if (focus && height * scale > tall) y = Math.min(Math.max(tall / 2 - focus[1] * scale, tall - 8 - (top + height) * scale), 8 - top * scale);
    apply();
  };
  const zoom = (by, cx, cy) => {
    const next = Math.min(Math.max(scale * by, 0.1), 4), real = next / scale;
    x = cx - (cx - x) * real;
    y = cy - (cy - y) * real;
    scale = next;
    apply();
  };
  const held = new Map();
  svg.addEventListener('wheel', event => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) return;
    event.preventDefault();
    const r = svg.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - r.left, event.clientY - r.top);
  }, {passive: false});
  svg.addEventListener('pointerdown', event => held.set(event.pointerId, [event.clientX, event.clientY]));
  svg.addEventListener('pointermove', event => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (held.size === 1) {
      x += now[0] - before[0];
      y += now[1] - before[1];
      apply();
    } else {
      const other = [...held].find(([id]) => id !== event.pointerId)[1], r = svg.getBoundingClientRect();
      const far = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      zoom(far(now) / far(before), (now[0] + other[0]) / 2 - r.left, (now[1] + other[1]) / 2 - r.top);
    }
    held.set(event.pointerId, now);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) svg.addEventListener(end, event => held.delete(event.pointerId));
  const button = (text, title, act) => h('button', {type: 'button', title, 'aria-label': title, onclick: act}, text);
  frame.append(h('div', {class: 'zoom'}, button('+', 'Larger', () => zoom(1.3, svg.clientWidth / 2, svg.clientHeight / 2)),
    button('−', 'Smaller', () => zoom(1 / 1.3, svg.clientWidth / 2, svg.clientHeight / 2)), button('⤢', 'All of it', () => fit(0.05))));
  requestAnimationFrame(() => fit(0.72));
  redraw = () => fit(0.72);
};
