// What .ci/pages asks a page; each check returns what is wrong, in words.
var checks = (() => {
  const isVisible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const name = (element) => `<${element.tagName.toLowerCase()}> "${
    element.textContent.trim().replace(/\s+/g, ' ').slice(0, 50)}"`;
  const scrolls = (element) => {
    for (let each = element; each; each = each.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
    }
    return false;
  };

  /** What leaves the window or its own box. */
  function cutOff() {
    const wrong = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width + 1) {
      wrong.push(`the body is ${document.documentElement.scrollWidth - width} pixels too wide`);
    }
    for (const element of document.querySelectorAll('body *:not(svg *):not(script)')) {
      if (!isVisible(element)) continue;
      const box = element.getBoundingClientRect();
      if ((box.right > width + 1 || box.left < -1) && !scrolls(element)) {
        wrong.push(`${name(element)} is cut off`);
      }
      const style = getComputedStyle(element);
      if (style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) {
        wrong.push(`${name(element)} hides a part of itself`);
      }
    }
    for (const wide of document.querySelectorAll('.wide')) {
      if (!isVisible(wide) || wide.scrollWidth <= wide.clientWidth + 1) continue;
      if (wide.tabIndex < 0) wrong.push(`${name(wide)} scrolls, but not by the keyboard`);
      const hint = wide.parentElement.querySelector('.more');
      if (hint && !isVisible(hint) && !matchMedia('print').matches) {
        wrong.push(`${name(wide)} scrolls and does not say so`);
      }
    }
    return wrong;
  }

  /** The luminance of a colour by WCAG 2; null: it is no plain colour. */
  function luminance(colour) {
    const parts = /rgba?\(([\d.]+), ([\d.]+), ([\d.]+)/.exec(colour);
    if (!parts) return null;
    const [red, green, blue] = parts.slice(1).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  /** Texts of charts that lie on each other, leave the chart, or cannot be read. */
  function chartTexts() {
    const wrong = [];
    const paper = getComputedStyle(document.body).backgroundColor;
    for (const svg of document.querySelectorAll('svg[role="img"]')) {
      const frame = svg.getBoundingClientRect();
      const scale = frame.width / svg.viewBox.baseVal.width;
      const place = svg.closest('figure')?.id || 'a chart';
      const texts = [...svg.querySelectorAll('text')].filter(isVisible)
        .map((text) => ({ text, box: text.getBoundingClientRect() }));
      texts.forEach(({ text, box }, index) => {
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
          || box.bottom > frame.bottom + 1) {
          wrong.push(`${place}: "${text.textContent}" leaves the chart`);
        }
        const fill = getComputedStyle(text).fill;
        const isOnPaper = !text.closest('.series');
        if (isOnPaper && luminance(fill) !== null && contrast(fill, paper) < 3) {
          wrong.push(`${place}: "${text.textContent}" is hardly seen (${fill} on ${paper})`);
        }
        for (const other of texts.slice(index + 1)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          // A line of text is higher than its letters.
          if (across > 1.5 * scale && down > 4.5 * scale) {
            wrong.push(`${place}: "${text.textContent}" and "${other.text.textContent}" overlap`);
          }
        }
      });
    }
    return wrong;
  }

  /** What has no name, and names that are none. */
  function names() {
    const wrong = [];
    for (const svg of document.querySelectorAll('svg:not([aria-hidden])')) {
      if (svg.getAttribute('role') !== 'img' || !(svg.getAttribute('aria-label') ?? '').trim()) {
        wrong.push(`the chart ${svg.closest('figure')?.id} has no role or no label`);
      }
    }
    for (const title of document.querySelectorAll('svg title')) {
      if (/\busing\b|data every|_plot_|\$\d/.test(title.textContent)) {
        wrong.push(`the title "${title.textContent}" is no plain text`);
      }
    }
    for (const wide of document.querySelectorAll('.wide')) {
      if (wide.getAttribute('role') !== 'region' || !wide.getAttribute('aria-label')) {
        wrong.push(`${name(wide)} scrolls without a label`);
      }
    }
    for (const control of document.querySelectorAll('button, input, select')) {
      const label = control.getAttribute('aria-label') || control.textContent.trim()
        || control.labels?.[0]?.textContent.trim();
      if (!label) wrong.push(`${name(control)} has no label`);
    }
    for (const header of document.querySelectorAll('th')) {
      if (!header.scope) wrong.push(`${name(header)} has no scope`);
    }
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
      wrong.push(`the identifier ${id} stands twice`);
    }
    if (document.querySelector('[style]:not(.tip)')) wrong.push('an element has a style of its own');
    for (const heading of ['h1', 'title']) {
      if (!document.querySelector(heading)?.textContent.trim()) wrong.push(`there is no ${heading}`);
    }
    return wrong;
  }

  const checks = {
    form: () => [...cutOff(), ...chartTexts(), ...names()].slice(0, 12),
    /** What a page without scripts lacks. */
    plain() {
      const wrong = [];
      if (document.querySelector('.tools, .sort, .number')) wrong.push('a script has run');
      for (const table of document.querySelectorAll('table[data-table] tbody')) {
        if (!table.textContent.trim()) wrong.push('a table is empty');
      }
      for (const figure of document.querySelectorAll('figure')) {
        if (!figure.querySelector(`a[href="${figure.id}.svg"]`)) {
          wrong.push(`${figure.id} does not name its picture`);
        }
        if (!figure.textContent.trim()) wrong.push(`${figure.id} says nothing`);
      }
      return wrong.concat(cutOff()).slice(0, 12);
    },
    table: () => document.querySelector('table[data-table]'),
    header: () => checks.table().tHead.rows[0].cells[checks.column],
    isSorted(sign) {
      const metric = checks.header().dataset.metric;
      const at = data.metrics.findIndex((each) => each.name === metric);
      const rows = data.tables[Number(checks.table().dataset.table)];
      const values = [...checks.table().tBodies[0].rows]
        .map((line) => rows.find((row) => row.series === line.dataset.series).values[at])
        .map((value) => (value === 'inf' ? Infinity : value)).filter((value) => value !== null);
      const order = sign > 0 ? 'ascending' : 'descending';
      return checks.header().getAttribute('aria-sort') === order
        && values.every((value, index) => index === 0 || sign * (value - values[index - 1]) >= 0
          || value === values[index - 1]);
    },
    box: () => document.querySelector('.metrics input[value="opens"]'),
    newCells() {
      const head = checks.table().tHead.rows[0];
      const header = [...head.cells].find((cell) => cell.dataset.metric === 'opens' && !cell.hidden);
      if (!header) return [];
      return [...checks.table().tBodies[0].rows].map((row) => row.cells[header.cellIndex].textContent);
    },
    get explains() { return data.tables.flat().some((row) => row.explain); },
    linksLead: () => [...document.querySelectorAll('thead a')]
      .every((link) => document.getElementById(link.getAttribute('href').slice(1)) !== null),
    firstSwitch: () => document.querySelector('button[data-switch]'),
    drawn: (series) => [...document.querySelectorAll('g.series')]
      .filter((group) => group.dataset.series === series && getComputedStyle(group).display !== 'none'),
    rows: (series) => [...document.querySelectorAll('tr[data-series]')]
      .filter((row) => row.dataset.series === series),
    /** What is missing of charts: each figure has one, with marks, ticks and texts, and tells each of
     * its series that it has values of. */
    charts() {
      const wrong = [];
      for (const figure of document.querySelectorAll('figure')) {
        const chart = charts.find((each) => each.figure === figure);
        if (!chart || figure.querySelectorAll('svg').length !== 1) {
          wrong.push(`${figure.id} has no chart`);
          continue;
        }
        for (const group of chart.panels.flatMap(({ front }) => [...front.children])) {
          // A bar may be too short to be seen, but never too thin.
          const isDrawn = [...group.children].some((shape) => {
            const { width, height } = shape.getBBox();
            return height > 0 || (width > 0 && shape.tagName !== 'rect');
          });
          if (!isDrawn) {
            wrong.push(`${figure.id}: ${group.words} is not drawn`);
          }
        }
        if (/NaN|undefined/.test(chart.svg.outerHTML)) wrong.push(`${figure.id}: a place is none`);
        for (const { text } of chart.values) {
          if (!/^.+: .+/.test(text) || /NaN|undefined/.test(text)) {
            wrong.push(`${figure.id} tells "${text}"`);
          }
        }
        // Bars of a waterfall are drawn by what they are, and told by their rows.
        const told = [...new Set(chart.values.map((value) => value.series))];
        const missing = told.filter((series) => checks.drawn(series).length === 0);
        if (missing.length < told.length) {
          for (const series of missing) wrong.push(`${figure.id}: ${series} is not drawn`);
        }
      }
      return wrong.slice(0, 12);
    },
    /** The values of a series that charts would tell. */
    tells: (series) => charts.flatMap((chart) => chart.shownValues)
      .filter((value) => value.series === series).length,
    firstChartWithValues() {
      const index = charts.findIndex((chart) => chart.values.length > 0);
      return index < 0 ? null : index;
    },
    told: (index) => charts[index].told.textContent,
    placeOfValue(index) {
      charts[index].figure.scrollIntoView();
      const { x, y } = charts[index].inWindow(charts[index].values[3]);
      return [x, y];
    },
    button: (text) => [...document.querySelectorAll('.zoom button')]
      .find((button) => button.textContent === text),
    timeline: () => charts.find((chart) => chart.time),
    frameOnScreen() {
      const { svg, panels: [panel] } = checks.timeline();
      svg.scrollIntoView();
      const box = svg.getBoundingClientRect();
      const scale = box.width / svg.viewBox.baseVal.width;
      return [box.x + panel.left * scale, box.y + (panel.top + 60) * scale, panel.width * scale];
    },
    zoomedPartLiesInFrame() {
      const groups = [...checks.timeline().svg.querySelectorAll('g.series')];
      return groups.length > 0 && groups.every((group) => group.closest('[clip-path]') !== null);
    },
    zoomedValuesLieInFrame: () => checks.timeline().shownValues.every(({ panel, place }) =>
      panel.x(place) >= panel.left - 1 && panel.x(place) <= panel.right + 1),
  };
  return checks;
})();
