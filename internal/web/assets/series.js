// Draws the tables of measurements as lines over time. The table stays: it is
// what is read where nothing is drawn.
'use strict';
{
  const colours = () => {
    const style = getComputedStyle(document.documentElement);
    return ['--here', '--link', '--warn', '--bad', '--soft', '--brand'].map((name) => style.getPropertyValue(name).trim());
  };

  // read gathers the rows of a table: one line for each step, over the days of all.
  const read = (table) => {
    const lines = new Map();
    const days = new Set();
    for (const row of table.querySelectorAll('tr[data-x]')) {
      const x = Number(row.dataset.x);
      days.add(x);
      if (!lines.has(row.dataset.series)) lines.set(row.dataset.series, new Map());
      lines.get(row.dataset.series).set(x, Number(row.dataset.y));
    }
    const xs = [...days].sort((a, b) => a - b);
    return { xs, lines };
  };

  const draw = (box) => {
    const { xs, lines } = read(document.getElementById(box.dataset.chart));
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--ink').trim();
    const grid = { stroke: style.getPropertyValue('--line').trim(), width: 1 };
    const palette = colours();
    const format = new Intl.DateTimeFormat(document.documentElement.lang, { day: '2-digit', month: '2-digit', year: '2-digit', timeZone: 'UTC' });
    const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });
    const options = {
      width: Math.max(box.clientWidth, 200),
      height: 260,
      tzDate: (ts) => uPlot.tzDate(new Date(ts * 1e3), 'UTC'),
      cursor: { drag: { x: false, y: false } },
      scales: { x: { range: (_, low, high) => [low - 86400 * 2, high + 86400 * 2] }, y: { range: (_, low, high) => [Math.max(0, low - 1), high + 1] } },
      axes: [
        { stroke: ink, grid, space: 90, values: (_, ticks) => ticks.map((t) => format.format(t * 1e3)) },
        { stroke: ink, grid, size: 56, values: (_, ticks) => ticks.map((t) => `${number.format(t)} %`) },
      ],
      series: [{}],
      legend: { live: false },
    };
    const data = [xs];
    let i = 0;
    for (const [name, values] of lines) {
      const stroke = palette[i++ % palette.length];
      options.series.push({
        label: name, stroke, width: 2, spanGaps: true, points: { show: true, size: 9, fill: stroke },
      });
      data.push(xs.map((x) => values.get(x) ?? null));
    }
    box.replaceChildren();
    return new uPlot(options, data, box);
  };

  const start = () => {
    for (const box of document.querySelectorAll('[data-chart]')) {
      let plot = draw(box);
      new ResizeObserver(() => plot.setSize({ width: Math.max(box.clientWidth, 200), height: 260 })).observe(box);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { plot.destroy(); plot = draw(box); });
    }
  };
  if (window.uPlot) start();
}
