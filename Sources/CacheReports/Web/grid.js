// Grids of computed cells: sliders through them, and all of them at once as parallel coordinates.
// PageGrid.swift describes the data.

/** A text of a value without its interval: the ends of an axis are near it. */
function withoutInterval(text) {
  return (text ?? '–').replace(/ \u00b1[\d.,]+/, '')
    .replace(/ \((?:[\u2264\u2265] [^();]+|[^();]+ to [^();]+)\)/, '');
}

class Grid {
  constructor(place, grid) {
    Object.assign(this, grid);
    this.at = (this.rows.find((row) => row.front) ?? this.rows[0]).at.slice();
    /** By axis of the picture the part that is chosen, as places from top to bottom. */
    this.ranges = new Map();
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
        + 'settings, then its numbers. Thick lines are the chosen point; choose one by a click. Drag '
        + 'along an axis to see the lines through that part alone.'
        + (this.objective ? ` The bluer, the better: ${this.objective}.` : '')),
      ...seriesChoices(this.series), this.metricChoices(),
      make('div', { class: 'choices' }, this.rangeWords = make('span', { role: 'status' }),
        this.clearing = make('button', {
          type: 'button', hidden: true, onclick: () => { this.ranges.clear(); this.update(); },
        }, 'All lines')),
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
      path.classList.toggle('off', state.hidden.has(row.series) || !this.isInRanges(row));
      path.classList.toggle('on', row.series === state.marked);
    }
    this.svg.classList.toggle('chosen', state.marked !== null);
    this.showRanges();
  }

  /** Whether a row's line goes through all chosen parts of axes. */
  isInRanges(row) {
    return [...this.ranges].every(([index, [low, high]]) => {
      const share = this.drawn[index]?.share(row) ?? null;
      const y = share === null ? NaN : this.frame.bottom - share * this.frame.height;
      return y >= low - 0.5 && y <= high + 0.5;
    });
  }

  showRanges() {
    const shown = this.paths.filter(({ path }) => !path.classList.contains('off')).length;
    this.clearing.hidden = this.ranges.size === 0;
    this.rangeWords.textContent = this.ranges.size === 0 ? ''
      : `${shown} of ${this.paths.length} lines go through the chosen parts.`;
    this.selections.replaceChildren(...[...this.ranges].map(([index, [low, high]]) =>
      draw('rect', {
        class: 'selection', x: this.x(index) - 7, width: 14, y: low, height: high - low,
      })));
  }

  /** Where an axis of the picture stands. */
  x(index) {
    const { left, right } = this.frame;
    return left + (index / Math.max(this.drawn.length - 1, 1)) * (right - left);
  }

  /** A part of an axis that is drawn over is chosen; a click beside the lines frees the axis. */
  setUpRanges() {
    let start = null;
    const local = (event) => new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(this.svg.getScreenCTM().inverse());
    this.svg.addEventListener('pointerdown', (event) => {
      const { x, y } = local(event);
      const index = this.drawn.findIndex((_, at) => Math.abs(this.x(at) - x) < 14);
      const { top, bottom } = this.frame;
      if (event.pointerType === 'touch' || event.button !== 0 || index < 0 || y < top - 8
        || y > bottom + 8) return;
      start = { index, y };
      event.preventDefault();
    });
    this.svg.addEventListener('pointerup', (event) => {
      if (!start) return;
      const { index } = start;
      const places = [start.y, local(event).y].sort((one, other) => one - other);
      start = null;
      if (places[1] - places[0] > 4) this.ranges.set(index, places);
      else if (!event.target.closest?.('path.series')) this.ranges.delete(index);
      this.update();
    });
  }

  /** What is drawn from left to right: the axes of the grid, then the chosen numbers. What is the
   * same for all lines is left out. */
  scales() {
    const differs = ({ share }) => new Set(this.rows.map(share)).size > 1;
    const settings = this.axes.map((axis, index) => ({
      title: axis.name, low: axis.values[0], high: axis.values.at(-1), better: '',
      share: (row) => (axis.values.length === 1 ? 0.5 : row.at[index] / (axis.values.length - 1)),
    }));
    const numbers = this.columns.map((at) => this.scale(at));
    const drawn = settings.filter(differs).concat(numbers.filter(differs).slice(0, 7));
    return drawn.length > 1 ? drawn : settings.concat(numbers.slice(0, 7));
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
    this.setUpRanges();
    this.redraw();
    return this.svg;
  }

  redraw() {
    const scales = this.scales();
    this.drawn = scales;
    this.ranges.clear();
    const [left, right, top, bottom] = [60, 840, 60, 370];
    this.frame = { left, right, top, bottom, height: bottom - top };
    const x = (index) => this.x(index);
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
        d: steps.join(' '), class: `series${row.front ? ' front' : ''}`,
        stroke: paint(row.colour),
      });
      path.addEventListener('click', () => { this.at = row.at.slice(); this.update(); });
      path.addEventListener('pointermove', (event) => showTip(this.words(row), event.clientX,
        event.clientY));
      path.addEventListener('pointerleave', () => { tip.hidden = true; });
      return { path, row };
    });
    this.selections = draw('g', {});
    this.svg.replaceChildren(...axes, ...this.paths.map(({ path }) => path), this.selections);
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
