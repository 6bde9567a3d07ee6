// The map on which people draw a plot. It reads the text of a field, draws it, and writes the
// field only when somebody changes something: a number that nobody moved keeps its digits.
'use strict';
{
  // A number as it was written.
  class Digits {
    constructor(raw) { this.raw = raw; }
    valueOf() { return Number(this.raw); }
  }
  const mark = '\u0000';
  const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  const parse = (text) => JSON.parse(text.replace(token, (t) => (t[0] === '"' ? t : `{"\\u0000":"${t}"}`)),
    (_, v) => (v && typeof v === 'object' && mark in v ? new Digits(v[mark]) : v));
  const isNumber = (v) => v instanceof Digits;
  const same = (a, b) => +a[0] === +b[0] && +a[1] === +b[1];
  const closed = (ring) => (ring.length ? [...ring, ring[0]] : ring);

  // write is the opposite of parse. Rings are open here, and closed in the text.
  function write(v) {
    if (isNumber(v)) return v.raw;
    if (Array.isArray(v)) return `[${v.map(write).join()}]`;
    if (!v || typeof v !== 'object') return JSON.stringify(v);
    const members = Object.entries(v).map(([name, value]) => {
      if (name === 'coordinates' && v.type === 'Polygon') value = value.map(closed);
      if (name === 'coordinates' && v.type === 'MultiPolygon') value = value.map((p) => p.map(closed));
      return `${JSON.stringify(name)}:${write(value)}`;
    });
    return `{${members.join()}}`;
  }

  // listed reads numbers with nothing around them, as the server does.
  function listed(text) {
    const comma = text.includes(';') || (!text.includes('.') && !text.includes(', '));
    const parts = text.split(comma ? /[;\s]+/ : /[,\s]+/).filter(Boolean);
    if (!parts.every((p) => /^-?\d{1,3}([.,]\d{1,18})?$/.test(p))) throw new Error('not numbers');
    return parts.map((p) => new Digits(p.replace(',', '.').replace(/^(-?)0+(\d)/, '$1$2')));
  }

  // read makes GeoJSON of all that a plot may be sent as; null for nothing.
  function read(text) {
    text = text.trim();
    if (!text) return null;
    let v = /^[[{]/.test(text) ? parse(text) : listed(text);
    if (!Array.isArray(v)) return v;
    if (isNumber(v[0])) {
      if (v.length % 2) throw new Error('odd');
      v = v.flatMap((n, i) => (i % 2 ? [] : [[n, v[i + 1]]]));
    }
    if (Array.isArray(v[0]?.[0]?.[0])) return { type: 'MultiPolygon', coordinates: v };
    if (Array.isArray(v[0]?.[0])) return { type: 'Polygon', coordinates: v };
    if (v.length === 1) return { type: 'Point', coordinates: v[0] };
    if (v.length === 2) {
      const [[a, b], [c, d]] = v;
      return { type: 'Polygon', coordinates: [[[a, b], [c, b], [c, d], [a, d]]] };
    }
    return { type: 'Polygon', coordinates: [v] };
  }

  // shapesOf finds the areas and points of a document, and how each is taken out of it.
  function shapesOf(doc, drop) {
    const all = [];
    const without = (list, item, then) => () => {
      list.splice(list.indexOf(item), 1);
      if (!list.length) then();
    };
    const open = (ring) => { if (ring.length > 1 && same(ring[0], ring[ring.length - 1])) ring.pop(); };
    const area = (rings, out) => {
      rings.forEach(open);
      if (rings.length) all.push({ rings, drop: out });
    };
    const visit = (g, out) => {
      switch (g?.type) {
        case 'FeatureCollection': return [...g.features].forEach((f) => visit(f, without(g.features, f, out)));
        case 'Feature': return g.geometry && visit(g.geometry, out);
        case 'GeometryCollection': return [...g.geometries].forEach((one) => visit(one, without(g.geometries, one, out)));
        case 'MultiPolygon': return [...g.coordinates].forEach((p) => area(p, without(g.coordinates, p, out)));
        case 'Polygon': return area(g.coordinates, out);
        case 'MultiPoint': return [...g.coordinates].forEach((p) => all.push({ points: [p], drop: without(g.coordinates, p, out) }));
        case 'Point': return all.push({ points: [g.coordinates], drop: out });
        default: throw new Error('no plot');
      }
    };
    if (doc) visit(doc, drop);
    return all;
  }

  // joined is a document with one more polygon. An area takes the place of a lone point.
  function joined(doc, polygon) {
    switch (doc?.type) {
      case 'Polygon': return { ...doc, type: 'MultiPolygon', coordinates: [doc.coordinates, polygon.coordinates] };
      case 'MultiPolygon': doc.coordinates.push(polygon.coordinates); return doc;
      case 'GeometryCollection': doc.geometries.push(polygon); return doc;
      case 'Feature': doc.geometry = joined(doc.geometry, polygon); return doc;
      case 'FeatureCollection': doc.features.push({ type: 'Feature', properties: {}, geometry: polygon }); return doc;
      default: return polygon;
    }
  }

  // The map of the world is a square of this many pixels at zoom 0 (Web Mercator).
  const tile = 256, closest = 20, farthest = 3, closestTile = 17;
  const rad = Math.PI / 180;
  const worldX = (lon) => (lon + 180) / 360;
  const worldY = (lat) => {
    const sin = Math.sin(Math.max(-85, Math.min(85, lat)) * rad);
    return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
  };
  const lonOf = (x) => x * 360 - 180;
  const latOf = (y) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / rad;
  const metres = (a, b) => Math.hypot((a[0] - b[0]) * 111320 * Math.cos(a[1] * rad), (a[1] - b[1]) * 110574);

  // ringArea is that of a ring of [lon, lat] in hectares, on the WGS 84 ellipsoid.
  function ringArea(ring) {
    const e2 = 0.00669437999014, radius = 6378137;
    const height = (lat) => {
      const s = Math.sin(lat * rad), u = e2 * s * s;
      return (1 - e2) * s * (1 + u * (2 / 3 + u * (3 / 5 + u * (4 / 7))));
    };
    let sum = 0;
    const [lon0, lat0] = ring[0], h0 = height(lat0);
    const flat = ring.map(([lon, lat]) => [(lon - lon0) * rad, height(lat) - h0]);
    flat.forEach(([x, y], i) => {
      const [nx, ny] = flat[(i + 1) % flat.length];
      sum += x * ny - nx * y;
    });
    return Math.abs(sum / 2) * radius * radius / 10000;
  }

  const within = ([x, y], ring) => {
    let inside = false;
    ring.forEach(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length];
      if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
    });
    return inside;
  };

  // thinned leaves out points that are nearer than some metres to the line without them.
  function thinned(points, tolerance) {
    if (points.length < 3) return points;
    const [first] = points, last = points[points.length - 1];
    const k = Math.cos(first[1] * rad);
    const flat = ([lon, lat]) => [(lon - first[0]) * 111320 * k, (lat - first[1]) * 110574];
    const [dx, dy] = flat(last), length = Math.hypot(dx, dy);
    let far = 0, at = 0;
    points.forEach((p, i) => {
      const [x, y] = flat(p);
      const d = length < 1 ? Math.hypot(x, y) : Math.abs(x * dy - y * dx) / length;
      if (i && i < points.length - 1 && d > far) [far, at] = [d, i];
    });
    if (far <= tolerance) return [first, last];
    return [...thinned(points.slice(0, at + 1), tolerance).slice(0, -1), ...thinned(points.slice(at), tolerance)];
  }

  const svgNS = 'http://www.w3.org/2000/svg';
  function el(parent, name, attributes = {}, text = '') {
    const e = document.createElementNS(svgNS, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.textContent = text;
    parent.append(e);
    return e;
  }

  // What a walk takes: fixes as good as roughest, and apart by step metres. A fix that is late
  // by silence seconds is told.
  const roughest = 25, step = 2, silence = 30;
  const maxPast = 100, maxHandles = 300, maxChecked = 900_000;

  for (const root of document.querySelectorAll('.plotmap')) start(root);

  function start(root) {
    const field = document.getElementById(root.dataset.field);
    if (!field) return;
    const svg = root.querySelector('svg');
    const base = new URL(root.dataset.root, location.href);
    const words = Object.fromEntries([...root.querySelector('template').content.children].map((w) => [w.dataset.word, w.textContent]));
    const word = (key, values = {}) => words[`says.${key}`].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    const says = root.querySelector('.plotsays'), place = root.querySelector('.plotgo input'), names = root.querySelector('.plotnames');
    const say = (key, values) => { says.textContent = key ? word(key, values) : ''; };
    const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });
    const whole = (n) => String(Math.round(n));
    const gps = window.isSecureContext && 'geolocation' in navigator;

    let text = field.value, doc = null, shapes = [], turned = false, readable = true;
    let past = [], future = [];
    let mode = 'edit', pending = [], chosen = null; // chosen is {shape, ring, vertex}
    let middle = [worldX(-53), worldY(-14)], zoom = 4, width = 600, height = 400;
    let cross = null; // where the keyboard is, in pixels
    let neighbours = [], around = { cidades: [], divisas: [], box: null };
    let here = null, walk = [], watch = null, lock = null, lastFix = 0;
    const layers = Object.fromEntries(['tiles', 'grid', 'border', 'town', 'neighbour', 'land', 'sketch', 'handle', 'here', 'cross', 'bar'].map((name) => [name, el(svg, 'g', { class: name })]));
    const shown = new Map(); // tiles by address

    // ---- the text and the shapes
    const lon = (p) => +p[turned ? 1 : 0], lat = (p) => +p[turned ? 0 : 1];
    const at = (p) => [lon(p), lat(p)];
    const digits = (n) => new Digits(n.toFixed(6));
    const position = ([x, y]) => (turned ? [digits(y), digits(x)] : [digits(x), digits(y)]);
    const ringsOf = (s) => s.rings || [s.points];
    const inBrazil = (x, y) => x >= -74 && x <= -34.7 && y >= -33.8 && y <= 5.3;

    function load(next) {
      text = next;
      chosen = null;
      try {
        doc = read(next);
        shapes = shapesOf(doc, () => { doc = null; });
        const all = shapes.flatMap((s) => ringsOf(s).flat());
        if (all.some((p) => !(Array.isArray(p) && isNumber(p[0]) && isNumber(p[1])))) throw new Error('no positions');
        turned = all.length > 0 && all.every((p) => inBrazil(+p[1], +p[0]));
        readable = true;
      } catch {
        doc = null; shapes = []; turned = false; readable = false;
      }
    }

    // commit writes what is drawn into the field.
    function commit() {
      put(doc ? write(doc) : '', true);
    }

    // unsaid is true from a walk until it is checked or saved: nothing of it leaves the device. The
    // field has no name meanwhile, so that no script sends it with the rest of the form.
    let unsaid = false;
    const fieldName = field.name;
    function hush(on) {
      unsaid = on;
      if (on) field.removeAttribute('name'); else field.name = fieldName;
    }
    const alone = () => unsaid || mode === 'walk' || mode === 'paused';

    function put(next, remember) {
      if (remember) {
        past = [...past.slice(1 - maxPast), text];
        future = [];
      }
      const kept = chosen && { ...chosen };
      load(next);
      if (kept && shapes[kept.shape] && ringsOf(shapes[kept.shape])[kept.ring]?.[kept.vertex]) chosen = kept;
      field.value = next;
      keep();
      if (!unsaid) {
        field.dispatchEvent(new Event('input', { bubbles: true }));
        check();
      }
      draw();
    }

    function back(from, to) {
      if (!from.length) return;
      to.push(text);
      put(from.pop(), false);
      say('');
    }

    // ---- from degrees to pixels
    const scale = () => tile * 2 ** zoom;
    const screen = ([x, y]) => [(worldX(x) - middle[0]) * scale() + width / 2, (worldY(y) - middle[1]) * scale() + height / 2];
    const ground = ([x, y]) => [lonOf(middle[0] + (x - width / 2) / scale()), latOf(middle[1] + (y - height / 2) / scale())];

    function pan(dx, dy) {
      middle = [middle[0] - dx / scale(), Math.max(0.05, Math.min(0.95, middle[1] - dy / scale()))];
    }

    function zoomTo(next, [x, y] = [width / 2, height / 2]) {
      next = Math.max(farthest, Math.min(closest, next));
      const before = [middle[0] + (x - width / 2) / scale(), middle[1] + (y - height / 2) / scale()];
      zoom = next;
      middle = [before[0] - (x - width / 2) / scale(), before[1] - (y - height / 2) / scale()];
      draw();
    }

    function fit(points, most = 17) {
      if (!points.length) return;
      const xs = points.map((p) => worldX(p[0])), ys = points.map((p) => worldY(p[1]));
      const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      middle = [(x0 + x1) / 2, (y0 + y1) / 2];
      const room = Math.min((width - 60) / Math.max(x1 - x0, 1e-9), (height - 80) / Math.max(y1 - y0, 1e-9));
      zoom = Math.max(farthest, Math.min(most, Math.log2(room / tile)));
      draw();
    }

    const allPoints = () => [...shapes.flatMap((s) => ringsOf(s).flat().map(at)), ...walk, ...pending];

    // ---- drawing
    const round = (n) => Math.round(n * 10) / 10;
    function pathOf(ring, close = true) {
      let d = '', lastX = Infinity, lastY = Infinity;
      ring.forEach((p, i) => {
        const [x, y] = screen(p);
        if (i && Math.hypot(x - lastX, y - lastY) < 0.7) return;
        d += `${i ? 'L' : 'M'}${round(x)} ${round(y)}`;
        [lastX, lastY] = [x, y];
      });
      return d + (close && d ? 'Z' : '');
    }

    let asked = 0;
    function draw() { // once for all that changes before the screen does
      if (!asked) asked = requestAnimationFrame(() => { asked = 0; paint(); });
    }

    function paint() {
      for (const [name, layer] of Object.entries(layers)) if (name !== 'tiles') layer.replaceChildren();
      paintTiles();
      paintGround();
      for (const s of shapes) {
        if (s.rings) el(layers.land, 'path', { d: s.rings.map((r) => pathOf(r.map(at))).join('') });
        else for (const p of s.points) { const [x, y] = screen(at(p)); el(layers.land, 'circle', { cx: round(x), cy: round(y), r: 6 }); }
      }
      const sketch = mode === 'walk' || mode === 'paused' ? walk : pending;
      if (sketch.length) el(layers.sketch, 'path', { d: pathOf(sketch, false) });
      if (mode === 'draw' || mode === 'hole') pending.forEach((p, i) => handle(p, i ? '' : 'first', 'handle'));
      if (mode === 'edit') paintHandles();
      if (here) {
        const [x, y] = screen(here), r = here[2] / metres(ground([x, y]), ground([x + 100, y])) * 100;
        el(layers.here, 'circle', { class: 'about', cx: round(x), cy: round(y), r: round(Math.min(r, 2000)) });
        el(layers.here, 'circle', { cx: round(x), cy: round(y), r: 7 });
      }
      if (cross && document.activeElement === svg) el(layers.cross, 'path', { d: `M${cross[0] - 14} ${cross[1]}h28M${cross[0]} ${cross[1] - 14}v28` });
      paintBar();
      tell();
    }

    function handle(p, data, kind) {
      const [x, y] = screen(p);
      if (x < -30 || y < -30 || x > width + 30 || y > height + 30) return;
      const g = el(layers.handle, 'g', { class: kind, 'data-at': data });
      el(g, 'circle', { class: 'touch', cx: round(x), cy: round(y), r: kind === 'side' ? 14 : 20 });
      el(g, 'circle', { cx: round(x), cy: round(y), r: kind === 'side' ? 5 : 8 });
    }

    function paintHandles() {
      let left = maxHandles;
      shapes.forEach((s, i) => ringsOf(s).forEach((ring, j) => {
        if ((left -= ring.length) < 0 && chosen?.shape !== i) return;
        ring.forEach((p, k) => {
          const next = ring[(k + 1) % ring.length];
          const [a, b] = [screen(at(p)), screen(at(next))];
          if (s.rings && Math.hypot(a[0] - b[0], a[1] - b[1]) > 48) handle(ground([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]), `s,${i},${j},${k}`, 'side');
        });
        ring.forEach((p, k) => {
          const on = chosen && chosen.shape === i && chosen.ring === j && chosen.vertex === k;
          handle(at(p), `v,${i},${j},${k}`, on ? 'handle chosen' : 'handle');
        });
      }));
    }

    function paintGround() {
      const nice = niceMetres(120);
      const [west, north] = ground([0, 0]), [east, south] = ground([width, height]);
      const dLat = nice / 110574, dLon = nice / (111320 * Math.cos(latOf(middle[1]) * rad));
      let d = '';
      for (let v = Math.ceil(west / dLon) * dLon; v < east; v += dLon) d += `M${round(screen([v, 0])[0])} 0V${height}`;
      for (let v = Math.ceil(south / dLat) * dLat; v < north; v += dLat) d += `M0 ${round(screen([0, v])[1])}H${width}`;
      if (!root.dataset.tiles) el(layers.grid, 'path', { d });
      for (const ring of around.divisas) el(layers.border, 'path', { d: pathOf(ring) });
      for (const t of around.cidades) {
        const [x, y] = screen([t.lon, t.lat]);
        if (x < 0 || y < 0 || x > width || y > height) continue;
        el(layers.town, 'circle', { cx: round(x), cy: round(y), r: 3 });
        el(layers.town, 'text', { x: round(x + 7), y: round(y + 4) }, t.nome);
      }
      for (const n of neighbours) {
        el(layers.neighbour, 'path', { d: n.aneis.map((r) => pathOf(r)).join('') });
        const xs = n.aneis[0].map(screen);
        const box = [Math.min(...xs.map((p) => p[0])), Math.max(...xs.map((p) => p[0])), Math.min(...xs.map((p) => p[1])), Math.max(...xs.map((p) => p[1]))];
        if (n.nome && box[1] - box[0] > 90) el(layers.neighbour, 'text', { x: round((box[0] + box[1]) / 2), y: round((box[2] + box[3]) / 2), 'text-anchor': 'middle' }, n.nome);
      }
      lookAround(west, south, east, north);
    }

    function paintTiles() {
      if (!root.dataset.tiles) return;
      const z = Math.max(0, Math.min(closestTile, Math.round(zoom))), n = 2 ** z, size = scale() / n;
      const left = middle[0] * n - width / 2 / size, top = middle[1] * n - height / 2 / size;
      const wanted = new Set();
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(n, top + height / size); y++) {
        for (let x = Math.max(0, Math.floor(left)); x < Math.min(n, left + width / size); x++) {
          const href = root.dataset.tiles.replace('{z}', z).replace('{x}', x).replace('{y}', y);
          let image = shown.get(href);
          if (!image && alone()) continue;
          if (!image) {
            image = el(layers.tiles, 'image', { href, preserveAspectRatio: 'none' });
            image.addEventListener('error', () => image.setAttribute('visibility', 'hidden'));
            shown.set(href, image);
          }
          const box = { x: round((x - left) * size), y: round((y - top) * size), width: Math.ceil(size + 0.5), height: Math.ceil(size + 0.5) };
          for (const [k, v] of Object.entries(box)) image.setAttribute(k, v);
          wanted.add(href);
        }
      }
      for (const [href, image] of shown) if (!wanted.has(href)) { image.remove(); shown.delete(href); }
    }

    function niceMetres(pixels) {
      const most = metres(ground([width / 2, height / 2]), ground([width / 2 + pixels, height / 2])) || 1;
      const nought = 10 ** Math.floor(Math.log10(most));
      return [5, 2, 1].find((n) => n * nought <= most) * nought;
    }

    function paintBar() {
      const nice = niceMetres(120);
      const long = nice / metres(ground([width / 2, height / 2]), ground([width / 2 + 100, height / 2])) * 100;
      el(layers.bar, 'path', { d: `M12 ${height - 14}v-5v10v-5h${round(long)}v-5v10` });
      el(layers.bar, 'text', { x: round(20 + long), y: height - 9 }, nice >= 1000 ? `${number.format(nice / 1000)} km` : `${number.format(nice)} m`);
      el(layers.bar, 'path', { class: 'north', d: `M${width - 20} 12l7 20-7-4-7 4z` });
      el(layers.bar, 'text', { x: width - 20, y: 46, 'text-anchor': 'middle' }, 'N');
    }

    // tell puts the state into words and buttons.
    function tell() {
      let ha = 0;
      for (const s of shapes) if (s.rings) ha += Math.max(0, s.rings.reduce((sum, r, i) => sum + (i ? -1 : 1) * (r.length > 2 ? ringArea(r.map(at)) : 0), 0));
      const sketch = mode === 'walk' || mode === 'paused' ? walk : pending;
      if (sketch.length > 2) ha += (mode === 'hole' ? -1 : 1) * ringArea(sketch);
      root.querySelector('output').textContent = ha > 0 ? `${number.format(ha)} ha` : word('none');
      const has = {
        gps, shape: shapes.some((s) => s.rings), past: past.length || pending.length, future: future.length,
        vertex: chosen && chosen.vertex >= 0, chosen: chosen || shapes.length === 1, something: shapes.length || walk.length || neighbours.length,
      };
      for (const b of root.querySelectorAll('[data-do]')) {
        b.hidden = (Boolean(b.dataset.in) && !b.dataset.in.split(' ').includes(mode)) || (b.dataset.do === 'check' && !unsaid);
        b.disabled = Boolean(b.dataset.needs) && !has[b.dataset.needs];
      }
    }

    // ---- what the server knows
    async function ask(path, options) {
      const answer = await fetch(new URL(path, base), { headers: { Accept: 'application/json' }, ...options });
      if (!answer.ok || !/json/.test(answer.headers.get('Content-Type'))) throw new Error(String(answer.status));
      return answer.json();
    }

    let looking = 0;
    function lookAround(west, south, east, north) {
      const b = around.box, span = east - west;
      if (alone()) return;
      if (b && west >= b[0] && south >= b[1] && east <= b[2] && north <= b[3] && span > (b[2] - b[0]) / 12) return;
      clearTimeout(looking);
      looking = setTimeout(async () => {
        const box = [west - span / 2, south - span / 2, east + span / 2, north + span / 2];
        around.box = box; // also if it fails: the map works without
        try {
          const query = new URLSearchParams({ oeste: box[0], sul: box[1], leste: box[2], norte: box[3] });
          around = { ...(await ask(`talhao/redor?${query}`)), box };
          draw();
        } catch { /* no connection */ }
      }, 300);
    }

    async function meetNeighbours() {
      const harvest = (document.getElementById(root.dataset.harvestField)?.value || root.dataset.harvest).trim();
      neighbours = [];
      if (harvest && 'sees' in root.dataset) {
        try {
          neighbours = await ask(`safras/${encodeURIComponent(harvest)}/talhoes?${new URLSearchParams({ sem: root.dataset.record })}`);
        } catch { /* a harvest that is new, or not theirs to read */ }
      }
      if (!allPoints().length && neighbours.length) fit(neighbours.flatMap((n) => n.aneis.flat()), 15);
      draw();
    }

    let checking = 0, question = null;
    const findings = root.querySelector('.plotfindings');
    function check() {
      clearTimeout(checking);
      question?.abort();
      findings.replaceChildren();
      if (!doc) return;
      const sent = write(doc);
      if (sent.length > maxChecked) return;
      checking = setTimeout(async () => {
        question = new AbortController();
        const item = (kind, label, said) => {
          const li = document.createElement('li');
          li.className = kind;
          if (label) { const strong = document.createElement('strong'); strong.textContent = `${label} · `; li.append(strong); }
          li.append(said);
          return li;
        };
        try {
          const said = await ask('talhao/conferir', { method: 'POST', body: new URLSearchParams({ poligono: sent }), signal: question.signal });
          findings.replaceChildren(...(said.achados.length ? said.achados.map((f) => item(f.gravidade, f.palavra, f.texto)) : [item('bom', '', word('good'))]));
        } catch (err) {
          if (err.name !== 'AbortError') findings.replaceChildren(item('info', '', word('unchecked')));
        }
      }, 500);
    }

    // ---- drafts, on this device alone; console.js ends them as those of the form
    const draftKey = `rastro-rascunho:${root.dataset.draft}:${location.pathname}:${field.id}`;
    const store = (value) => {
      try {
        if (value) localStorage.setItem(draftKey, JSON.stringify(value)); else localStorage.removeItem(draftKey);
      } catch { /* a browser that keeps nothing */ }
    };
    function stored() {
      try {
        return JSON.parse(localStorage.getItem(draftKey));
      } catch {
        return null;
      }
    }
    function keep(sent = false) {
      const changed = text !== field.defaultValue.trim() && text !== '';
      store(changed || walk.length || pending.length ? { at: Date.now(), text: changed ? text : '', walk, pending, hole: mode === 'hole', sent } : null);
    }

    function offerDraft() {
      const draft = stored(), offer = root.querySelector('.plotdraft');
      const again = performance.getEntriesByType('navigation')[0]?.type !== 'navigate';
      const points = draft?.pending || [], begun = draft && (draft.walk.length || points.length);
      if (!draft || (draft.sent && !again && !begun) || (!begun && draft.text === text)) {
        if (draft) store(null);
        return;
      }
      offer.firstElementChild.textContent = word('draft', { quando: new Date(draft.at).toLocaleString(document.documentElement.lang, { dateStyle: 'short', timeStyle: 'short' }) });
      offer.hidden = false;
      acts.resume = () => {
        offer.hidden = true;
        if (draft.text) put(draft.text, true);
        if (draft.walk.length) {
          walk = draft.walk;
          mode = 'paused';
          say('paused', { n: walk.length });
        } else if (points.length) {
          pending = points;
          mode = draft.hole ? 'hole' : 'draw';
          say(draft.hole ? 'cutting' : 'drawing', { n: pending.length });
        }
        keep();
        fit(allPoints());
        svg.focus();
      };
      acts.discard = () => { offer.hidden = true; store(null); svg.focus(); };
    }

    // ---- what buttons and keys do
    function choose(shape, ring, vertex) {
      const p = ringsOf(shapes[shape])[ring][vertex];
      chosen = { shape, ring, vertex };
      cross = screen(at(p)).map(round);
      place.value = `${lat(p)}, ${lon(p)}`;
      say('point', { i: vertex + 1, n: ringsOf(shapes[shape])[ring].length, lat: lat(p).toFixed(5), lon: lon(p).toFixed(5) });
      draw();
    }

    function addPending(p) {
      pending.push(p);
      keep();
      say(mode === 'hole' ? 'cutting' : 'drawing', { n: pending.length });
      draw();
    }

    function insert(shape, ring, vertex, p) {
      ringsOf(shapes[shape])[ring].splice(vertex + 1, 0, position(p));
      chosen = { shape, ring, vertex: vertex + 1 };
    }

    function close(points, hole) {
      const unique = points.filter((p, i) => !i || p[0].toFixed(6) !== points[i - 1][0].toFixed(6) || p[1].toFixed(6) !== points[i - 1][1].toFixed(6));
      if (unique.length < 3) { say('three'); return false; }
      const ring = unique.map(position);
      if (hole) {
        const outer = shapes.find((s) => s.rings && within(points[0], s.rings[0].map(at)));
        if (!outer) { say('outside'); return false; }
        outer.rings.push(ring);
      } else {
        doc = joined(doc, { type: 'Polygon', coordinates: [ring] });
      }
      pending = [];
      mode = 'edit';
      commit();
      say('closed', { n: ring.length });
      return true;
    }

    const acts = {
      draw() { mode = 'draw'; pending = []; chosen = null; say('drawing', { n: 0 }); },
      hole() { mode = 'hole'; pending = []; chosen = null; say('cutting', { n: 0 }); },
      finish() { close(pending, mode === 'hole'); },
      cancel() { mode = 'edit'; pending = []; say(''); keep(); },
      undo() { if (pending.length) { pending.pop(); keep(); say(mode === 'hole' ? 'cutting' : 'drawing', { n: pending.length }); } else if (mode === 'edit') back(past, future); },
      redo() { back(future, past); },
      unpoint() {
        if (!chosen) return;
        const s = shapes[chosen.shape], ring = ringsOf(s)[chosen.ring];
        if (s.points) s.drop();
        else if (ring.length > 3) ring.splice(chosen.vertex, 1);
        else if (chosen.ring) s.rings.splice(chosen.ring, 1);
        else s.drop();
        chosen = null;
        commit();
        say('deleted');
      },
      unshape() {
        const s = shapes[chosen?.shape ?? 0];
        if (!s) return;
        if (chosen?.ring) s.rings.splice(chosen.ring, 1); else s.drop();
        chosen = null;
        commit();
        say('deleted');
      },
      closer() { zoomTo(zoom + 1); },
      farther() { zoomTo(zoom - 1); },
      fit() { fit(allPoints().length ? allPoints() : neighbours.flatMap((n) => n.aneis.flat())); },
      here() {
        say('waiting');
        navigator.geolocation.getCurrentPosition((fix) => {
          here = [fix.coords.longitude, fix.coords.latitude, fix.coords.accuracy];
          middle = [worldX(here[0]), worldY(here[1])];
          zoom = Math.max(zoom, 16);
          say('here', { m: whole(here[2]) });
          draw();
        }, noFix, { enableHighAccuracy: true, timeout: 60_000 });
      },
      async goto() {
        const point = typed();
        names.replaceChildren();
        if (point) { middle = [worldX(point[0]), worldY(point[1])]; zoom = Math.max(zoom, 15); draw(); say(''); return; }
        try {
          const { cidades } = await ask(`talhao/redor?${new URLSearchParams({ municipio: place.value })}`);
          if (!cidades.length) { say('nowhere'); return; }
          const show = (t) => { names.replaceChildren(); fit([[t.lon, t.lat]], 12); say(''); };
          if (cidades.length === 1) { show(cidades[0]); return; }
          say('several');
          names.append(...cidades.map((t) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.className = 'second small';
            button.textContent = t.nome;
            button.addEventListener('click', () => { place.value = t.nome; show(t); place.focus(); });
            return button;
          }));
        } catch { say('nowhere'); }
      },
      put() {
        const point = typed();
        if (!point) { say('nowhere'); return; }
        if (mode !== 'edit') addPending(point);
        else if (chosen) { ringsOf(shapes[chosen.shape])[chosen.ring][chosen.vertex].splice(0, 2, ...position(point)); commit(); }
        else { acts.draw(); addPending(point); }
        const [x, y] = screen(point);
        if (x < 0 || y < 0 || x > width || y > height) { middle = [worldX(point[0]), worldY(point[1])]; if (zoom < 12) zoom = 15; }
        draw();
      },
      walk() { mode = 'walk'; walk = []; chosen = null; listen(); },
      check() {
        hush(false);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        check();
      },
      go() { mode = 'walk'; listen(); },
      pause() { mode = 'paused'; rest(); say('paused', { n: walk.length }); keep(); },
      arrive() {
        const points = walk;
        rest();
        const accuracy = points.reduce((sum, p) => sum + p[2], 0) / (points.length || 1);
        // A round ends where it begins, so it is thinned on the way out and on the way back.
        const far = points.reduce((best, p, i) => (metres(points[0], p) > metres(points[0], points[best]) ? i : best), 0);
        const tolerance = Math.max(0.5, Math.min(2, accuracy / 5));
        const ring = [...thinned(points.slice(0, far + 1), tolerance).slice(0, -1), ...thinned([...points.slice(far), ...points.slice(0, 1)], tolerance)];
        ring.pop();
        if (ring.length > 3 && metres(ring[0], ring[ring.length - 1]) < Math.max(step, accuracy)) ring.pop();
        walk = [];
        hush(true);
        if (close(ring.map((p) => p.slice(0, 2)), false)) say('walked', { n: points.length, m: ring.length });
        else { hush(false); walk = points; mode = 'paused'; }
        keep();
        fit(allPoints());
      },
      forget() {
        if (walk.length && !window.confirm(word('sure'))) return;
        rest(); walk = []; mode = 'edit'; say(''); keep();
      },
    };

    // typed reads a latitude and a longitude, in either order where only one is in Brazil.
    function typed() {
      try {
        const [a, b, more] = listed(place.value.trim()).map(Number);
        if (more !== undefined || b === undefined) return null;
        return inBrazil(a, b) ? [a, b] : [b, a];
      } catch { return null; }
    }

    root.addEventListener('click', (event) => {
      const button = event.target.closest('[data-do]');
      if (!button || button.disabled) return;
      acts[button.dataset.do]?.();
      paint();
      if (button.hidden || button.disabled) svg.focus({ preventScroll: true }); // the focus is not lost with its button
    });
    place.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      acts.goto();
    });

    // ---- GPS
    function noFix(err) {
      say(err.code === 1 ? 'denied' : 'nogps');
      if (err.code === 1 && mode === 'walk') { mode = walk.length ? 'paused' : 'edit'; rest(); draw(); }
    }

    function listen() {
      lastFix = 0;
      say('waiting');
      stayAwake();
      if (watch === null) watch = navigator.geolocation.watchPosition(fixed, noFix, { enableHighAccuracy: true, maximumAge: 0, timeout: 60_000 });
    }

    function rest() {
      if (watch !== null) navigator.geolocation.clearWatch(watch);
      watch = null;
      lock?.release().catch(() => {});
      lock = null;
    }

    async function stayAwake() {
      try { lock = await navigator.wakeLock?.request('screen'); } catch { /* the person keeps it on */ }
    }
    document.addEventListener('visibilitychange', () => { if (mode === 'walk' && document.visibilityState === 'visible') stayAwake(); });

    function fixed({ coords, timestamp }) {
      const p = [coords.longitude, coords.latitude, coords.accuracy];
      here = p;
      const late = lastFix ? (timestamp - lastFix) / 1000 : 0;
      lastFix = timestamp;
      const last = walk[walk.length - 1];
      if (p[2] > roughest) say('rough', { m: whole(p[2]), max: roughest });
      else {
        if (!last || metres(last, p) >= Math.max(step, Math.min(p[2], 10) / 2)) { walk.push(p); keep(); }
        if (late > silence) say('gap', { s: whole(late) }); else say('walking', { n: walk.length, m: whole(p[2]) });
      }
      const [x, y] = screen(p);
      if (walk.length < 2 || x < 40 || y < 40 || x > width - 40 || y > height - 40) { middle = [worldX(p[0]), worldY(p[1])]; zoom = Math.max(zoom, 17); }
      draw();
    }

    // ---- mouse and fingers
    const fingers = new Map();
    let grip = null; // what the first finger holds
    const spot = (event) => { const box = svg.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };

    svg.addEventListener('pointerdown', (event) => {
      if (event.button) return;
      fingers.set(event.pointerId, spot(event));
      svg.setPointerCapture(event.pointerId);
      if (fingers.size > 1) { if (grip?.moved && grip.what) commit(); grip = null; return; }
      const [what, ...which] = (event.target.closest('[data-at]')?.dataset.at ?? '').split(',');
      grip = { from: spot(event), what, which: which.map(Number), moved: false };
      cross = null;
    });

    svg.addEventListener('pointermove', (event) => {
      if (!fingers.has(event.pointerId)) return;
      const before = [...fingers.values()], now = spot(event), was = fingers.get(event.pointerId);
      fingers.set(event.pointerId, now);
      if (fingers.size === 2) {
        const [a, b] = before, [c, d] = [...fingers.values()];
        const apart = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]) || 1;
        pan((c[0] + d[0] - a[0] - b[0]) / 2, (c[1] + d[1] - a[1] - b[1]) / 2);
        zoomTo(zoom + Math.log2(apart(c, d) / apart(a, b)), [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2]);
        return;
      }
      if (!grip) return;
      if (!grip.moved && Math.hypot(now[0] - grip.from[0], now[1] - grip.from[1]) < 5) return;
      const first = !grip.moved;
      grip.moved = true;
      if (grip.what === 's' && first) {
        insert(...grip.which, ground(now));
        grip.which[2] += 1;
      }
      if (grip.what === 'v' || grip.what === 's') {
        const [shape, ring, vertex] = grip.which;
        chosen = { shape, ring, vertex };
        ringsOf(shapes[shape])[ring][vertex].splice(0, 2, ...position(ground(now)));
      } else if (grip.what !== 'first') {
        pan(now[0] - was[0], now[1] - was[1]);
      }
      draw();
    });

    const release = (event) => {
      if (!fingers.delete(event.pointerId) || !grip) return;
      const { what, which, moved } = grip;
      grip = null;
      if (event.type === 'pointercancel') { if (moved && (what === 'v' || what === 's')) commit(); return; }
      if (what === 'first' && pending.length > 2) acts.finish();
      else if (mode === 'draw' || mode === 'hole') { if (!moved) addPending(ground(spot(event))); }
      else if (mode !== 'edit') return;
      else if (what === 's' && !moved) { const p = ground(spot(event)); insert(...which, p); commit(); choose(which[0], which[1], which[2] + 1); }
      else if (what === 'v' || what === 's') { if (moved) commit(); choose(...which); }
      else if (!moved) {
        const p = ground(spot(event)), i = shapes.findIndex((s) => s.rings && within(p, s.rings[0].map(at)));
        chosen = i < 0 ? null : { shape: i, ring: 0, vertex: -1 };
        say('');
      }
      draw();
    };
    svg.addEventListener('pointerup', release);
    svg.addEventListener('pointercancel', release);
    svg.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && document.activeElement !== svg) return; // the page scrolls
      event.preventDefault();
      zoomTo(zoom - Math.sign(event.deltaY) / 2, spot(event));
    }, { passive: false });

    // ---- keyboard
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    function arrow([dx, dy], far) {
      cross = [cross[0] + dx * far, cross[1] + dy * far];
      const over = [0, 1].map((axis) => { const most = [width, height][axis] - 20; return cross[axis] < 20 ? 20 - cross[axis] : Math.min(0, most - cross[axis]); });
      pan(over[0], over[1]);
      cross = [cross[0] + over[0], cross[1] + over[1]];
      if (chosen?.vertex >= 0 && mode === 'edit') {
        ringsOf(shapes[chosen.shape])[chosen.ring][chosen.vertex].splice(0, 2, ...position(ground(cross)));
        commit();
      }
    }

    const keys = {
      Enter() {
        if (mode === 'draw' || mode === 'hole') { addPending(ground(cross)); return; }
        if (chosen?.vertex >= 0) { chosen = null; say(''); return; }
        let best = 24, found = null;
        shapes.forEach((s, i) => ringsOf(s).forEach((r, j) => r.forEach((p, k) => {
          const [x, y] = screen(at(p)), far = Math.hypot(x - cross[0], y - cross[1]);
          if (far < best) [best, found] = [far, [i, j, k]];
        })));
        if (found) choose(...found);
      },
      Insert() {
        if (!(chosen?.vertex >= 0) || !shapes[chosen.shape].rings) return;
        const { shape, ring, vertex } = chosen, all = shapes[shape].rings[ring];
        const a = at(all[vertex]), b = at(all[(vertex + 1) % all.length]);
        insert(shape, ring, vertex, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
        commit();
        choose(shape, ring, vertex + 1);
      },
      Delete() { if (pending.length) acts.undo(); else if (chosen?.vertex >= 0) acts.unpoint(); },
      Escape() { if (mode === 'draw' || mode === 'hole') acts.cancel(); else { chosen = null; say(''); } },
      f() { if (mode === 'draw' || mode === 'hole') acts.finish(); },
      '+': () => zoomTo(zoom + 1, cross), '-': () => zoomTo(zoom - 1, cross),
      PageDown: () => stepTo(1), PageUp: () => stepTo(-1),
    };
    Object.assign(keys, { ' ': keys.Enter, Backspace: keys.Delete, F: keys.f, '=': keys['+'], i: keys.Insert, I: keys.Insert });

    function stepTo(by) {
      const all = shapes.flatMap((s, i) => ringsOf(s).flatMap((r, j) => r.map((_, k) => [i, j, k])));
      if (!all.length || mode !== 'edit') return;
      const now = chosen?.vertex >= 0 ? all.findIndex(([i, j, k]) => i === chosen.shape && j === chosen.ring && k === chosen.vertex) : (by > 0 ? -1 : 0);
      const [i, j, k] = all[(now + by + all.length) % all.length];
      const [x, y] = screen(at(ringsOf(shapes[i])[j][k]));
      if (x < 20 || y < 20 || x > width - 20 || y > height - 20) pan(width / 2 - x, height / 2 - y);
      choose(i, j, k);
    }

    svg.addEventListener('keydown', (event) => {
      if (event.altKey || event.metaKey && event.key !== 'z') return;
      cross ??= [Math.round(width / 2), Math.round(height / 2)];
      if (event.ctrlKey || event.metaKey) {
        if (event.key === 'z') acts.undo(); else if (event.key === 'y' || event.key === 'Z') acts.redo(); else return;
      } else if (arrows[event.key]) arrow(arrows[event.key], event.shiftKey ? 2 : 20);
      else if (Object.hasOwn(keys, event.key)) keys[event.key]();
      else return;
      event.preventDefault();
      draw();
    });
    svg.addEventListener('focus', draw);
    svg.addEventListener('blur', draw);

    // closeSketch closes what is being drawn or walked; false if it cannot be an area yet.
    function closeSketch() {
      if (mode === 'walk' || mode === 'paused') acts.arrive();
      else if (pending.length) close(pending, mode === 'hole');
      else if (mode !== 'edit') acts.cancel();
      hush(false);
      draw();
      return mode === 'edit';
    }

    // ---- the form around
    // First of all that a submission sets off: nobody is told of a form that stays.
    field.form?.addEventListener('submit', (event) => {
      if (mode === 'edit' || closeSketch()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (says.textContent === word('three')) say('unfinished');
      root.scrollIntoView({ block: 'nearest' });
      svg.focus({ preventScroll: true });
    }, true);
    field.addEventListener('input', () => {
      if (field.value === text) return;
      past = [...past.slice(1 - maxPast), text];
      future = [];
      load(field.value);
      say(readable ? '' : 'unreadable');
      check();
      fit(allPoints());
      draw();
    });
    field.form?.addEventListener('submit', (event) => {
      hush(false);
      if (event.defaultPrevented || !stored()) return;
      if (navigator.onLine === false) { event.preventDefault(); say('offline'); says.scrollIntoView({ block: 'nearest' }); } else keep(true);
    });
    document.getElementById(root.dataset.harvestField)?.addEventListener('change', meetNeighbours);

    load(text);
    root.hidden = false;
    const aside = field.closest('details');
    if (aside && readable && field.getAttribute('aria-invalid') !== 'true') aside.open = false;
    root.querySelector('.plotinsecure').hidden = gps;
    new ResizeObserver(() => {
      const box = svg.getBoundingClientRect();
      if (!box.width) return;
      const first = width === 600 && height === 400 && !layers.bar.firstChild;
      [width, height] = [Math.round(box.width), Math.round(box.height)];
      svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
      if (first && allPoints().length) fit(allPoints());
      draw();
    }).observe(svg);
    if (!readable) say('unreadable');
    offerDraft();
    check();
    meetNeighbours();
    if (location.hash === `#${root.id}`) root.scrollIntoView();
  }
}
