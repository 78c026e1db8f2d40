// Charts: values under the pointer and the arrow keys, series that are hidden and marked, and
// timelines that are zoomed. What it relies on in the SVG is described in ChartElement.swift.

const tip = make('div', { class: 'tip', role: 'tooltip', hidden: true });
document.body.append(tip);

function showTip(text, x, y) {
  tip.textContent = text;
  tip.hidden = false;
  const left = Math.min(x + 14, innerWidth - tip.offsetWidth - 8);
  tip.style.left = `${Math.max(left, 4) + scrollX}px`;
  const isBelow = y + 18 + tip.offsetHeight < innerHeight;
  tip.style.top = `${(isBelow ? y + 18 : y - tip.offsetHeight - 10) + scrollY}px`;
}

/** A chart: its picture, the values that it tells, and the groups of its series. */
class PageChart {
  constructor(svg) {
    this.svg = svg;
    this.groups = [...svg.querySelectorAll('g.series')];
    this.values = [...svg.querySelectorAll('.value')].map((shape) => {
      const title = shape.querySelector('title');
      const text = title.textContent;
      // The browser's own tip would lie on ours.
      title.remove();
      return { shape, text, series: shape.parentElement.dataset.series };
    });
    this.texts = new Map();
    for (const group of this.groups) {
      const title = group.querySelector(':scope > title');
      if (!title) continue;
      this.texts.set(group, title.textContent);
      title.remove();
    }
    this.pointed = draw('circle', { class: 'pointed', r: 5, visibility: 'hidden' });
    svg.append(this.pointed);
    this.setUpLabels();
    const place = svg.closest('.wide');
    this.told = make('p', { class: 'told', 'aria-live': 'polite' });
    svg.closest('.scroll').after(this.told);
    svg.addEventListener('pointermove', (event) => this.point(event));
    svg.addEventListener('pointerleave', () => this.leave());
    place.addEventListener('keydown', (event) => this.step(event));
    place.addEventListener('blur', () => this.leave());
    if (this.values.length > 0) {
      place.setAttribute('aria-description',
        'Up and down choose a series, page up and page down its values.');
    }
    seriesListeners.push(() => this.update());
    if (svg.dataset.timeline) this.timeline = new Timeline(this);
  }

  /** The texts of the chart that name a series switch it. */
  setUpLabels() {
    const series = new Set(this.groups.map((group) => group.dataset.series));
    this.labels = [...this.svg.querySelectorAll('text')].filter((text) =>
      series.has(text.textContent) && !text.closest('g.series'));
    for (const label of this.labels) {
      label.dataset.label = label.textContent;
      label.addEventListener('click', () => toggleSeries(label.dataset.label));
      label.addEventListener('pointerenter', () => markSeries(label.dataset.label));
      label.addEventListener('pointerleave', () => markSeries(null));
    }
  }

  update() {
    const isOf = this.groups.some((group) => group.dataset.series === state.marked);
    this.svg.classList.toggle('chosen', isOf);
    for (const group of this.groups) {
      group.classList.toggle('off', state.hidden.has(group.dataset.series));
      group.classList.toggle('on', group.dataset.series === state.marked);
    }
    for (const label of this.labels) {
      label.classList.toggle('label-off', state.hidden.has(label.dataset.label));
    }
  }

  /** A point of the window in the picture's pixels. */
  local(event) {
    return new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(this.svg.getScreenCTM().inverse());
  }

  /** Where the middle of a shape is in the picture, as far as it is zoomed. */
  middle({ shape }) {
    const box = shape.getBBox();
    const x = box.x + box.width / 2;
    return { x: this.timeline ? this.timeline.shown(x) : x, y: box.y + box.height / 2 };
  }

  point(event) {
    const at = this.local(event);
    const shown = this.values.filter(({ series }) => !state.hidden.has(series));
    let best = null;
    let distance = 20;
    for (const value of shown) {
      const middle = this.middle(value);
      const away = Math.hypot(middle.x - at.x, middle.y - at.y);
      if (away < distance) { best = value; distance = away; }
    }
    const group = event.target.closest?.('g.series');
    if (best) this.tell(best, event.clientX, event.clientY);
    else if (group && this.texts.has(group)) {
      this.pointed.setAttribute('visibility', 'hidden');
      showTip(this.texts.get(group), event.clientX, event.clientY);
    } else this.leave();
  }

