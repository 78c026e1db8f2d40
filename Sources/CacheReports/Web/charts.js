// Charts: drawn from the page's data, with values under the pointer and the arrow keys, series that
// are hidden and marked, and axes of time that are zoomed. ChartJSON.swift describes the data.

class PageChart {
  constructor(figure, data) {
    this.canvasHeight = data.height ?? 540;
    Object.assign(this, data, { figure, from: 0, to: 1, height: 1 });
    this.columns = data.columns.map((steps) => {
      let sum = 0;
      return steps.map((step) => { sum += step; return sum / 10; });
    });
    this.texts = data.texts;
    this.place = figure.querySelector('.wide');
    this.svg = draw('svg', {
      role: 'img', 'aria-label': figure.querySelector('figcaption').textContent,
      viewBox: `0 0 900 ${this.canvasHeight}`, 'font-family': 'DejaVu Sans, Verdana, sans-serif',
    });
    this.place.append(this.svg);
    this.panels = data.panels.map((panel, index) => new Panel(this, panel, index));
    this.values = this.panels.flatMap(({ values }) => values);
    const canvas = { left: 0, top: 0, x: (place) => place, y: (place) => place };
    this.labels = data.words.map(([x, y, ...more]) => text([x / 10, y / 10, ...more]));
    this.words = data.words.map((word, at) => ({
      shape: this.labels[at], x: word[0] / 10, y: word[1] / 10, text: word[2], isUpright: word[6] === 'upright',
      series: word.slice(7).map((index) => this.series[index]),
      turn: this.labels[at].getAttribute('transform'),
    }));
    this.pointed = draw('circle', { class: 'pointed', r: 5, visibility: 'hidden' });
    const shapes = data.shapes.map((shape) => this.mark(shape, canvas));
    this.leaders = shapes.filter(({ dataset }) => dataset.series !== undefined);
    this.svg.append(...shapes, ...this.labels, this.pointed);
    for (const [at, [x, y]] of data.words.entries()) {
      const isOver = this.panels.some((panel) => x / 10 > panel.left && x / 10 < panel.right
        && y / 10 > panel.top && y / 10 < panel.bottom);
      this.labels[at].classList.toggle('over', isOver);
    }
    this.giveWords(data, shapes);
    this.setUpLabels();
    this.told = make('p', { class: 'told', 'aria-live': 'polite' });
    figure.querySelector('.scroll').after(this.told);
    this.svg.addEventListener('pointermove', (event) => this.point(event));
    this.svg.addEventListener('pointerleave', () => this.leave());
    this.place.addEventListener('keydown', (event) => this.step(event));
    this.place.addEventListener('blur', () => this.leave());
    if (this.values.length > 0) {
      this.place.setAttribute('aria-description',
        'Up and down choose a series, page up and page down its values.');
    }
    seriesListeners.push(() => this.update());
    if (this.time) this.setUpTime();
    this.show(0, 1);
  }

  /** Of several panels of one series each: what is written above each frame belongs to it. */
  giveWords(data, shapes) {
    this.areMovable = this.panels.length > 1
      && this.panels.every((panel) => panel.series.length === 1)
      && new Set(this.panels.map((panel) => panel.series[0])).size === this.panels.length;
    if (!this.areMovable) return;
    const places = [
      ...data.words.map(([x, y], at) => [x / 10, y / 10, this.labels[at]]),
      ...data.shapes.map((shape, at) => [
        this.columns[shape.by[0]][0], this.columns[shape.by.at(-1)][0], shapes[at]]),
    ];
    const { own } = this.panels.find((panel) => panel.own.some(([, name]) => name))
      ?? this.panels[0];
    for (const panel of this.panels) {
      // Which panel is the lowest of its column, and has names, changes with those that are shown.
      panel.own = own;
      panel.words = places.filter(([x, y]) => x > panel.left - 6 && x < panel.right + 6
        && y > panel.top - 26 && y < panel.top).map(([, , shape]) => shape);
      panel.besides = places.filter(([x, y]) => x < panel.left && x > panel.left - 60
        && y > panel.top && y <= panel.bottom).map(([, , shape]) => shape);
    }
  }

