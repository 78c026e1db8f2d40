// Panels of charts: a frame with its axes and marks, which can take the place of another one.

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

// Panels.

/** A frame with its axes, its marks, and the values that these tell. */
class Panel {
  constructor(chart, data, index) {
    Object.assign(this, data, { chart });
    [this.left, this.top, this.right, this.bottom] = data.frame.map((each) => each / 10);
    this.width = this.right - this.left;
    const [names, xs] = [this.xTicks.map(([, name]) => name), this.xTicks.map(([x]) => x / 10)];
    this.own = xs.map((x, at) => [x / this.width, names[at]]);
    this.clip = `${chart.figure.id}-part-${index}`;
    // Half of a line on an edge of the frame lies beyond it.
    this.edges = draw('rect', {});
    [this.back, this.front] = [draw('g', {}), draw('g', {})];
    chart.svg.append(draw('clipPath', { id: this.clip }, this.edges), this.back, this.front);
    this.slot = this;
    this.window = { x: [0, 1], y: [0, 1] };
    this.values = (this.told ?? []).flatMap(({ series, words, by: [x, y], texts }) =>
      chart.columns[x].map((place, at) => ({
        panel: this, place, down: chart.columns[y][at], series: chart.series[series],
        get y() { return this.panel.y(this.down); },
        text: `${chart.series[series]}: ${words.map((word, index) =>
          word + (texts[index] === undefined ? '' : chart.texts[texts[index]][at])).join('')}`,
      })));
  }

  /** Where a place on the whole axis is shown: in the frame that the panel has now. */
  x(place) {
    const { left, width } = this.slot;
    return left + this.chart.shown(this.within('x', place / this.width)) * width;
  }

  y(place) {
    const { top, bottom } = this.slot;
    const share = this.within('y', 1 - place / (this.bottom - this.top));
    return bottom - (share / this.chart.height) * (bottom - top);
  }

  /** Where a share of the whole axis is in the part that is shown of it. */
  within(axis, share) {
    const [from, to] = this.window[axis];
    return (share - from) / (to - from);
  }

  /** The places of a column as shares of an axis. */
  shares(axis, places) {
    return places.map((place) => (axis === 'x' ? place / this.width
      : 1 - place / (this.bottom - this.top)));
  }

  /** Shows of axes that have parts what the shown series need; whether they have. */
  fit() {
    if (!this.parts) return false;
    const shown = this.marks.filter(({ series }) => !state.hidden.has(this.chart.series[series]));
    const isWhole = shown.length === 0 || shown.length === this.marks.length;
    for (const axis of ['x', 'y']) {
      this.window[axis] = isWhole ? [0, 1] : this.needed(axis, shown);
    }
    return true;
  }

  /** The part of an axis that some marks need; a strip for zero or infinity is whole or not
   * there, and what is not logarithmic begins at zero. */
  needed(axis, marks) {
    const shares = marks.flatMap(({ form, by }) => by.flatMap((column, at) =>
      (forms[form][0][at] === axis ? this.shares(axis, this.chart.columns[column]) : [])));
    const [low, high] = [Math.min(...shares), Math.max(...shares)];
    const { strips: [zero, endless], isLogarithmic } = this.parts[axis];
    const room = Math.max((high - low) * 0.08, 0.02);
    return [
      low < zero - 1e-3 || !isLogarithmic ? 0 : Math.max(low - room, zero),
      high > endless + 1e-3 ? 1 : Math.min(high + room, endless),
    ];
  }

  /** The ticks of a part of an axis, as shares of it: of the widest distance that has some. */
  partTicks(axis) {
    const isIn = (share) => share > -1e-6 && share < 1 + 1e-6;
    const lists = this.parts[axis].ticks.map((list) => list
      .map(([share, name]) => [this.within(axis, share), name]).filter(([share]) => isIn(share)));
    const ticks = lists.find((list) => list.length > 2) ?? lists.at(-1);
    const length = axis === 'x' ? this.width / 70 : (this.bottom - this.top) / 24;
    let last = -1;
    return ticks.map(([share, name]) => {
      if ((share - last) * length < 1) return [share, ''];
      last = share;
      return [share, name];
    });
  }

  /** Names go with their points, and those of strips with these. */
  moveNames(words, leaders) {
    const { left, top, right, bottom } = this;
    const bound = (by, low, high) => Math.min(Math.max(by, low), Math.max(high, low));
    for (const { shape, text: name, x, y } of words.filter((word) => word.x < right)) {
      const mark = this.marks.find(({ form, faint, series, by }) => form === 'points' && !faint
        && this.chart.series[series] === name && this.chart.columns[by[0]].length === 1);
      if (mark) {
        const [[across], [down]] = mark.by.map((column) => this.chart.columns[column]);
        const by = [this.x(across) - left - across, this.y(down) - top - down];
        const box = shape.getBBox();
        // What is not on the page has no size.
        const at = box.width === 0 ? by : [bound(by[0], left - box.x, right - box.x - box.width),
          bound(by[1], top - box.y, bottom - box.y - box.height)];
        shape.setAttribute('transform', `translate(${at})`);
        for (const leader of leaders.filter(({ dataset }) => dataset.series === name)) {
          leader.setAttribute('transform', `translate(${by})`);
        }
      } else if (name === 'none' || name === 'never') {
        const [axis, [share]] = y > bottom ? ['x', this.shares('x', [x - left])]
          : ['y', this.shares('y', [y - top])];
        const now = this.within(axis, share);
        shape.setAttribute('visibility', now > 0 && now < 1 ? 'visible' : 'hidden');
        shape.setAttribute('transform', axis === 'x' ? `translate(${this.x(x - left) - x},0)`
          : `translate(0,${this.y(y - top) - y})`);
      }
    }
  }

