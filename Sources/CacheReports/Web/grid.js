// Grids of computed cells: sliders through them, and all of them at once as parallel coordinates.
// PageGrid.swift describes the data.

/** A text of a value without its interval: the ends of an axis are near it. */
function withoutInterval(text) { return (text ?? '–').replace(/ \u00b1[\d.,]+/, ''); }

class Grid {
  constructor(place, grid) {
    Object.assign(this, grid);
    this.at = (this.rows.find((row) => row.front) ?? this.rows[0]).at.slice();
    this.columns = this.shown.map((name) => this.metrics.findIndex((each) => each.name === name));
    this.series = [];
    for (const row of this.rows) {
      row.series = row.label;
      if (!this.series.some(({ series }) => series === row.label)) this.series.push(row);
    }
    this.body = make('tbody');
    place.append(
      make('h3', {}, 'One point'), this.sliders(),
      make('div', { class: 'wide', role: 'region', tabindex: '0', 'aria-label': 'Table: the point' },
        make('table', {}, make('thead', {}, this.head()), this.body)),
      make('h3', {}, 'All points'),
      make('p', { class: 'legend' }, 'A line for each strategy at each point: from left to right its '
        + 'settings, then its numbers. Thick lines are the chosen point; choose one by a click.'),
      ...seriesChoices(this.series), this.metricChoices(),
      make('div', { class: 'wide', role: 'region', tabindex: '0', 'aria-label': 'Chart: all points' },
        this.picture()),
      announcement);
    seriesListeners.push(() => this.update());
    this.update();
  }

  sliders() {
    const box = make('div', { class: 'sliders' });
    this.inputs = this.axes.map((axis, index) => {
      const name = `slider-${index}`;
      const output = make('output', { for: name });
      const input = make('input', {
        type: 'range', id: name, min: 0, max: axis.values.length - 1, step: 1,
        oninput: () => { this.at[index] = Number(input.value); this.update(); },
      });
      box.append(make('label', { for: name }, axis.name), input, output);
      return { input, output };
    });
    return box;
  }

  head() {
    return make('tr', {}, make('th', { scope: 'col' }, 'strategy'), ...this.columns.map((at) =>
      make('th', { scope: 'col', title: this.metrics[at].definition }, this.metrics[at].title)));
  }

  metricChoices() {
    const boxes = this.metrics.map((metric, at) => {
      const box = make('input', {
        type: 'checkbox', checked: this.columns.includes(at),
        onchange: () => {
          this.columns = this.metrics.map((_, index) => index)
            .filter((index) => boxes[index].checked);
          this.body.parentElement.tHead.replaceChildren(this.head());
          this.redraw();
          this.update();
        },
      });
      return box;
    });
    return make('details', {}, make('summary', {}, 'Choose numbers'),
      make('div', { class: 'metrics', role: 'group', 'aria-label': 'Numbers' },
        ...this.metrics.map((metric, at) =>
          make('label', { title: metric.definition }, boxes[at], ' ', metric.name))));
  }

  isHere(row) { return row.at.every((value, axis) => value === this.at[axis]); }

  update() {
    this.inputs.forEach(({ input, output }, axis) => {
      input.value = this.at[axis];
      output.value = this.axes[axis].values[this.at[axis]];
      input.setAttribute('aria-valuetext', output.value);
    });
    this.body.replaceChildren(...this.rows.filter((row) => this.isHere(row)).map((row) => {
      const line = make('tr', { 'data-series': row.series, class: row.bound ? 'bound' : '' },
        make('th', { scope: 'row' }, row.label),
        ...this.columns.map((at) => make('td', {}, breakable(row.texts[at]))));
      line.hidden = state.hidden.has(row.series);
      return line;
    }));
    for (const { path, row } of this.paths) {
      path.classList.toggle('here', this.isHere(row));
      path.classList.toggle('off', state.hidden.has(row.series));
      path.classList.toggle('on', row.series === state.marked);
    }
    this.svg.classList.toggle('chosen', state.marked !== null);
  }