  /** Whether no shown panel has a frame below that of another one. */
  isLowest(panel) {
    return !this.areMovable || !this.panels.some(({ isGone, slot }) => !isGone
      && slot.left === panel.slot.left && slot.top > panel.slot.top);
  }

  /** Panels whose series are hidden leave their frames to the others. */
  arrange() {
    if (!this.areMovable) return;
    const shown = this.panels.filter((panel) => !state.hidden.has(panel.series[0]));
    const isSame = shown.every((panel, at) => panel.slot === this.panels[at])
      && this.panels.every((panel) => shown.includes(panel) !== panel.isGone);
    if (isSame) return;
    for (const panel of this.panels) {
      const at = shown.indexOf(panel);
      panel.isGone = at < 0;
      panel.take(at < 0 ? null : this.panels[at]);
    }
    for (const [at, panel] of this.panels.entries()) {
      for (const shape of panel.besides) {
        shape.setAttribute('visibility', at < shown.length ? 'visible' : 'hidden');
      }
    }
    for (const panel of shown) panel.draw();
    this.moveTitles(this.panels.slice(0, Math.max(shown.length, 1)));
  }

  /** The titles of axes stand beside the frames that are in use, and the picture ends below them. */
  moveTitles(used) {
    const end = (panels, side) => Math.max(...panels.map((panel) => panel[side]));
    const [right, bottom] = ['right', 'bottom'].map((side) =>
      end(used, side) - end(this.panels, side));
    let height = this.canvasHeight + bottom;
    for (const { shape, y, isUpright, turn } of this.words) {
      if (isUpright) {
        // Beside few frames it begins with them, and may end below them.
        const half = shape.getComputedTextLength() / 2;
        const middle = Math.max(y + bottom / 2, Math.min(this.panels[0].top + half, y));
        shape.setAttribute('transform', `translate(0,${middle - y}) ${turn}`);
        height = Math.max(height, middle + half + 8);
      } else if (y > end(this.panels, 'bottom') + 26) {
        shape.setAttribute('transform', `translate(${right / 2},${bottom})`);
      }
    }
    this.svg.setAttribute('viewBox', `0 0 900 ${Math.round(height)}`);
  }

  /** How much of the height of its axis the part that is shown needs: all, or the least of the
   * levels that panels have. */
  rescale() {
    this.height = 1;
    const levels = this.panels[0]?.yLevels;
    if (!levels || this.isWhole || !this.panels.every((panel) => panel.yLevels)) return;
    let most = 0;
    for (const panel of this.panels) {
      for (const mark of panel.marks.filter(({ form }) => /^(line|band|bar y)$/.test(form))) {
        const x = this.columns[mark.by[0]];
        for (const column of mark.by.slice(1)) {
          this.columns[column].forEach((down, at) => {
            if (!panel.has(panel.x(x[at]))) return;
            most = Math.max(most, 1 - down / (panel.bottom - panel.top));
          });
        }
      }
    }
    this.height = levels.map(([share]) => share).filter((share) => share >= most)
      .reduce((least, share) => Math.min(least, share), 1);
  }

  /** What is drawn of a mark, in a group of its own. */
  mark(mark, panel) {
    const [axes, shapes] = forms[mark.form];
    const down = (place) => (mark.form === 'foot' ? panel.foot(place) : panel.y(place));
    const columns = mark.by.map((column, at) => this.columns[column].map((place) =>
      (axes[at] === 'x' ? panel.x(place) : down(place))));
    const series = this.series[mark.series];
    const isClipped = panel.clip && (!this.isWhole || /line|band|foot|box/.test(mark.form));
    const labels = mark.texts && this.texts[mark.texts[0]];
    const group = draw('g', {
      ...(series === undefined ? {} : { class: 'series', 'data-series': series }),
      ...(isClipped ? { 'clip-path': `url(#${panel.clip})` } : {}),
    }, ...shapes(columns, { ...mark, labels }, panel.slot ?? panel));
    // Not of the group, whose opacity is that of series that are marked or not.
    if (mark.faint) for (const shape of group.children) shape.setAttribute('opacity', 0.44);
    group.words = (series ?? '') + (mark.note ?? '');
    return group;
  }

