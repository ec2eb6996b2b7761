// Rectangles for sizes, as near to squares as rows allow: Bruls, Huizing and van Wijk, Squarified Treemaps (2000).
// `items` have a positive `size`, the largest first. Returns [item, x, y, width, height].
const squarify = (items, x, y, width, height) => {
  const placed = [];
  let left = items.reduce((sum, item) => sum + item.size, 0);
  let start = 0;
  while (start < items.length && width > 0 && height > 0 && left > 0) {
    const side = Math.min(width, height), scale = width * height / left;
    let end = start, sum = 0, worst = Infinity;
    // A row grows for as long as its worst shape becomes no worse.
    while (end < items.length) {
      const next = sum + items[end].size * scale;
      const longest = items[start].size * scale, shortest = items[end].size * scale;
      const shape = Math.max(side * side * longest / (next * next), next * next / (side * side * shortest));
      if (shape > worst) break;
      worst = shape;
      sum = next;
      end++;
    }
    const thick = sum / side;
    let along = 0;
    for (let i = start; i < end; i++) {
      const size = items[i].size * scale / thick;
      placed.push(width >= height ? [items[i], x, y + along, thick, size] : [items[i], x + along, y, size, thick]);
      along += size;
      left -= items[i].size;
    }
    if (width >= height) {
      x += thick;
      width -= thick;
    } else {
      y += thick;
      height -= thick;
    }
    start = end;
  }
  return placed;
};
