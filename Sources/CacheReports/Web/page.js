'use strict';
// What makes a page interactive; without it the page says the same. Texts of the data become text
// nodes, never markup.

/** The page's data; without any, nothing but copying and scrolling is set up. */
const data = JSON.parse(document.getElementById('data')?.textContent ?? 'null');
for (const part of [data, data?.grid].filter((each) => each?.metrics)) {
  part.metrics = part.metrics.map(([name, unit, better, definition, title = name]) => (
    { name, unit, better, definition, title }));
}

/** A new element with attributes, listeners (`on…`) and children, which are elements or texts. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** A new element of SVG. */
function draw(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A colour, which the style changes on dark paper. */
function paint(colour) { return `var(--c-${colour.slice(1)}, ${colour})`; }

/** Says something to those who do not see it. */
const announcement = make('p', { role: 'status', class: 'told' });
function say(text) { announcement.textContent = text; }

/** A value of the data as a number that can be ordered: undefined ones are last, infinity before. */
function number(value) {
  return value === null || value === undefined ? NaN : value === 'inf' ? Infinity : value;
}

/** A text of a value that breaks before a bracket only. */
function breakable(text) { return text.replaceAll(/ (?!\()/g, '\u00a0'); }

// Commands that can be copied.

function copyButton(text) {
  const button = make('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = 'Copied';
    } catch {
      // Without the right to the clipboard, the text is selected for the keyboard.
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = 'Selected: copy it with the keyboard';
    }
  });
  return button;
}

for (const command of document.querySelectorAll('pre.command')) {
  command.after(copyButton(() => command.textContent));
}

// Wide things say that they go on.

function markOverflow() {
  for (const wide of document.querySelectorAll('.scroll > .wide')) {
    wide.parentElement.classList.toggle('fits', wide.scrollWidth <= wide.clientWidth + 1);
  }
}
addEventListener('resize', markOverflow);
markOverflow();

// Series: one switch for all tables and charts.

/** The series that are hidden, and the one that is marked; null: none. */
const state = { hidden: new Set(), marked: null };
const seriesListeners = [];

function changeSeries() {
  for (const row of document.querySelectorAll('tr[data-series]')) {
    const series = row.dataset.series;
    row.hidden = state.hidden.has(series);
    row.classList.toggle('marked', state.marked === series);
    row.classList.toggle('pale', state.marked !== null && state.marked !== series);
  }
  for (const listener of seriesListeners) listener();
  markOverflow();
}

function toggleSeries(series) {
  if (!state.hidden.delete(series)) state.hidden.add(series);
  say(`${series} is ${state.hidden.has(series) ? 'hidden' : 'shown'}.`);
  changeSeries();
}

function markSeries(series) {
  if (state.marked === series) return;
  state.marked = series;
  changeSeries();
}

/** Buttons that hide and show series, and a list that marks one. */
function seriesChoices(rows) {
  const buttons = rows.map((row) => {
    const swatch = draw('svg', { viewBox: '0 0 22 14', 'aria-hidden': 'true' },
      draw('rect', { width: 22, height: 14, fill: paint(row.colour) }));
    return make('button', {
      type: 'button', 'aria-pressed': 'true', 'data-switch': row.series,
      onclick: () => toggleSeries(row.series),
    }, swatch, row.series);
  });
  const list = make('select', {
    'aria-label': 'Mark one in all tables and charts',
    onchange: () => markSeries(list.value === '' ? null : list.value),
  }, make('option', { value: '' }, 'none'),
  ...rows.map((row) => make('option', { value: row.series }, row.series)));
  seriesListeners.push(() => {
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(!state.hidden.has(button.dataset.switch)));
    }
    list.value = state.marked ?? '';
  });
  return [
    make('div', { class: 'choices', role: 'group', 'aria-label': 'What is shown' },
      'Shown: ', ...buttons),
    make('div', { class: 'choices' }, make('label', {}, 'Marked: ', list)),
  ];
}

// Tables of metrics: columns, order, explanations.

/** The tables of the page whose values are in the data. */
const tables = [...document.querySelectorAll('table[data-table]')].map((table) => ({
  table, rows: data.tables[Number(table.dataset.table)],
}));

function place(metric) { return data.metrics.findIndex((each) => each.name === metric); }

/** The row of the data of a row of a table. */
function rowOf(element, { rows }) {
  return rows.find((row) => row.series === element.dataset.series);
}

function sort(entry, header, ask) {
  const old = header.getAttribute('aria-sort');
  const order = ask ?? (old === 'ascending' ? 'descending' : 'ascending');
  for (const other of header.parentElement.children) other.removeAttribute('aria-sort');
  header.setAttribute('aria-sort', order);
  const at = place(header.dataset.metric);
  const sign = order === 'ascending' ? 1 : -1;
  const body = entry.table.tBodies[0];
  const rows = [...body.rows].map((row) => {
    const found = rowOf(row, entry);
    return { row, key: at < 0 ? found.label : number(found.values[at]) };
  });
  rows.sort((one, other) => {
    if (at < 0) return sign * one.key.localeCompare(other.key);
    if (Number.isNaN(one.key) || Number.isNaN(other.key)) {
      return Number(Number.isNaN(one.key)) - Number(Number.isNaN(other.key));
    }
    return one.key === other.key ? 0 : sign * (one.key < other.key ? -1 : 1);
  });
  body.append(...rows.map(({ row }) => row));
  for (const button of entry.table.tHead.querySelectorAll('.sort')) {
    const now = button.parentElement.getAttribute('aria-sort');
    button.textContent = now === 'ascending' ? '↑' : now === 'descending' ? '↓' : '↕';
  }
  say(`Sorted by ${header.querySelector('a, span')?.textContent ?? 'strategy'}, ${order}.`);
}

