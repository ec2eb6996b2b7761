// The page of a symbol: what it is, its source, who calls it and whom it calls, and how sure that is.
const rowOf = (row, more) => h('li', {}, h('div', {class: 'row'},
  row.resolution ? certainty(row.resolution) : null, symbolLink(row.key, '', row.line),
  row.test ? h('span', {class: 'flag'}, 'test') : null,
  h('span', {class: 'place'}, halves(row.key)[0] + (row.line ? ':' + row.line : '')), more),
  row.text ? h('pre', {class: 'line'}, h('code', {}, row.text)) : null);
const sites = row => row.sites?.length ? h('span', {class: 'more', title: 'line:column of each site' + (row.rule ? '; rule: ' + row.rule : '')},
  'at ' + row.sites.join(', ') + (row.more_sites ? ` and ${row.more_sites} more` : '')) : null;
const sums = found => found.resolved === undefined ? '' : ` · ${number(found.resolved)} resolved, ${number(found.possible)} possible`;
const named = (title, rows, more, word) => rows.length ? h('p', {class: 'chips'}, h('span', {class: 'label'}, certainty(word), ' ', title),
  rows.map(([name, times]) => h('code', {}, name, times > 1 ? ' ×' + times : '')),
  more ? h('span', {class: 'note'}, `and ${number(more)} more names`) : null) : null;

const sourceOf = source => {
  if (!source || source.problem) return empty('The source cannot be shown', source?.problem ? ': ' + source.problem : '', '.');
  const lines = source.text.replace(/\n$/, '').split('\n');
  return [h('pre', {class: 'source', tabindex: '0', 'aria-label': 'Source'}, lines.map((line, i) =>
    h('span', {class: 'src'}, h('i', {'aria-hidden': 'true'}, source.start_line + i), h('code', {}, line + '\n')))),
  source.redacted ? h('p', {class: 'note'}, many(source.redacted, 'secret value'), ' hidden') : null];
};

const historyOf = (found, path) => {
  if (found.history && !found.history.problem) {
    const all = found.history;
    return section('History', some(all.commits.length, all.commits_total, 'commit') + (all.bounded ? ', as far as it was looked' : ''),
      all.commits.length ? h('ol', {class: 'rows'}, all.commits.map(one => h('li', {}, h('div', {class: 'row'}, code(one.commit.slice(0, 8)),
        h('b', {}, one.subject), h('span', {class: 'place'}, one.author + ', ' + one.time.slice(0, 10)),
        h('span', {class: 'more'}, `+${number(one.added)} −${number(one.removed)}`))))) : empty('No commit changed it yet.'));
  }
  return fileHistory(path, found.history?.problem);
};
const fileHistory = (path, problem) => {
  const subjects = commitsOf(path), i = fileNumbers().get(path);
  const churn = i === undefined ? null : F.churn[i];
  if (problem || churn === null || churn === undefined)
    return section('History', '', empty('Not known', problem || F.churn_problem ? ': ' + (problem || F.churn_problem) : '', '.'));
  return section('History', `of the file: ${many(churn, 'commit')} of the youngest ${number(F.commits.commits)} changed it, through renames`,
    subjects.length ? h('ol', {class: 'rows'}, subjects.slice(0, 8).map(one => h('li', {}, h('div', {class: 'row'}, h('b', {}, one))))) : null,
    subjects.length > 8 ? h('p', {class: 'note'}, `8 of ${number(subjects.length)} under its name now; `, command('history', path), ' has all') : null);
};