  /** The texts of the chart that name a series switch it. */
  setUpLabels() {
    const series = new Set(this.panels.flatMap(({ marks }) => marks)
      .map((mark) => this.series[mark.series]));
    this.labels = this.labels.filter((label) => series.has(label.textContent));
    for (const label of this.labels) {
      label.dataset.label = label.textContent;
      label.addEventListener('click', () => toggleSeries(label.dataset.label));
      label.addEventListener('pointerenter', () => markSeries(label.dataset.label));
      label.addEventListener('pointerleave', () => markSeries(null));
    }
  }

  update() {
    this.arrange();
    for (const panel of this.panels.filter((each) => each.fit())) {
      panel.draw();
      panel.moveNames(this.words, this.leaders);
    }
    const groups = [...this.svg.querySelectorAll('g.series')];
    const isOf = groups.some((group) => group.dataset.series === state.marked);
    this.svg.classList.toggle('chosen', isOf);
    for (const group of groups) {
      group.classList.toggle('off', state.hidden.has(group.dataset.series));
      group.classList.toggle('on', group.dataset.series === state.marked);
    }
    for (const label of this.labels) {
      label.classList.toggle('label-off', state.hidden.has(label.dataset.label));
    }
    for (const { shape, series } of this.words) {
      shape.classList.toggle('off', series.some((label) => state.hidden.has(label)));
    }
  }

  /** A point of the window in the picture's pixels. */
  local(event) {
    return new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(this.svg.getScreenCTM().inverse());
  }

  /** The values of series that are shown, in the part that is. */
  get shownValues() {
    return this.values.filter(({ series, panel, place }) =>
      !state.hidden.has(series) && panel.has(panel.x(place)));
  }

  point(event) {
    const at = this.local(event);
    let best = null;
    let distance = 20;
    for (const value of this.shownValues) {
      const away = Math.hypot(value.panel.x(value.place) - at.x, value.y - at.y);
      if (away < distance) { best = value; distance = away; }
    }
    const { words } = event.target.closest?.('g') ?? {};
    if (best) this.tell(best, event.clientX, event.clientY);
    else if (words) {
      this.pointed.setAttribute('visibility', 'hidden');
      showTip(words, event.clientX, event.clientY);
    } else this.leave();
  }

  tell(value, x, y) {
    this.pointed.setAttribute('cx', value.panel.x(value.place));
    this.pointed.setAttribute('cy', value.y);
    this.pointed.setAttribute('visibility', 'visible');
    showTip(value.text, x, y);
  }

  leave() {
    tip.hidden = true;
    this.pointed.setAttribute('visibility', 'hidden');
  }

  /** Where a value is in the window. */
  inWindow({ panel, place, y }) {
    return new DOMPoint(panel.x(place), y).matrixTransform(this.svg.getScreenCTM());
  }

  /** Up and down go from series to series, page up and page down along one. */
  step(event) {
    const along = { PageUp: -1, PageDown: 1 }[event.key];
    const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const shown = this.shownValues;
    if ((!along && !across) || shown.length === 0) return;
    event.preventDefault();
    let index = shown.indexOf(this.current);
    if (index < 0) index = 0;
    else if (along) index = (index + along + shown.length) % shown.length;
    else {
      const names = [...new Set(shown.map(({ series }) => series))];
      const name = names[
        (names.indexOf(shown[index].series) + across + names.length) % names.length];
      index = shown.findIndex(({ series }) => series === name);
    }
    this.current = shown[index];
    this.told.textContent = this.current.text;
    const at = this.inWindow(this.current);
    this.tell(this.current, at.x, at.y);
  }

  // The part of the axis of time that all panels show, as shares of the whole.

  get isWhole() { return this.to - this.from > 0.9999; }

  /** Where a share of the whole axis is shown. */
  shown(share) { return (share - this.from) / (this.to - this.from); }

  show(from, to) {
    const width = Math.min(Math.max(to - from, 1 / 200), 1);
    this.from = Math.min(Math.max(from, 0), 1 - width);
    this.to = this.from + width;
    this.rescale();
    for (const panel of this.panels) panel.draw();
    this.update();
    this.svg.classList.toggle('zoomed', !this.isWhole);
    this.leave();
    if (!this.time) return;
    const [low, high] = this.ends;
    const digits = high - low > 10 ? 0 : 2;
    this.range.textContent = this.isWhole ? `all ${this.time[2]}`
      : `${low.toFixed(digits)} to ${high.toFixed(digits)} ${this.time[2]}`;
  }

