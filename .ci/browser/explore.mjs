// Looks at the page of `indexer explore` in a browser. Arguments: browser, indexer, a folder for pictures or nothing.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import puppeteer from 'puppeteer-core';
import {HOSTILE, ODD, repository} from './repository.mjs';

const [, , executablePath, indexer, pictures] = process.argv;
const {folder, root} = repository();
const options = {cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, env: {...process.env, INDEXER_CACHE_DIR: join(folder, 'cache')}};
const ask = (...words) => JSON.parse(execFileSync(indexer, [...words, '--json', '--budget', '1000000'], options));
const number = value => value.toLocaleString('en-US');
const file = join(folder, 'page.html');
console.log(execFileSync(indexer, ['explore', '--base', 'HEAD~1', '-o', file], options).trim());

const browser = await puppeteer.launch({executablePath, args: ['--no-sandbox']});
const wrong = [];

// A page that notes every complaint and every request.
const open = async (url, width, theme) => {
  const page = await browser.newPage();
  const requests = [];
  page.on('console', message => ['error', 'warn'].includes(message.type()) && wrong.push(`${url}: ${message.text()}`));
  page.on('pageerror', error => wrong.push(`${url}: ${error.message}`));
  page.on('dialog', dialog => { wrong.push(`${url}: a dialog`); dialog.dismiss(); });
  page.on('request', request => requests.push(request.url()));
  await page.setViewport({width, height: width < 600 ? 844 : 900});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}]);
  await page.goto(url);
  return {page, requests};
};
const to = async (page, hash) => {
  await page.evaluate(hash => { location.hash = hash; }, hash);
  await page.waitForFunction(() => !document.querySelector('main')?.textContent.includes('Asking …') && document.querySelector('h1'));
  await new Promise(done => setTimeout(done, 120));
};
const text = page => page.$eval('main', main => main.innerText);
const figures = page => page.$$eval('.figure', all => Object.fromEntries(all.map(one => [one.children[1].textContent, one.children[0].textContent])));
const says = async (page, words) => {
  const said = (await text(page)).replaceAll(/\s+/g, ' ');
  assert.ok(said.includes(words), `"${words}" is not in: ${said.slice(0, 1500)}`);
};
// What is read stands out from what it stands on: WCAG 2.2, 1.4.3, AA.
const faint = page => page.evaluate(() => {
  const channels = color => color.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(one => one / 255).map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4).reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest('svg, script, noscript, .skip')) continue;
    let behind = element;
    while (behind && (channels(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement;
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(channels(getComputedStyle(behind || document.body).backgroundColor))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${element.className} ${walker.currentNode.data.slice(0, 30)}`);
  }
  return found;
});

const VIEWS = [
  ['home', '#/'], ['search', '#/search?q=user'], ['map', '#/map'], ['folders', '#/map/module'], ['files', '#/map/file/shop'],
  ['chosen', '#/map/file?at=shop%2Fprice.py'], ['treemap', '#/treemap'], ['churn', '#/treemap?color=churn'], ['tests', '#/treemap/shop?color=tests'],
  ['symbol', '#/symbol/shop/price.py%23price'], ['file', '#/file/shop/price.py'], ['odd', '#/file/' + encodeURIComponent(ODD)],
  ['sharp', '#/symbol/c%23/sharp.py%23sharp'], ['twin', '#/symbol/shop/twice.py%23twice?line=7'],
  ['odd-symbol', '#/symbol/' + encodeURIComponent(ODD + '#odd')], ['change', '#/change'], ['change-shop', '#/change/shop'], ['nothing', '#/symbol/none.py%23none'], ['nowhere', '#/nowhere/x'],
];
const everyView = async (url, allowed) => {
  for (const width of [1280, 390]) {
    for (const theme of ['light', 'dark']) {
      const {page, requests} = await open(url, width, theme);
      for (const [name, hash] of VIEWS) {
        await to(page, hash);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} is ${wide} wider than ${width}`);
        assert.deepEqual(await faint(page), [], `${name}, ${theme}, ${width}: text that is hard to read`);
        assert.equal(await page.$$eval('main img, main script, main b b', all => all.length), 0, `${name}: a name became an element`);
        if (pictures) await page.screenshot({path: join(pictures, `${name}-${width}-${theme}.png`)});
      }
      const others = requests.filter(request => !allowed(request));
      assert.deepEqual(others, [], 'requests');
      await page.close();
    }
  }
};

