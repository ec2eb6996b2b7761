// Addresses, keys, light and dark.
let redraw = null;
const VIEWS = {'': searchView, search: searchView, map: mapView, treemap: treemapView, symbol: symbolView, file: fileView, change: changeView};
const LINKS = [['map', 'Map', 'm'], ['treemap', 'Treemap', 't'], ['change', 'Change', 'c']];
const THEMES = ['auto', 'light', 'dark'];

const render = () => {
  const here = address();
  redraw = null;
  document.querySelectorAll('#nav a').forEach(one => one.toggleAttribute('aria-current', one.dataset.view === here.view));
  if (here.view !== 'search' && document.activeElement !== at('q')) at('q').value = '';
  at('main').className = here.view || 'home';
  (VIEWS[here.view] || (() => show(h('h1', {}, 'No such view'), empty('This address leads nowhere.'))))(here);
  document.title = (here.argument || LINKS.find(one => one[0] === here.view)?.[1] || here.more.get('q') || about.name) + ' · ' + about.name;
};
const setTheme = theme => {
  document.documentElement.dataset.theme = theme;
  at('theme').textContent = {auto: '◐', light: '☀', dark: '☾'}[theme];
  at('theme').title = `Colours: ${theme}`;
  at('theme').setAttribute('aria-label', `Colours: ${theme}; change`);
};
const remembered = () => {
  try { return localStorage.getItem('theme'); } catch { return null; }
};

at('name').textContent = about.name;
at('nav').append(...LINKS.map(([view, text, key]) => h('a', {href: link(view), 'data-view': view, title: `key ${key}`}, text)));
at('foot').append(h('span', {}, about.state === 'fresh' ? 'Fresh when this page was made' : `The index was ${about.state} when this page was made`),
  h('span', {}, 'indexed ' + about.status.built_at.replace('T', ' ').replace('Z', ' UTC')), about.status.head_commit ? h('span', {}, 'at commit ', code(about.status.head_commit.slice(0, 10))) : '',
  h('span', {}, count < S.total ? `${some(count, S.total, 'symbol')}, those first that most is built on` : many(S.total, 'symbol')),
  h('span', {}, about.live ? 'symbols are asked of the index as they are opened; reload for what changed in the rest' : `pages of ${some(S.held, count, 'symbol')} in this file`),
  h('span', {}, 'indexer ' + about.program), h('span', {}, 'keys: / search, m map, t treemap, c change'));
setTheme(THEMES.includes(remembered()) ? remembered() : 'auto');
at('theme').addEventListener('click', () => {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
  setTheme(next);
  try { localStorage.setItem('theme', next); } catch { /* A file may have no storage: then it is forgotten. */ }
});
at('skip').addEventListener('click', event => {
  event.preventDefault();
  at('main').focus();
});
at('find').addEventListener('submit', event => {
  event.preventDefault();
  at('main').querySelector('a.row')?.click();
});
let waiting;
at('q').addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const to = link('search', '', {q: at('q').value.trim()});
    // Letters of one search are one step back.
    if (address().view === 'search') {
      history.replaceState(null, '', to);
      render();
    } else go(to);
  }, 60);
});
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName);
  if (event.key === 'Escape') document.activeElement?.blur();
  if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && (document.activeElement === at('q') || document.activeElement?.classList.contains('row'))) {
    const rows = [...at('main').querySelectorAll('a.row')], i = rows.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    (i < 0 ? at('q') : rows[Math.min(i, rows.length - 1)])?.focus();
  }
  if (typing) return;
  const view = LINKS.find(one => one[2] === event.key)?.[0];
  if (view) go(link(view));
  if (event.key === '/') {
    event.preventDefault();
    at('q').focus();
    at('q').select();
  }
});
addEventListener('hashchange', () => {
  render();
  if (!/^(INPUT|SELECT)$/.test(document.activeElement?.tagName)) scrollTo(0, 0);
});
let resizing;
addEventListener('resize', () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => redraw?.(), 120);
});
render();
document.documentElement.dataset.ready = Math.round(performance.now());