  /** The foot of a panel keeps its height. */
  foot(place) {
    const { top, bottom } = this.slot;
    return top + (place / (this.bottom - this.top)) * (bottom - top);
  }

  has(x) { return x > this.slot.left - 1 && x < this.slot.right + 1; }

  /** The series of its marks; a panel of none is never hidden. */
  get series() {
    return [...new Set(this.marks.map(({ series }) => this.chart.series[series])
      .filter((series) => series !== undefined))];
  }

  /** The ticks of the vertical axis: those of the whole, or of the part that is shown. */
  get up() {
    const { chart, slot } = this;
    if (this.isPart('y')) {
      return this.partTicks('y').map(([share, name]) =>
        [this.bottom - share * (this.bottom - this.top), name]);
    }
    const level = slot.yLevels?.find(([share]) => share === chart.height);
    if (!level) return slot.yTicks.map(([place, name]) => [slot.top + place / 10, name]);
    const isNamed = slot.yTicks.some(([, name]) => name);
    return level[1].map(([share, name]) =>
      [slot.bottom - (share / chart.height) * (slot.bottom - slot.top), isNamed ? name : '']);
  }

  isPart(axis) { return this.window[axis][0] > 0 || this.window[axis][1] < 1; }

  draw() {
    const { chart } = this;
    const { left, top, right, bottom, width } = this.slot;
    for (const [name, value] of Object.entries({
      x: left - 2, y: top - 2, width: width + 4, height: bottom - top + 4,
    })) this.edges.setAttribute(name, value);
    this.moveWords();
    const path = (parts, colour, dash = 'none') => draw('path', {
      d: parts.join(''), fill: 'none', stroke: paint(colour), 'stroke-dasharray': dash,
    });
    const isNamed = chart.isLowest(this);
    const across = (this.isPart('x') ? this.partTicks('x') : chart.ticks(this.slot)).map(([share, name]) =>
      [left + share * width, isNamed ? name : '']);
    const { up } = this;
    const isSeen = ([axis, place]) => {
      const share = this.within(axis, this.shares(axis, [place / 10])[0]);
      return !this.isPart(axis) || (share >= 0 && share <= 1);
    };
    const limits = (this.limits ?? []).filter(isSeen).map(([axis, place]) => (axis === 'x'
      ? `M${this.x(place / 10)},${bottom}V${top}` : `M${left},${this.y(place / 10)}H${right}`));
    const start = Math.max(this.x(0), left);
    const end = this.shade ? Math.min(this.x(this.shade / 10), right) : start;
    this.back.replaceChildren(
      draw('rect', {
        x: start, y: top, width: Math.max(end - start, 0), height: bottom - top,
        fill: paint('#f3ecd8'),
      }),
      path([...(this.grid.includes('x') ? across.map(([x]) => `M${x},${bottom}V${top}`) : []),
        ...(this.grid.includes('y') ? up.map(([y]) => `M${left},${y}H${right}`) : [])], '#e4e4e4'),
      path([...across.map(([x]) => `M${x},${bottom}v3.9`), ...up.map(([y]) => `M${left},${y}h-3.9`),
        `M${left},${top}V${bottom}H${right}`], '#888888'),
      path(limits, '#808080', '1 2'),
      ...across.filter(([, name]) => name)
        .map(([x, name]) => text([x, bottom + 23.4, name, 13, '#222222', 'center'])),
      ...up.filter(([, name]) => name)
        .map(([y, name]) => text([left - 13, y, name, 13, '#222222', 'right'])));
    this.front.replaceChildren(...this.marks.map((mark) => chart.mark(mark, this)),
      ...this.marks.flatMap((mark) => this.exits(mark)));
  }

  /** Triangles where a line leaves the frame above. */
  exits(mark) {
    if (mark.form !== 'line') return [];
    const { top } = this.slot;
    const [x, y] = [this.chart.columns[mark.by[0]].map((place) => this.x(place)),
      this.chart.columns[mark.by[1]].map((place) => this.y(place))];
    return x.flatMap((each, at) => (y[at] < top - 1 && !(y[at - 1] < top - 1) && this.has(each)
      ? [point(each, top - 5, { type: 9, size: 0.8, colour: mark.colour })] : []))
      .map((shape) => {
        const group = draw('g', { class: 'series', 'data-series': this.chart.series[mark.series] },
          shape);
        group.words = `${this.chart.series[mark.series] ?? ''} goes on beyond the axis`;
        return group;
      });
  }

  /** What is written above the frame goes where the panel is. */
  moveWords() {
    const [x, y] = [this.slot.left - this.left, this.slot.top - this.top];
    for (const shape of this.words ?? []) {
      if (x === 0 && y === 0) shape.removeAttribute('transform');
      else shape.setAttribute('transform', `translate(${x},${y})`);
    }
  }

  /** Takes the frame of another panel, or, with null, none. */
  take(slot) {
    this.slot = slot ?? this;
    for (const shape of [this.back, this.front, ...(this.words ?? [])]) {
      shape.setAttribute('visibility', slot ? 'visible' : 'hidden');
    }
  }
}