const sameNumbers = async page => {
  const status = ask('status'), diff = ask('diff', 'HEAD~1', '--limit', '1000');
  await to(page, '#/');
  const all = await figures(page);
  for (const word of ['files', 'lines', 'symbols', 'references']) assert.equal(all[word], number(status[word]), word);
  await says(page, `resolved ${number(status.resolved)}`);
  const callers = ask('callers', 'shop/price.py#price', '--limit', '40');
  assert.equal(callers.total, 61);
  await to(page, '#/symbol/shop/price.py%23price');
  const shown = await page.$$eval('section', all => [...all].find(one => one.firstChild.firstChild.data === 'Callers').querySelectorAll('li').length);
  await says(page, `${shown < callers.total ? `${shown} of ` : ''}${callers.total} callers · ${callers.resolved} resolved, ${callers.possible} possible`);
  await says(page, `${ask('tests', 'shop/price.py#price').by_edge} reach it`);
  await says(page, 'price without rate');
  const graph = ask('graph', '--level', 'file');
  await to(page, '#/map/file');
  await says(page, `${graph.edges_total} dependencies drawn`);
  await says(page, `${graph.cycles.length} cycle`);
  assert.equal(await page.$$eval('.node', all => all.length), graph.nodes_total);
  await says(page, `What neither depends on another nor is depended on is not drawn: ${ask('status').files - graph.nodes_total} files`);
  assert.equal(await page.$$eval('.edge.cycle', all => all.length), graph.edges.filter(edge => edge.cycle).length);
  await to(page, '#/change');
  const change = await figures(page);
  assert.equal(change['changed symbols'], number(diff.changes));
  assert.equal(change.breaking, number(diff.breaking.length));
  assert.equal(diff.breaking[0].symbol, 'shop/price.py#price');
  await says(page, `Hits ${diff.breaking[0].resolved} resolved, ${diff.breaking[0].possible} possible users`);
  assert.ok(await page.$('.node.breaking'), 'the breaking folder is marked');
  await to(page, '#/treemap?color=complexity');
  const hotspots = ask('hotspots', '--sort-by', 'complexity', '--tests');
  await says(page, `${hotspots.hotspots[0].file} `);
  await to(page, '#/file/shop/cart.py');
  const file = await figures(page);
  assert.equal(file['tests reach it'], String(ask('tests', 'shop/cart.py').by_edge));
  // A path may hold what ends it in a key, and two symbols may bear one key.
  await to(page, '#/symbol/c%23/sharp.py%23sharp');
  await says(page, '1 caller · 1 resolved');
  await to(page, '#/file/shop/twice.py');
  const twins = await page.$$eval('main a', all => all.filter(one => one.textContent === 'twice').map(one => one.hash));
  assert.deepEqual(twins, ['#/symbol/shop/twice.py%23twice?line=4', '#/symbol/shop/twice.py%23twice?line=7']);
  for (const [i, callee] of ['first', 'second'].entries()) {
    await to(page, twins[i]);
    await page.waitForFunction(() => document.querySelector('.source'));
    assert.deepEqual(await page.$$eval('section', all => [...all].filter(one => one.firstChild.firstChild.data === 'Callees').flatMap(one => [...one.querySelectorAll('a')].map(a => a.textContent))), [callee]);
  }
  await to(page, '#/search?q=price');
  assert.equal(await page.$$eval('.way', all => all.filter(one => one.textContent === 'exact').length), ask('symbol', 'price', '--match', 'exact').total);
};

const clickedThrough = async page => {
  await to(page, '#/');
  await page.keyboard.press('/');
  await page.keyboard.type('user_7');
  await page.waitForFunction(() => location.hash.includes('user_7') && document.querySelector('a.row b')?.textContent === 'user_7');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#/symbol/shop/cart.py%23user_7' && document.querySelector('.source'));
  await page.$$eval('main a', all => all.find(one => one.textContent === 'price').click());
  await page.waitForFunction(() => location.hash.endsWith('price.py%23price') && document.querySelector('.source')?.textContent.includes('return n'));
  await page.goBack();
  await page.waitForFunction(() => location.hash.endsWith('user_7'));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('t');
  await page.waitForSelector('.tree .leaf');
  await page.focus('.tree a[tabindex="0"]');
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.evaluate(() => document.activeElement.closest('.tree')), 'arrow keys stay in the treemap');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /^#\/(file|treemap)\/./.test(location.hash));
  await to(page, '#/map/file');
  await page.$$eval('.node', all => all.find(one => one.getAttribute('aria-label') === 'shop/price.py').dispatchEvent(new MouseEvent('click', {bubbles: true})));
  await page.waitForSelector('.side');
  const used = ask('graph', '--level', 'file').edges.filter(edge => edge.to === 'shop/price.py').length;
  await says(page, `Used by ${used} `);
  await page.$eval('.node[tabindex="0"]', one => one.focus());
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#/file/shop/price.py');
  for (const theme of ['light', 'dark', 'auto']) {
    await page.click('#theme');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
  }
};

const server = spawn(indexer, ['explore', '--serve', '--base', 'HEAD~1'], {...options, stdio: ['ignore', 'ignore', 'pipe']});
try {
  const url = pathToFileURL(file).href;
  await everyView(url, request => request === url);
  const {page} = await open(url, 1280, 'light');
  await sameNumbers(page);
  await clickedThrough(page);
  await to(page, '#/symbol/' + encodeURIComponent(ODD + '#odd'));
  await says(page, HOSTILE);
  const said = await new Promise(done => server.stderr.on('data', chunk => /http:\S+/.test(chunk) && done(/http:\S+/.exec(chunk)[0])));
  await everyView(said, request => request === said || request.startsWith(said + 'symbol?key='));
  const live = (await open(said, 1280, 'dark')).page;
  await sameNumbers(live);
  await clickedThrough(live);
  // One answer is a complaint of the browser: what is not in the index.
  assert.deepEqual(wrong.filter(one => !/404/.test(one)), []);
  console.log(`${VIEWS.length} views, 2 widths, 2 themes, as a file and served: as they should be`);
} finally {
  server.kill();
  await browser.close();
  rmSync(folder, {recursive: true, force: true});
}
