// What the form of a record does beyond sending itself. Without scripts it is the same form:
// rows are added by the server, and formats are mended when it is sent.
'use strict';
(() => {
  const form = document.getElementById('registro');
  if (!form) return;

  // Enter in the name of the harvest, the first field, leads on and sends nothing.
  form.addEventListener('submit', (event) => {
    const from = document.activeElement;
    if (from?.id !== 'safraId' || !event.submitter?.matches('.unseen')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    form.querySelector('#safraCodigo').focus();
  }, true);

  const heard = (field) => field.dispatchEvent(new Event('input', { bubbles: true }));

  // A file with a plot goes into its field. GeoJSON is read here and not sent: the field is,
  // with the form. Other files go to the server as soon as they are chosen.
  for (const part of form.querySelectorAll('.fromfile')) {
    const send = part.querySelector('button');
    part.querySelector('input').addEventListener('change', async (event) => {
      const [file] = event.target.files;
      if (!file) return;
      if (!/json$/i.test(file.name) || file.size > 2 << 20) {
        send.click();
        return;
      }
      const field = document.getElementById(part.dataset.into);
      field.value = (await file.text()).trim();
      heard(field);
      field.focus();
    });
  }

  // The box for another choice is there only for those who choose it.
  const choose = (select) => {
    const other = select.parentElement.querySelector('.other');
    other.hidden = select.value !== '~outro';
  };
  for (const select of form.querySelectorAll('select[data-choice]')) {
    choose(select);
    select.addEventListener('change', () => {
      choose(select);
      if (select.value === '~outro') select.parentElement.querySelector('.other').focus();
    });
  }

  // Rows of lists and tables are added and removed here.
  const boxes = (row) => row.querySelectorAll('input:not([type=hidden])');
  const addRow = (rows) => {
    const last = [...rows.querySelectorAll('.row')].pop();
    const row = last.cloneNode(true);
    for (const input of row.querySelectorAll('input')) {
      input.value = '';
      input.removeAttribute('id');
    }
    last.after(row);
    return row;
  };
  const emptyRow = (row) => [...boxes(row)].every((input) => input.value.trim() === '');
  for (const rows of form.querySelectorAll('.rows')) {
    for (const button of rows.querySelectorAll('.less')) button.hidden = false;
    rows.querySelector('.more').addEventListener('click', (event) => {
      event.preventDefault();
      const last = [...rows.querySelectorAll('.row')].pop();
      boxes(emptyRow(last) ? last : addRow(rows))[0].focus();
    });
    rows.addEventListener('click', (event) => {
      if (!event.target.matches('.less')) return;
      const row = event.target.closest('.row');
      const next = row.nextElementSibling.matches('.row') ? row.nextElementSibling : row.previousElementSibling;
      if (rows.querySelectorAll('.row').length > 1) {
        const { id } = boxes(row)[0];
        row.remove();
        if (id) boxes(rows.querySelector('.row'))[0].id = id;
        const focus = next && next.matches('.row') ? next : rows.querySelector('.row');
        boxes(focus)[0].focus();
      } else {
        for (const input of row.querySelectorAll('input')) input.value = '';
        boxes(row)[0].focus();
      }
      heard(form.querySelector('#safraCodigo'));
    });
  }

  // The calendar of the browser writes a day as people do, and reads what they wrote.
  for (const field of form.querySelectorAll('input[data-calendar]')) {
    const pick = field.parentElement.querySelector('.pick');
    if (!pick || !('showPicker' in HTMLInputElement.prototype)) continue;
    const [button, calendar] = pick.children;
    pick.hidden = false;
    button.addEventListener('click', () => {
      const said = field.value.match(/^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}:\d{2}))?$/);
      if (said) calendar.value = `${said[3]}-${said[2]}-${said[1]}${calendar.type === 'date' ? '' : `T${said[4] || '00:00'}`}`;
      calendar.showPicker();
    });
    calendar.addEventListener('change', () => {
      const [day, time] = calendar.value.split('T');
      if (!day) return;
      field.value = day.split('-').reverse().join('/') + (time ? ` ${time.slice(0, 5)}` : '');
      heard(field);
    });
  }

  // Fields of one crop come and go with the harvest, which the panel knows. One that has a
  // value stays.
  const suits = () => {
    const { crop, harvestNew } = document.getElementById('achados').dataset;
    const told = document.getElementById('safra-nova');
    if (told) {
      told.textContent = harvestNew;
      told.hidden = !harvestNew;
    }
    for (const field of form.querySelectorAll('[data-about]')) {
      const filled = [...field.querySelectorAll('input, select')].some((box) => box.value.trim() !== '' && box.value !== 'Não se aplica' && box.value !== '~outro');
      field.hidden = Boolean(crop) && crop !== field.dataset.about && !filled;
    }
  };
  const panel = form.querySelector('.beside');
  if (panel) new MutationObserver(suits).observe(panel, { childList: true, subtree: true });

  // A finding leads to its field, also in a part that is folded.
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const part = target && form.contains(target) && target.closest('details');
    if (part) part.open = true;
  };
  addEventListener('hashchange', unfold);
  form.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    const part = link && document.getElementById(link.hash.slice(1))?.closest('details');
    if (part) part.open = true;
  });

  // What is typed stays in this browser until it is saved, for whoever typed it.
  const place = `rastro-rascunho:${form.dataset.draft}:${new URL(form.action).pathname}`;
  const passing = new Set(['id', 'versao', 'uma', 'acao', 'depois', 'arquivo']);
  const most = 200_000; // characters of a draft: more is a plot, whose file people have
  const state = () => {
    const values = {};
    for (const [name, value] of new FormData(form)) {
      if (passing.has(name) || typeof value !== 'string') continue;
      (values[name] ||= []).push(value);
    }
    return values;
  };
  const kept = (values) => (values || []).filter((value) => value !== '');
  const same = (a, b) => JSON.stringify(kept(a)) === JSON.stringify(kept(b));
  const first = state();
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(place));
    } catch {
      return null;
    }
  };
  const keep = (sent) => {
    const now = state();
    const fields = {};
    if (form.hasAttribute('data-typed')) for (const name of Object.keys(read()?.fields || {})) fields[name] = now[name] || [];
    for (const name of new Set([...Object.keys(first), ...Object.keys(now)])) {
      if (!same(first[name], now[name])) fields[name] = now[name] || [];
    }
    // Rows of a table go together.
    for (const name of Object.keys(fields)) {
      const table = name.match(/^(d\.[^.]+)\./);
      if (!table) continue;
      for (const other of Object.keys(now)) if (other.startsWith(`${table[1]}.`)) fields[other] = now[other];
    }
    try {
      const text = JSON.stringify({ at: Date.now(), sent, fields });
      if (Object.keys(fields).length === 0 || text.length > most) localStorage.removeItem(place);
      else localStorage.setItem(place, text);
    } catch { /* a browser that keeps nothing keeps no drafts */ }
  };
  const put = (name, values) => {
    const named = [...form.elements].filter((box) => box.name === name);
    const left = [...values];
    for (const box of named.filter((b) => b.type === 'checkbox')) {
      const at = left.indexOf(box.value);
      box.checked = at >= 0;
      if (at >= 0) left.splice(at, 1);
    }
    const rows = named[0]?.closest('.rows');
    const texts = () => [...form.elements].filter((box) => box.name === name && box.type !== 'checkbox');
    while (rows && texts().length < left.length) addRow(rows);
    texts().forEach((box, i) => { box.value = left[i] ?? ''; });
    for (const box of named) if (box.matches('select[data-choice]')) choose(box);
    const part = named[0]?.closest('details');
    if (part) part.open = true;
  };
  const draft = form.hasAttribute('data-typed') ? null : read();
  if (draft?.fields && Object.keys(draft.fields).length > 0) {
    for (const [name, values] of Object.entries(draft.fields)) put(name, values);
    const told = form.querySelector('.drafted');
    told.hidden = false;
    told.querySelector('button').addEventListener('click', () => {
      localStorage.removeItem(place);
      location.replace(location.href);
    });
    heard(form.querySelector('#safraCodigo'));
  }
  form.addEventListener('input', () => keep(false));
  form.addEventListener('change', () => keep(false));
  form.addEventListener('submit', (event) => keep(!event.submitter?.hasAttribute('formaction')));
  suits();
  unfold();
})();