  tell(value, x, y) {
    const middle = this.middle(value);
    this.pointed.setAttribute('cx', middle.x);
    this.pointed.setAttribute('cy', middle.y);
    this.pointed.setAttribute('visibility', 'visible');
    showTip(value.text, x, y);
  }

  leave() {
    tip.hidden = true;
    this.pointed.setAttribute('visibility', 'hidden');
  }

  /** Up and down go from series to series, page up and page down along one. */
  step(event) {
    const along = { PageUp: -1, PageDown: 1 }[event.key];
    const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const shown = this.values.filter(({ series }) => !state.hidden.has(series));
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
    const middle = this.middle(this.current);
    const at = new DOMPoint(middle.x, middle.y).matrixTransform(this.svg.getScreenCTM());
    this.tell(this.current, at.x, at.y);
  }
}

/** A horizontal axis of time that shows a part of itself. */
class Timeline {
  constructor(chart) {
    this.chart = chart;
    const [left, top, right, bottom, low, high] = chart.svg.dataset.timeline.split(' ').map(Number);
    Object.assign(this, { left, top, right, bottom, low, high, from: low, to: high });
    const { svg } = chart;
    const name = `${svg.closest('figure').id}-part`;
    const clip = draw('clipPath', { id: name }, draw('rect', {
      x: left, y: top - 4, width: right - left, height: bottom - top + 8,
    }));
    this.part = draw('g', { 'clip-path': `url(#${name})` });
    this.ticks = draw('g', { 'text-anchor': 'middle', 'font-size': 13 });
    chart.groups[0]?.before(clip, this.part);
    // A group within another moves with it.
    this.moved = chart.groups.filter((group) => !group.parentElement.closest('g.series'));
    this.part.append(...this.moved);
    svg.append(this.ticks);
    this.own = this.ownTicks();
    this.setUpButtons();
    this.setUpDragging();
  }

  /** The ticks that were drawn: texts just below the frame, and their marks. */
  ownTicks() {
    return [...this.chart.svg.querySelectorAll('g[transform] > text')].filter((text) => {
      const match = /translate\(([\d.]+),([\d.]+)\)$/.exec(text.parentElement.getAttribute('transform'));
      if (!match) return false;
      const [x, y] = [Number(match[1]), Number(match[2])];
      return y > this.bottom + 5 && y < this.bottom + 35 && x > this.left - 20
        && x < this.right + 20;
    }).map((text) => {
      this.look ??= text.parentElement;
      const mark = text.parentElement.previousElementSibling;
      return [text, mark?.tagName === 'path' ? mark : null];
    }).flat().filter((element) => element !== null);
  }

  x(value) {
    return this.left + ((value - this.from) / (this.to - this.from)) * (this.right - this.left);
  }

  /** Where a place of the whole axis is shown. */
  shown(x) {
    const share = (x - this.left) / (this.right - this.left);
    return this.x(this.low + share * (this.high - this.low));
  }

  /** The value of a place in the picture. */
  value(x) {
    const share = (x - this.left) / (this.right - this.left);
    return this.from + Math.min(Math.max(share, 0), 1) * (this.to - this.from);
  }

  show(from, to) {
    const least = (this.high - this.low) / 200;
    const width = Math.min(Math.max(to - from, least), this.high - this.low);
    this.from = Math.min(Math.max(from, this.low), this.high - width);
    this.to = this.from + width;
    const scale = (this.high - this.low) / width;
    const move = this.left - this.left * scale
      - ((this.from - this.low) / (this.high - this.low)) * (this.right - this.left) * scale;
    for (const group of this.moved) {
      group.setAttribute('transform', `matrix(${scale} 0 0 1 ${move} 0)`);
    }
    const isWhole = scale < 1.0001;
    this.chart.svg.classList.toggle('zoomed', !isWhole);
    for (const element of this.own) element.setAttribute('visibility', isWhole ? 'visible' : 'hidden');
    this.ticks.replaceChildren(...(isWhole ? [] : this.newTicks()));
    this.chart.leave();
    const { unit } = this.chart.svg.dataset;
    const digits = width > 10 ? 0 : 2;
    this.range.textContent = isWhole ? `all ${unit}`
      : `${this.from.toFixed(digits)} to ${this.to.toFixed(digits)} ${unit}`;
  }