  /** What is drawn from left to right: the axes of the grid, then the chosen numbers. */
  scales() {
    const settings = this.axes.map((axis, index) => ({
      title: axis.name, low: axis.values[0], high: axis.values.at(-1), better: '',
      share: (row) => (axis.values.length === 1 ? 0.5 : row.at[index] / (axis.values.length - 1)),
    }));
    return settings.concat(this.columns.slice(0, 7).map((at) => this.scale(at)));
  }

  scale(at) {
    const known = this.rows.filter(({ values }) => Number.isFinite(number(values[at])));
    known.sort((one, other) => one.values[at] - other.values[at]);
    const [first, last] = [known[0], known.at(-1)];
    const [low, high] = known.length === 0 ? [0, 1] : [first.values[at], last.values[at]];
    // Far values are drawn by their logarithms.
    const form = low > 0 && high / low > 30 ? Math.log : (value) => value;
    const { title, better } = this.metrics[at];
    return {
      title: form === Math.log ? `${title} (log)` : title, better,
      low: withoutInterval(first?.texts[at]), high: withoutInterval(last?.texts[at]),
      share: (row) => {
        const value = number(row.values[at]);
        if (Number.isNaN(value)) return null;
        if (!Number.isFinite(value)) return 1.06;
        return high === low ? 0.5 : (form(value) - form(low)) / (form(high) - form(low));
      },
    };
  }

  picture() {
    this.svg = draw('svg', {
      class: 'lines', viewBox: '0 0 900 420', role: 'img',
      'aria-label': 'A line for each strategy at each point of the grid; the table has its numbers.',
    });
    this.redraw();
    return this.svg;
  }

  redraw() {
    const scales = this.scales();
    const [left, right, top, bottom] = [60, 840, 60, 370];
    const x = (index) => left + (index / Math.max(scales.length - 1, 1)) * (right - left);
    const text = (words, at, y, size) => draw('text', {
      x: at, y, 'text-anchor': 'middle', 'font-size': size, fill: 'currentColor',
    }, words);
    const axes = scales.flatMap((scale, index) => [
      draw('line', { x1: x(index), x2: x(index), y1: top, y2: bottom, stroke: 'currentColor' }),
      // Neighbours' titles stand on different lines.
      text(scale.title, x(index), index % 2 === 0 ? 16 : 32, 11),
      text(scale.high, x(index), top - 8, 10), text(scale.low, x(index), bottom + 16, 10),
      text({ lower: 'low is good', higher: 'high is good' }[scale.better] ?? '', x(index),
        bottom + 32, 9),
    ]);
    this.paths = this.rows.map((row) => {
      let isOpen = false;
      const steps = scales.map((scale, index) => {
        const share = scale.share(row);
        if (share === null) { isOpen = false; return ''; }
        const step = `${isOpen ? 'L' : 'M'}${x(index)},${bottom - share * (bottom - top)}`;
        isOpen = true;
        return step;
      });
      const path = draw('path', {
        d: steps.join(' '), stroke: paint(row.colour), class: `series${row.front ? ' front' : ''}`,
      });
      path.addEventListener('click', () => { this.at = row.at.slice(); this.update(); });
      path.addEventListener('pointermove', (event) => showTip(this.words(row), event.clientX,
        event.clientY));
      path.addEventListener('pointerleave', () => { tip.hidden = true; });
      return { path, row };
    });
    this.svg.replaceChildren(...axes, ...this.paths.map(({ path }) => path));
  }

  words(row) {
    const settings = this.axes.map((axis, index) => `${axis.name}=${axis.values[row.at[index]]}`);
    const numbers = this.columns.slice(0, 4).map((at) =>
      `${this.metrics[at].title} ${row.texts[at]}`);
    return `${row.label}, ${settings.join(' ')}: ${numbers.join(', ')}`;
  }
}

const gridPlace = document.getElementById('grid');
if (gridPlace && data?.grid) new Grid(gridPlace, data.grid);
