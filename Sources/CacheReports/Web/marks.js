// What is drawn of the marks of charts; ChartJSON.swift describes them.

/** The outlines of points by gnuplot's numbers; these and the next one, which is filled. */
const outlines = {
  4: 'M-1,-1h2v2h-2z', 6: 'M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0z', 8: 'M0,-1.33L-1.33,.67h2.66z',
  10: 'M0,1.33L-1.33,-.67h2.66z', 12: 'M0,-1.41L1.41,0L0,1.41L-1.41,0z',
  14: 'M0,1.33L1.27,.41L.78,-1.07h-1.56L-1.27,.41z',
};
/** Half of a point of size 1, in pixels. */
const POINT = 4.875;

function line(x, y) {
  return x.map((each, at) => `${at === 0 ? 'M' : 'L'}${each},${y[at]}`).join('');
}

function point(x, y, { type, size, colour }) {
  const isHollow = type % 2 === 0;
  return draw('path', {
    d: outlines[isHollow ? type : type - 1],
    transform: `translate(${x},${y}) scale(${size * POINT})`,
    fill: isHollow ? 'none' : paint(colour), stroke: paint(colour), 'stroke-width': 0.205,
  });
}

/** Bars from end to end, with a cap, or an arrow where the interval goes on; around a point on one
 * paper shows. */
function bars(ends, x, y, mark, place) {
  const [low, high] = ends;
  const paths = low.map((from, at) => `M${place(from, at, 0)}L${place(high[at], at, 0)}`
    + [from, high[at]].map((end, side) => {
      const isOpen = mark.open?.[side].includes(at);
      const back = isOpen ? Math.sign(high[at] - from) * (side === 0 ? 1 : -1) * 2 * POINT : 0;
      return `M${place(end + back, at, -POINT)}${isOpen ? `L${place(end, at, 0)}` : ''}`
        + `L${place(end + back, at, POINT)}`;
    }).join(''));
  const points = !mark.type ? [] : x.flatMap((each, at) => [
    draw('circle', { cx: each, cy: y[at], r: 1.1 * POINT, fill: 'var(--paper)' }),
    point(each, y[at], mark),
  ]);
  const d = paths.join('');
  return [draw('path', { d, stroke: paint(mark.colour), fill: 'none' }), ...points];
}

/** The shapes of each form of mark, by its columns, and on which axes these are. */
const forms = {
  line: ['xy', ([x, y], { colour, width, dash }) => [draw('path', {
    d: line(x, y), fill: 'none', stroke: paint(colour), 'stroke-width': width,
    'stroke-dasharray': dash ?? 'none',
  })]],
  points: ['xy', ([x, y], mark) => x.map((each, at) => point(each, y[at], mark))],
  band: ['xyy', ([x, low, high], { colour }) => [draw('path', {
    d: `${line([...x, ...x.slice().reverse()], [...low, ...high.slice().reverse()])}z`,
    fill: paint(colour), 'fill-opacity': 0.16,
  })]],
  foot: ['xy', ([x, y], { colour }, { bottom }) => [draw('path', {
    d: `${line([x[0], ...x, x.at(-1)], [bottom, ...y, bottom])}z`, fill: paint(colour),
    'shape-rendering': 'crispEdges',
  })]],
  box: ['xxyy', ([left, right, low, high], { colour }) => left.map((x, at) => draw('rect', {
    x, y: Math.min(low[at], high[at]), width: right[at] - x, height: Math.abs(high[at] - low[at]),
    fill: paint(colour),
  }))],
  'bar x': ['xyxx', ([x, y, ...ends], mark) =>
    bars(ends, x, y, mark, (end, at, across) => `${end},${y[at] + across}`)],
  'bar y': ['xyyy', ([x, y, ...ends], mark) =>
    bars(ends, x, y, mark, (end, at, across) => `${x[at] + across},${end}`)],
  percent: ['xy', ([x, y], { colour, labels }) => x.map((each, at) =>
    text([each, y[at], labels[at], 12, colour, 'center']))],
};

/** A text, whose place is the middle of its height. */
function text([x, y, words, size = 13, colour = '#222222', side = 'left', look = '']) {
  const down = size * 0.325;
  return draw('text', {
    ...(look === 'upright' ? { transform: `translate(${x + down},${y}) rotate(-90)` }
      : { x, y: y + down }),
    fill: paint(colour), 'font-size': size, 'font-weight': look === 'bold' ? 'bold' : 'normal',
    'text-anchor': { left: 'start', center: 'middle', right: 'end' }[side],
  }, words);
}
