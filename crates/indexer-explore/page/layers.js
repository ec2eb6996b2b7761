// A layered drawing of a small directed graph: Sugiyama, Tagawa and Toda, Methods for Visual Understanding of
// Hierarchical System Structures (1981), with the order in layers by barycentres. Edges that close a cycle are turned
// round for the layers alone. `nodes` is a count, `edges` are [from, to, weight]. Returns layers, places and bends.
const layered = (nodes, edges, wide, tall) => {
  const turned = forward(nodes, edges);
  const layer = longestPaths(nodes, turned);
  // An edge over several layers has a point in each between.
  const points = [];
  for (let i = 0; i < nodes; i++) points.push({layer: layer[i], node: i, before: [], after: []});
  const bends = turned.map(([from, to]) => {
    const way = [from];
    for (let at = layer[from] + 1; at < layer[to]; at++) way.push(points.push({layer: at, node: -1, before: [], after: []}) - 1);
    way.push(to);
    for (let i = 1; i < way.length; i++) {
      points[way[i - 1]].after.push(way[i]);
      points[way[i]].before.push(way[i - 1]);
    }
    return way;
  });
  const layers = [];
  points.forEach((point, i) => (layers[point.layer] ||= []).push(i));
  order(points, layers);
  spread(points, layers, wide, tall);
  return {
    at: points.slice(0, nodes).map(point => [point.x, point.y]),
    bends: bends.map((way, i) => {
      const all = way.map(one => [points[one].x, points[one].y]);
      return turned[i][2] ? all.reverse() : all;
    }),
  };
};

// The same edges without cycles: [from, to, was turned round]. Those of most weight keep their direction first.
const forward = (nodes, edges) => {
  const out = Array.from({length: nodes}, () => []);
  const reaches = (from, to) => {
    const seen = new Set([from]), open = [from];
    while (open.length) {
      const here = open.pop();
      if (here === to) return true;
      for (const next of out[here]) if (!seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
    return false;
  };
  const made = [];
  const heavy = edges.map((edge, i) => [edge[2], i]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (const [, i] of heavy) {
    const [from, to] = edges[i];
    const turn = reaches(to, from);
    if (turn) made[i] = [to, from, true];
    else made[i] = [from, to, false];
    out[made[i][0]].push(made[i][1]);
  }
  return made;
};

const longestPaths = (nodes, edges) => {
  const layer = new Array(nodes).fill(0), out = Array.from({length: nodes}, () => []), waits = new Array(nodes).fill(0);
  edges.forEach(([from, to]) => {
    out[from].push(to);
    waits[to]++;
  });
  const open = [...waits.keys()].filter(i => !waits[i]), done = [];
  while (open.length) {
    const here = open.shift();
    done.push(here);
    for (const next of out[here]) {
      layer[next] = Math.max(layer[next], layer[here] + 1);
      if (!--waits[next]) open.push(next);
    }
  }
  // What could stand later stands beside what it uses.
  for (const here of done.reverse()) if (out[here].length) layer[here] = Math.min(...out[here].map(next => layer[next])) - 1;
  return layer;
};

const order = (points, layers) => {
  const rank = () => layers.forEach(layer => layer.forEach((one, i) => { points[one].rank = i; }));
  const middle = (ends, one) => ends.length ? ends.reduce((sum, end) => sum + points[end].rank, 0) / ends.length : points[one].rank;
  rank();
  for (let round = 0; round < 12; round++) {
    const down = round % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse()) {
      const wanted = new Map(layer.map(one => [one, middle(down ? points[one].before : points[one].after, one)]));
      layer.sort((a, b) => wanted.get(a) - wanted.get(b) || points[a].rank - points[b].rank);
      layer.forEach((one, i) => { points[one].rank = i; });
    }
  }
};

// Layers are columns; a point goes where its ends are, as far as its neighbours in the column let it.
const spread = (points, layers, wide, tall) => {
  const room = one => points[one].node < 0 ? tall * 0.3 : tall;
  layers.forEach((layer, i) => {
    let y = 0;
    layer.forEach(one => {
      points[one].x = i * wide;
      points[one].y = y + room(one) / 2;
      y += room(one);
    });
  });
  for (let round = 0; round < 10; round++) {
    for (const layer of round % 2 ? [...layers].reverse() : layers) {
      const wanted = layer.map(one => {
        const ends = [...points[one].before, ...points[one].after];
        return ends.length ? ends.reduce((sum, end) => sum + points[end].y, 0) / ends.length : points[one].y;
      });
      // Wishes are pooled where they are too near each other.
      const pools = [];
      layer.forEach((one, i) => {
        pools.push({sum: wanted[i], items: [one], offsets: [0], size: room(one)});
        while (pools.length > 1) {
          const last = pools[pools.length - 1], before = pools[pools.length - 2];
          const start = pool => pool.sum / pool.items.length;
          const need = room(before.items[before.items.length - 1]) / 2 + room(last.items[0]) / 2;
          const end = start(before) + before.offsets[before.offsets.length - 1];
          if (start(last) - end >= need) break;
          const shift = before.offsets[before.offsets.length - 1] + need;
          pools.pop();
          before.sum += last.sum - shift * last.items.length;
          last.items.forEach((item, k) => {
            before.items.push(item);
            before.offsets.push(last.offsets[k] + shift);
          });
        }
      });
      pools.forEach(pool => pool.items.forEach((one, k) => { points[one].y = pool.sum / pool.items.length + pool.offsets[k]; }));
    }
  }
};
