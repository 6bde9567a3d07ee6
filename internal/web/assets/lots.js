// The drawing of a trace: drag to move, wheel with Ctrl, keys and links to zoom.
// Without it the drawing scrolls, and the links load it in other sizes.
'use strict';
(() => {
  const canvas = document.querySelector('.canvas');
  const svg = canvas && canvas.querySelector('svg.graph');
  if (!svg) return;
  const width = Number(svg.dataset.width);
  const height = Number(svg.dataset.height);
  const links = [...document.querySelectorAll('.zooms [data-zoom]')];
  const least = 0.1;
  const most = 4;
  let scale = 1;

  // zoom resizes the drawing around a point of the canvas, its middle by default.
  function zoom(to, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2, name = '') {
    const next = Math.min(most, Math.max(least, to));
    const atX = (canvas.scrollLeft + x) / scale;
    const atY = (canvas.scrollTop + y) / scale;
    svg.classList.remove('fit');
    svg.setAttribute('width', Math.round(width * next));
    svg.setAttribute('height', Math.round(height * next));
    scale = next;
    canvas.scrollLeft = atX * next - x;
    canvas.scrollTop = atY * next - y;
    const percent = name || String(Math.round(next * 100));
    for (const link of links) {
      if (link.dataset.zoom === percent) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }
  const fitting = () => Math.min(canvas.clientWidth / width, 1);
  const fit = () => zoom(fitting(), 0, 0, '0');

  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const percent = Number(link.dataset.zoom);
      if (percent === 0) fit();
      else zoom(percent / 100);
    });
  }
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoom(scale * 1.25);
    else if (event.key === '-') zoom(scale / 1.25);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
  });
  canvas.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    zoom(scale * Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });

  // A drag moves the drawing; a click that did not move follows its link. Fingers
  // scroll by themselves.
  let held = null;
  let moved = false;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType !== 'mouse') return;
    held = { x: event.clientX, y: event.clientY, left: canvas.scrollLeft, top: canvas.scrollTop };
    moved = false;
  });
  window.addEventListener('pointermove', (event) => {
    if (!held) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!moved && Math.hypot(dx, dy) < 5) return;
    moved = true;
    canvas.classList.add('held');
    canvas.scrollLeft = held.left - dx;
    canvas.scrollTop = held.top - dy;
  });
  window.addEventListener('pointerup', () => {
    held = null;
    canvas.classList.remove('held');
  });
  canvas.addEventListener('click', (event) => {
    if (moved) event.preventDefault();
    moved = false;
  }, true);
  canvas.addEventListener('dragstart', (event) => event.preventDefault());

  for (const hint of document.querySelectorAll('.withscript')) hint.hidden = false;
  // A first look: all of it where it can be read so, else the lot that was asked for.
  const asked = new URLSearchParams(location.search).get('zoom');
  if (asked === '0' || (!asked && fitting() > 0.6)) fit();
  else if (asked) zoom(Number(asked) / 100 || 1);
  else {
    zoom(1);
    const start = svg.querySelector('.node.start');
    if (start) {
      const box = start.getBoundingClientRect();
      const view = canvas.getBoundingClientRect();
      canvas.scrollLeft += box.left + box.width / 2 - view.left - view.width / 2;
      canvas.scrollTop += box.top + box.height / 2 - view.top - view.height / 2;
    }
  }
})();