  /** The values at the ends of what is shown. */
  get ends() {
    const [low, high] = this.time;
    return [this.from, this.to].map((share) => low + share * (high - low));
  }

  /** The ticks of a panel's horizontal axis, by shares of what is shown: its own, or as many round
   * values as have room. */
  ticks(panel) {
    if (this.isWhole) return panel.own;
    const [low, high] = this.ends;
    // A tick has room for six digits.
    const rough = (high - low) / Math.min(6, Math.max(Math.floor(panel.width / 60), 1));
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const isNamed = panel.own.some(([, name]) => name);
    const ticks = [];
    for (let index = Math.ceil(low / step - 1e-9); index * step <= high + 1e-9; index += 1) {
      const name = isNamed ? (index * step).toFixed(digits) : '';
      ticks.push([(index * step - low) / (high - low), name]);
    }
    return ticks;
  }

  setUpTime() {
    const zoom = (factor) => {
      const middle = (this.from + this.to) / 2;
      const half = ((this.to - this.from) / 2) * factor;
      this.show(middle - half, middle + half);
    };
    const move = (share) => {
      const by = (this.to - this.from) * share;
      this.show(this.from + by, this.to + by);
    };
    const button = (name, action) => make('button', { type: 'button', onclick: action }, name);
    this.range = make('span', { role: 'status' });
    this.told.before(make('div', {
      class: 'choices zoom', role: 'group', 'aria-label': 'Part of the time axis',
    }, 'Time: ', this.range, button('Zoom in', () => zoom(0.5)),
    button('Zoom out', () => zoom(2)), button('Earlier', () => move(-0.5)),
    button('Later', () => move(0.5)), button('All', () => this.show(0, 1))));
    this.setUpDragging();
  }

  /** A part that is drawn over with a mouse or a pen is shown; touching scrolls the page. */
  setUpDragging() {
    const { svg } = this;
    let start = null;
    let panel = null;
    const selection = draw('rect', { class: 'selection' });
    const end = (event) => Math.min(Math.max(this.local(event).x, panel.left), panel.right);
    svg.addEventListener('pointerdown', (event) => {
      const { x, y } = this.local(event);
      panel = this.panels.filter((each) => !each.isGone).map(({ slot }) => slot).find((each) =>
        x >= each.left && x <= each.right && y >= each.top && y <= each.bottom);
      if (event.pointerType === 'touch' || event.button !== 0 || !panel) return;
      start = x;
      selection.setAttribute('y', panel.top);
      selection.setAttribute('height', panel.bottom - panel.top);
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    svg.addEventListener('pointermove', (event) => {
      if (start === null) return;
      selection.setAttribute('x', Math.min(start, end(event)));
      selection.setAttribute('width', Math.abs(end(event) - start));
      svg.append(selection);
    });
    svg.addEventListener('pointerup', (event) => {
      if (start === null) return;
      const places = [start, end(event)].sort((one, other) => one - other);
      const shares = places.map((x) =>
        this.from + ((x - panel.left) / panel.width) * (this.to - this.from));
      start = null;
      selection.remove();
      if (places[1] - places[0] > 6) this.show(...shares);
    });
  }
}

const charts = Object.entries(data?.charts ?? {})
  .map(([id, chart]) => new PageChart(document.getElementById(id), chart));

// A page without tables of strategies has the switches of its charts' series above the first chart.
const colours = new Map();
for (const chart of charts) {
  for (const mark of chart.panels.flatMap(({ marks }) => marks)) {
    const series = chart.series[mark.series];
    if (series !== undefined && !colours.has(series)) colours.set(series, mark.colour);
  }
}
if (!data?.tables && !data?.grid && colours.size > 1) {
  const rows = [...colours].map(([series, colour]) => ({ series, colour }));
  document.querySelector('figure').before(make('details', { class: 'tools' },
    make('summary', {}, 'Choose lines'), ...seriesChoices(rows), announcement));
}