// Lines that a writer broke for their width flow; lists, tables and code stay as they are.
const flowing = text => text.replace(/([^\n]{40,})\n(?=[A-Za-z("'`[](?!``))/g, '$1 ');

const symbolView = async ({argument: key, more}) => {
  const asked = Number(more.get('line')) || undefined, i = numberOf(key, asked), [path, name] = halves(key);
  // Another view may be opened before the index has answered.
  const here = location.hash;
  const head = h('div', {class: 'title'}, i === undefined ? null : kindMark(kindOf(i)), h('h1', {}, name));
  const place = h('p', {class: 'where'}, fileLink(path), i === undefined ? null : ':' + S.line[i],
    i === undefined ? null : h('span', {class: 'note'}, many(S.end[i] - S.line[i] + 1, 'line')));
  if (i === undefined && !about.live) {
    return show(head, place, empty('This page does not know this symbol: it is gone, or it is left out for size (',
      some(count, S.total, 'symbol'), ' are here).'));
  }
  show(head, place, h('p', {class: 'note'}, 'Asking …'));
  let found;
  try { found = await detailOf(key, i, i === undefined ? asked : S.line[i]); } catch (error) {
    if (location.hash === here) show(head, place, empty('The index did not answer: ', error.message));
    return;
  }
  if (location.hash !== here) return;
  if (found?.problem) return show(head, place, empty('The index did not answer: ', found.problem), i === undefined ? null : siblings(i), fileHistory(path));
  if (!found) {
    return show(head, place, empty(`This file holds the pages of ${number(S.held)} of ${number(count)} symbols, those first that most is built on; this is none of them. `,
      command('explain', key), ' says all about it, ', command('explore', '--serve'), ' opens any symbol, ', command('explore', '--size', '100'), ' writes a larger file.'),
      siblings(i), fileHistory(path));
  }
  const {card, callers, callees, tests} = found;
  show(head, h('p', {class: 'where'}, fileLink(path), i === undefined ? null : ':' + S.line[i], h('span', {class: 'note'}, found.qualified)),
    found.signature ? h('pre', {class: 'signature'}, h('code', {}, found.signature)) : null,
    twinsOf(key, i, found),
    found.doc ? h('p', {class: 'doc'}, flowing(found.doc)) : null,
    h('div', {class: 'figures'}, card && figure(number(card.resolved), 'uses resolved', CERTAINTY.resolved),
      card && figure(number(card.possible), 'uses possible', CERTAINTY.possible),
      i !== undefined && S.cyclomatic[i] ? figure(number(S.cyclomatic[i]), 'cyclomatic complexity') : null,
      figure(number(found.end - found.start + 1), 'lines'), figure(found.visibility, 'visibility'),
      (found.flags || []).map(flag => h('span', {class: 'flag'}, flag))),
    section('Callers', some(callers.callers.length, callers.total, 'caller') + sums(callers) + (callers.bounded ? ' · the search stopped at its bound' : ''),
      callers.callers.length ? h('ol', {class: 'rows'}, callers.callers.map(row => rowOf(row, sites(row)))) : empty('No caller is seen.', card?.resolved ? [` Its ${many(card.resolved, 'proved use')} are of other kinds: `, command('refs', key), ' lists them.'] : null),
      h('p', {class: 'note'}, callers.taken_as_value ? `Taken as a value ${many(callers.taken_as_value, 'time')}: who holds it may call it too. ` : '',
        `Places that bear its name: ${number(callers.completeness.resolved)} resolved, ${number(callers.completeness.possible)} possible, ${number(callers.completeness.external)} external, ${number(callers.completeness.unresolved)} unresolved.`)),
    section('Callees', some(callees.callees.length, callees.total, 'callee') + sums(callees),
      callees.callees.length ? h('ol', {class: 'rows'}, callees.callees.map(row => rowOf(row, sites(row)))) : empty('No callee inside of the repository is seen.'),
      named('outside', callees.external, callees.more_external, 'external'), named('calls', callees.unresolved, callees.more_unresolved, 'unresolved')),
    testsOf(tests, key),
    section('Source', found.source?.end_line < found.end ? `the first ${number(found.source.end_line - found.source.start_line + 1)} of ${many(found.end - found.start + 1, 'line')}` : `lines ${found.start}–${found.end}`, sourceOf(found.source)),
    card?.members?.length ? section('Members', some(card.members.length, card.members.length + card.more_members, 'member'),
      h('ul', {class: 'rows'}, card.members.map(one => h('li', {}, h('div', {class: 'row'}, kindMark(one.kind), symbolLink(key + '.' + one.name, one.name)))))) : null,
    kin('Bases', card?.bases, 0), kin('Implementors', card?.implementors, card?.more_implementors), historyOf(found, path), i === undefined ? null : siblings(i));
};
const twinsOf = (key, i, found) => {
  const others = (numbers().get(key) || []).filter(one => one !== i);
  if (!others.length && !found.symbols) return null;
  return h('p', {class: 'note'}, others.length ? ['Of the same name: ', others.slice(0, 10).map(one => [symbolLink(key, 'line ' + S.line[one], S.line[one]), ' ']),
    others.length > 10 ? `and ${number(others.length - 10)} more. ` : ''] : null,
  found.symbols ? `What follows is of all ${number(found.symbols)} of this name: they stand in one place.` : null);
};
const kin = (title, keys, more) => keys?.length ? section(title, some(keys.length, keys.length + (more || 0), 'type'),
  h('ul', {class: 'rows'}, keys.map(key => h('li', {}, h('div', {class: 'row'}, symbolLink(key)))))) : null;
const testsOf = (tests, key) => tests && section('Tests',
  `${number(tests.by_edge)} reach it` + (tests.by_name === undefined ? '' : ` · ${number(tests.by_name)} more by name alone`) + (tests.tests.length < tests.total ? ` · ${number(tests.tests.length)} shown` : ''),
  tests.tests.length ? h('ol', {class: 'rows'}, tests.tests.map(row => rowOf(row, row.distance ? h('span', {class: 'more'}, many(row.distance, 'step')) : row.by === 'name' ? h('span', {class: 'more'}, 'by name') : null))) : empty('No test is seen to reach it. ', command('tests', key), ' looks for those that agree by name, too.'));
const siblings = i => {
  const all = symbolsIn().get(pathOf(i)).filter(other => other !== i);
  return all.length ? section('Beside it', `${some(Math.min(all.length, 30), all.length, 'symbol')} of ${base(pathOf(i))}`,
    h('ul', {class: 'chips'}, all.slice(0, 30).map(other => h('li', {}, symbolLink(keyOf(other), '', S.line[other]))))) : null;
};