function addSort(entry, header) {
  const title = header.textContent;
  header.append(make('button', {
    type: 'button', class: 'sort', 'aria-label': `Sort by ${title}`,
    onclick: () => sort(entry, header),
  }, '↕'));
}

/** Makes the number of a cell a button; arrow keys lead from one to the next. */
function addNumber(cell, row, metric) {
  const text = cell.textContent;
  cell.replaceChildren(make('button', {
    type: 'button', class: 'number', tabindex: '-1',
    onclick: () => explain(row, metric, cell.firstChild),
  }, text));
}

function setUpCells(entry) {
  for (const row of entry.table.tBodies[0].rows) {
    const found = rowOf(row, entry);
    [...entry.table.tHead.rows[0].cells].forEach((header, column) => {
      const cell = row.cells[column];
      if (header.dataset.metric && !cell.querySelector('button')) {
        addNumber(cell, found, header.dataset.metric);
      }
    });
  }
  const first = entry.table.querySelector('.number');
  if (first && !entry.table.querySelector('.number[tabindex="0"]')) first.tabIndex = 0;
}

function moveFocus(event) {
  const cell = event.target.closest?.('td');
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const step = steps[event.key];
  if (!cell || !step || !event.target.classList.contains('number')) return;
  let row = cell.parentElement;
  if (step[0] !== 0) {
    do row = step[0] < 0 ? row.previousElementSibling : row.nextElementSibling;
    while (row?.hidden);
  }
  const next = row?.cells[cell.cellIndex + step[1]]?.querySelector('.number');
  if (!next) return;
  event.preventDefault();
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** Shows and hides a column in all tables of numbers. */
function setColumn(metric, isShown) {
  const at = place(metric);
  const definition = data.metrics[at];
  for (const entry of tables) {
    const head = entry.table.tHead.rows[0];
    const found = [...head.cells].find((cell) => cell.dataset.metric === metric);
    if (found) {
      const column = found.cellIndex;
      for (const row of entry.table.rows) row.cells[column].hidden = !isShown;
    } else if (isShown) {
      const header = make('th', { scope: 'col', 'data-metric': metric },
        make('span', { title: definition.definition }, definition.title));
      head.append(header);
      addSort(entry, header);
      for (const row of entry.table.tBodies[0].rows) {
        row.append(make('td', {}, breakable(rowOf(row, entry).texts[at])));
      }
      setUpCells(entry);
    }
  }
  markOverflow();
}

function columnChoices() {
  const list = make('div', { class: 'metrics', role: 'group', 'aria-label': 'Columns' });
  for (const metric of data.metrics) {
    const box = make('input', {
      type: 'checkbox', value: metric.name, checked: data.shown.includes(metric.name),
      onchange: () => setColumn(metric.name, box.checked),
    });
    list.append(make('label', { title: metric.definition }, box, ' ', metric.name));
  }
  const filter = make('input', {
    type: 'search', placeholder: 'flash, wait, stale …', 'aria-label': 'Find columns by words',
    oninput: () => {
      const words = filter.value.toLowerCase().split(/\s+/);
      for (const label of list.children) {
        const text = `${label.textContent} ${label.title}`.toLowerCase();
        label.hidden = !words.every((word) => text.includes(word));
      }
    },
  });
  return make('details', {},
    make('summary', {}, `Columns: any of ${data.metrics.length} metrics in which rows differ`),
    make('div', { class: 'choices' }, filter), list);
}

// From a number to its definition and to the command that explains it.

const dialog = make('dialog', { 'aria-labelledby': 'explanation' });
let opener = null;
dialog.addEventListener('close', () => opener?.focus());

/** What `explain` calls the views that decide a metric. */
function worst(metric) {
  if (/stale|outdated|fresh_hit|missing/.test(metric)) return 'staleness';
  return /flash|written/.test(metric) ? 'flash' : 'latency';
}

const units = {
  ratio: 'a share', milliseconds: 'a time', count: 'a count', bytes: 'an amount of data',
};
const directions = { lower: 'Lower is better.', higher: 'Higher is better.', neither: '' };

function explain(row, metric, from) {
  const at = place(metric);
  const { name, title, unit, better, definition } = data.metrics[at];
  opener = from;
  const parts = [
    make('h2', { id: 'explanation' },
      `${row.series}: ${title === name ? name : `${title} (${name})`}`),
    make('p', { class: 'value-now' }, row.texts[at]),
    make('p', {}, make('code', {}, name),
      `, ${units[unit] ?? unit.replaceAll('_', ' ')}: ${definition} ${directions[better] ?? ''}`),
  ];
  if (row.explain) {
    const command = make('pre', {}, `${row.explain} ${worst(name)} 3`);
    parts.push(make('p', {}, 'The three views that count most here, step by step:'), command,
      copyButton(() => command.textContent), ' ');
  }
  parts.push(make('button', { type: 'button', class: 'close', onclick: () => dialog.close() },
    'Close'));
  dialog.replaceChildren(...parts);
  if (!dialog.open) dialog.show();
  dialog.querySelector('.close').focus();
}

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && dialog.open) dialog.close();
});

/** Sets up the tables of a report, with the tools above the first. */
function setUpReport() {
  for (const entry of tables) {
    for (const header of entry.table.tHead.rows[0].cells) addSort(entry, header);
    setUpCells(entry);
    entry.table.addEventListener('keydown', moveFocus);
  }
  const rows = data.tables.flat();
  const tools = make('details', { class: 'tools' },
    make('summary', {}, 'Choose strategies and columns'),
    ...seriesChoices(rows), columnChoices(), announcement);
  document.getElementById('section-numbers').before(tools);
  document.body.append(dialog);
}

if (data?.tables) setUpReport();