  newTicks() {
    const rough = (this.to - this.from) / 6;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const ticks = [];
    for (let index = Math.ceil(this.from / step - 1e-9); index * step <= this.to + 1e-9; index += 1) {
      const x = this.x(index * step);
      const look = this.look;
      ticks.push(draw('text', {
        x, y: this.bottom + 27.6, fill: look?.getAttribute('fill') ?? 'currentColor',
        'font-family': look?.getAttribute('font-family') ?? 'sans-serif',
      }, (index * step).toFixed(digits)), draw('path', {
        d: `M${x},${this.bottom} v4`, stroke: look?.getAttribute('fill') ?? 'currentColor',
      }));
    }
    return ticks;
  }

  setUpButtons() {
    const zoom = (factor) => {
      const middle = (this.from + this.to) / 2;
      const half = ((this.to - this.from) / 2) * factor;
      this.show(middle - half, middle + half);
    };
    const move = (share) => {
      const by = (this.to - this.from) * share;
      this.show(this.from + by, this.to + by);
    };
    const button = (text, action) => make('button', { type: 'button', onclick: action }, text);
    this.range = make('span', { role: 'status' }, `all ${this.chart.svg.dataset.unit}`);
    this.chart.told.before(make('div', {
      class: 'choices zoom', role: 'group', 'aria-label': 'Part of the time axis',
    }, 'Time: ', this.range, button('Zoom in', () => zoom(0.5)),
    button('Zoom out', () => zoom(2)), button('Earlier', () => move(-0.5)),
    button('Later', () => move(0.5)), button('All', () => this.show(this.low, this.high))));
  }

  /** A part that is drawn over with a mouse or a pen is shown; touching scrolls the page. */
  setUpDragging() {
    const { svg } = this.chart;
    let start = null;
    const selection = draw('rect', { class: 'selection', y: this.top, height: this.bottom - this.top });
    const isInside = (at) => at.x >= this.left && at.x <= this.right && at.y >= this.top
      && at.y <= this.bottom;
    svg.addEventListener('pointerdown', (event) => {
      const at = this.chart.local(event);
      if (event.pointerType === 'touch' || event.button !== 0 || !isInside(at)) return;
      start = at.x;
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    svg.addEventListener('pointermove', (event) => {
      if (start === null) return;
      const end = Math.min(Math.max(this.chart.local(event).x, this.left), this.right);
      selection.setAttribute('x', Math.min(start, end));
      selection.setAttribute('width', Math.abs(end - start));
      svg.append(selection);
    });
    svg.addEventListener('pointerup', (event) => {
      if (start === null) return;
      const ends = [this.value(start), this.value(this.chart.local(event).x)];
      const isLong = Math.abs(this.chart.local(event).x - start) > 6;
      start = null;
      selection.remove();
      if (isLong) this.show(Math.min(...ends), Math.max(...ends));
    });
  }
}

const charts = [...document.querySelectorAll('figure svg[role="img"]')]
  .map((svg) => new PageChart(svg));

// A page without tables of strategies has the switches of its charts' series above the first chart.
const drawn = new Map();
for (const chart of charts) {
  for (const group of chart.groups) {
    const shape = group.querySelector('[stroke^="var("], [fill^="var("]');
    if (!drawn.has(group.dataset.series) && shape) {
      const isLine = shape.getAttribute('stroke')?.startsWith('var(');
      drawn.set(group.dataset.series, shape.getAttribute(isLine ? 'stroke' : 'fill'));
    }
  }
}
if (!data?.tables && !data?.grid && drawn.size > 1) {
  const rows = [...drawn].map(([series, colour]) => ({ series, colour }));
  document.querySelector('figure').before(make('details', { class: 'tools' },
    make('summary', {}, 'Choose lines'), ...seriesChoices(rows), announcement));
}
