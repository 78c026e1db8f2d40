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
    const frame = this.timeline?.frameOf(shape);
    return { x: frame ? this.timeline.shown(x, frame) : x, y: box.y + box.height / 2, frame };
  }

  point(event) {
    const at = this.local(event);
    const shown = this.values.filter(({ series }) => !state.hidden.has(series));
    let best = null;
    let distance = 20;
    for (const value of shown) {
      const middle = this.middle(value);
      const away = Math.hypot(middle.x - at.x, middle.y - at.y);
      const { frame } = middle;
      if (frame && (middle.x < frame.left - 1 || middle.x > frame.right + 1)) continue;
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

/** A horizontal axis of time that shows a part of itself, in all panels of a chart at once. */
class Timeline {
  constructor(chart) {
    this.chart = chart;
    const { svg } = chart;
    this.frames = svg.dataset.timeline.split(',').map((text) => {
      const [left, top, right, bottom, low, high] = text.split(' ').map(Number);
      return { left, top, right, bottom, low, high };
    });
    const [{ low, high }] = this.frames;
    Object.assign(this, { low, high, from: low, to: high });
    this.frames.forEach((frame, index) => this.setUpFrame(frame, index));
    this.ticks = draw('g', { 'text-anchor': 'middle', 'font-size': 13 });
    svg.append(this.ticks);
    this.setUpButtons();
    this.setUpDragging();
  }

  /** What a frame shows becomes a group of its own, which is cut at the frame and moves within it. */
  setUpFrame(frame, index) {
    const { svg } = this.chart;
    // gnuplot gives the plots of a panel its letter.
    const letter = String.fromCharCode(97 + index);
    const plots = [...svg.querySelectorAll('g[id*="_plot_"]')].filter((group) =>
      (/_plot_\d+([a-z]?)$/.exec(group.id)?.[1] || 'a') === letter);
    const told = [...svg.querySelectorAll('g.values > g')].filter((group) => {
      const box = group.getBBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return x >= frame.left && x <= frame.right && y >= frame.top - 8 && y <= frame.bottom + 8;
    });
    const name = `${svg.closest('figure').id}-part-${index}`;
    const clip = draw('clipPath', { id: name }, draw('rect', {
      x: frame.left, y: frame.top - 4, width: frame.right - frame.left,
      height: frame.bottom - frame.top + 8,
    }));
    const part = draw('g', { 'clip-path': `url(#${name})`, 'data-frame': index });
    if (plots.length === 0) {
      Object.assign(frame, { moved: [], own: [] });
      return;
    }
    plots[0].before(clip, part);
    frame.moved = [...plots, ...told];
    part.append(...frame.moved);
    this.setUpShades(frame, part);
    frame.own = this.ownTicks(frame);
  }

  /** What is shaded behind the plots of a frame, such as a warm-up: it moves with them. */
  setUpShades(frame, part) {
    const shades = [...this.chart.svg.querySelectorAll('polygon')].filter((shape) => {
      if (shape.closest('g[id*="_plot_"], [data-frame]')) return false;
      const box = shape.getBBox();
      return Math.abs(box.x - frame.left) < 2 && Math.abs(box.y - frame.top) < 2
        && Math.abs(box.y + box.height - frame.bottom) < 2;
    });
    if (shades.length === 0) return;
    const behind = part.cloneNode();
    const group = draw('g', {});
    shades[0].before(behind);
    behind.append(group);
    group.append(...shades);
    frame.moved.push(group);
  }

  /** The frame of something in the picture. */
  frameOf(shape) {
    const part = shape.closest('[data-frame]');
    return part ? this.frames[Number(part.dataset.frame)] : undefined;
  }

  /** The frame around a place. */
  frameAt({ x, y }) {
    return this.frames.find((frame) => x >= frame.left && x <= frame.right && y >= frame.top
      && y <= frame.bottom);
  }

  /** The ticks that were drawn: texts just below the lowest frames, and their marks. */
  ownTicks(frame) {
    const isLowest = !this.frames.some((other) => other.left === frame.left && other.top > frame.top);
    if (!isLowest) return [];
    return [...this.chart.svg.querySelectorAll('g[transform] > text')].filter((text) => {
      const match = /translate\(([\d.]+),([\d.]+)\)$/.exec(text.parentElement.getAttribute('transform'));
      if (!match) return false;
      const [x, y] = [Number(match[1]), Number(match[2])];
      return y > frame.bottom + 5 && y < frame.bottom + 35 && x > frame.left - 20
        && x < frame.right + 20;
    }).map((text) => {
      this.look ??= text.parentElement;
      const mark = text.parentElement.previousElementSibling;
      return [text, mark?.tagName === 'path' ? mark : null];
    }).flat().filter((element) => element !== null);
  }

  x(value, { left, right }) {
    return left + ((value - this.from) / (this.to - this.from)) * (right - left);
  }

  /** Where a place of a frame's whole axis is shown. */
  shown(x, frame) {
    const share = (x - frame.left) / (frame.right - frame.left);
    return this.x(this.low + share * (this.high - this.low), frame);
  }

  /** The value of a place in a frame. */
  value(x, { left, right }) {
    const share = (x - left) / (right - left);
    return this.from + Math.min(Math.max(share, 0), 1) * (this.to - this.from);
  }

  show(from, to) {
    const least = (this.high - this.low) / 200;
    const width = Math.min(Math.max(to - from, least), this.high - this.low);
    this.from = Math.min(Math.max(from, this.low), this.high - width);
    this.to = this.from + width;
    const scale = (this.high - this.low) / width;
    const isWhole = scale < 1.0001;
    const before = (this.from - this.low) / (this.high - this.low);
    this.ticks.replaceChildren();
    for (const frame of this.frames) {
      const { left, right } = frame;
      const move = left - left * scale - before * (right - left) * scale;
      for (const group of frame.moved) {
        group.setAttribute('transform', `matrix(${scale} 0 0 1 ${move} 0)`);
      }
      for (const element of frame.own) {
        element.setAttribute('visibility', isWhole ? 'visible' : 'hidden');
      }
      if (!isWhole && frame.own.length > 0) this.ticks.append(...this.newTicks(frame));
    }
    this.chart.svg.classList.toggle('zoomed', !isWhole);
    this.chart.leave();
    const { unit } = this.chart.svg.dataset;
    const digits = width > 10 ? 0 : 2;
    this.range.textContent = isWhole ? `all ${unit}`
      : `${this.from.toFixed(digits)} to ${this.to.toFixed(digits)} ${unit}`;
  }

  newTicks(frame) {
    // A tick has room for six digits.
    const count = Math.min(6, Math.max(Math.floor((frame.right - frame.left) / 60), 1));
    const rough = (this.to - this.from) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const ticks = [];
    for (let index = Math.ceil(this.from / step - 1e-9); index * step <= this.to + 1e-9; index += 1) {
      const x = this.x(index * step, frame);
      const look = this.look;
      ticks.push(draw('text', {
        x, y: frame.bottom + 27.6, fill: look?.getAttribute('fill') ?? 'currentColor',
        'font-family': look?.getAttribute('font-family') ?? 'sans-serif',
      }, (index * step).toFixed(digits)), draw('path', {
        d: `M${x},${frame.bottom} v4`, stroke: look?.getAttribute('fill') ?? 'currentColor',
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
    let frame = null;
    const selection = draw('rect', { class: 'selection' });
    const end = (event) => Math.min(Math.max(this.chart.local(event).x, frame.left), frame.right);
    svg.addEventListener('pointerdown', (event) => {
      const at = this.chart.local(event);
      frame = this.frameAt(at);
      if (event.pointerType === 'touch' || event.button !== 0 || !frame) return;
      start = at.x;
      selection.setAttribute('y', frame.top);
      selection.setAttribute('height', frame.bottom - frame.top);
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
      const ends = [this.value(start, frame), this.value(end(event), frame)];
      const isLong = Math.abs(end(event) - start) > 6;
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
