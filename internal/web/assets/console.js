// What the console's pages do beyond links and forms. Each part looks for its
// own elements and leaves the page as it is where there are none.
'use strict';

// A choice made while the page still loads is not lost: htmx listens only once it is
// here, so it learns then what was changed before.
document.addEventListener('htmx:after:process', () => {
  const changed = (field) => {
    if (field instanceof HTMLSelectElement) {
      const first = field.querySelector('option[selected]') || field.options[0];
      return Boolean(first) && field.value !== first.value;
    }
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    return 'defaultValue' in field && field.value !== field.defaultValue;
  };
  for (const element of document.querySelectorAll('[hx-trigger]')) {
    const trigger = element.getAttribute('hx-trigger');
    const [event] = trigger.match(/\b(input|change)\b/) || [];
    if (!event) continue;
    const from = (trigger.match(/\bfrom:(\S+)/) || [])[1];
    const heard = from ? document.querySelector(from) : element;
    const field = heard && [...(heard.elements || [heard])].find(changed);
    if (field) field.dispatchEvent(new Event(event, { bubbles: true }));
  }
}, { once: true });

// A button that goes down takes the focus from a field, which is then changed, and htmx draws anew
// what the button is in: the one that comes up is another, and the click is lost. So such changes
// wait until the press is over, and are not needed if it sent the form.
{
  const held = new Set();
  let pressed = false;
  const over = () => setTimeout(() => { // after the click
    pressed = false;
    for (const field of held) if (field.isConnected) field.dispatchEvent(new Event('change', { bubbles: true }));
    held.clear();
  });
  addEventListener('pointerdown', (e) => { pressed = e.target instanceof Element && e.target.closest('a, button, summary') !== null; }, true);
  addEventListener('change', (e) => {
    if (!pressed) return;
    e.stopImmediatePropagation();
    held.add(e.target);
  }, true);
  addEventListener('submit', (e) => { for (const field of held) if (field.form === e.target) held.delete(field); }, true);
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, over, true);
}

// The button beside a text copies it. Where the browser cannot, it stays hidden and the text
// selects itself.
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      button.textContent = button.dataset.copied;
    } catch {
      document.getElementById(button.dataset.copy).focus();
    }
  });
}

// A button below a password shows what was typed. Before the form is sent, or the page left, it is a
// password again: a browser keeps and suggests other texts. While it is seen, no spelling service
// reads it.
for (const field of document.querySelectorAll('input[data-reveal]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second small';
  button.setAttribute('aria-controls', field.id);
  field.spellcheck = false;
  field.setAttribute('autocapitalize', 'none');
  const show = (seen) => {
    field.type = seen ? 'text' : 'password';
    button.textContent = seen ? field.dataset.conceal : field.dataset.reveal;
  };
  show(false);
  button.addEventListener('click', () => show(field.type === 'password'));
  field.form.addEventListener('submit', () => show(false));
  addEventListener('pagehide', () => show(false));
  field.after(button);
}

// A picture is seen before it is sent, as the browser draws it. A data URL runs no script, and the
// policy of pages allows no other.
for (const field of document.querySelectorAll('input[data-preview]')) {
  const preview = document.getElementById(field.dataset.preview);
  const image = preview.querySelector('img');
  field.addEventListener('change', () => {
    preview.hidden = true;
    const [file] = field.files;
    if (!file || file.size > Number(field.dataset.most)) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => { image.src = reader.result; });
    reader.readAsDataURL(file);
  });
  image.addEventListener('load', () => { preview.hidden = false; });
}

// Identifiers are written in one way once their field is left. What is not one stays as it is:
// whether it is right, the server says.
{
  const patterns = {
    placas: (text) => {
      const parts = text.split(/[,;/]/).map((part) => part.replace(/[-. ]/g, '').toUpperCase()).filter(Boolean);
      return parts.length > 0 && parts.every((part) => /^[A-Z]{3}\d[A-Z\d]\d{2}$/.test(part)) ? parts.join(', ') : text;
    },
    chave: (text) => {
      const key = text.replace(/[-. ]/g, '').toUpperCase();
      return /^\d{6}[A-Z\d]{38}$/.test(key) ? key : text;
    },
    documento: (text) => {
      const plain = text.replace(/[-./ ]/g, '').toUpperCase();
      if (/^\d{11}$/.test(plain)) return plain.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
      if (/^[A-Z\d]{12}\d{2}$/.test(plain)) return plain.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
      return text;
    },
  };
  for (const field of document.querySelectorAll('input[data-pattern]')) {
    const write = patterns[field.dataset.pattern];
    field.addEventListener('change', () => {
      const text = write(field.value.trim());
      if (text === field.value) return;
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}

// Drafts of forms (see records.js) end when they are saved, when whoever typed them signs out,
// and after a day: on a shared computer nobody finds what somebody else typed.
{
  const aDay = 24 * 60 * 60 * 1000;
  const drop = (ends) => {
    try {
      for (const place of Object.keys(localStorage)) {
        if (place.startsWith('rastro-talhao:')) localStorage.removeItem(place); // drafts of an earlier version
        if (!place.startsWith('rastro-rascunho:')) continue;
        let draft = {};
        try {
          draft = JSON.parse(localStorage.getItem(place)) || {};
        } catch { /* not a draft */ }
        if (ends(draft, place)) localStorage.removeItem(place);
      }
    } catch { /* a browser that keeps nothing has no drafts */ }
  };
  const done = new URL(location.href).searchParams.get('feito');
  const saved = ['registro-gravado', 'registro-mudado', 'registro-igual'].includes(done);
  const owner = document.getElementById('registro')?.dataset.draft;
  drop((draft, place) => !(Date.now() - draft.at < aDay) || saved && draft.sent || Boolean(owner) && !place.startsWith(`rastro-rascunho:${owner}:`));
  for (const form of document.querySelectorAll('form[action$="/sair"]')) form.addEventListener('submit', () => drop(() => true));
}

// What was just done is said once: it leaves the address, so that a reload or a bookmark does
// not say it again.
{
  const here = new URL(location.href);
  if (here.searchParams.has('feito')) {
    here.searchParams.delete('feito');
    here.searchParams.delete('fora');
    here.searchParams.delete('gravado');
    here.searchParams.delete('excluido');
    history.replaceState(history.state, '', here);
  }
}

// Single keys: / searches, n begins a record, g and a letter leads to a page, ? shows the
// list. They do nothing while somebody types, and the foot of every page turns them off.
{
  const list = document.getElementById('atalhos');
  let going = false; // g was pressed; anything but its letter undoes it
  const follow = (link) => { if (link) location.href = link.href; return Boolean(link); };
  const press = (key) => {
    const second = going;
    going = key === 'g' && !second;
    if (second) return follow([...document.querySelectorAll('[data-go]')].find((link) => link.dataset.go === key));
    if (going) return true;
    if (key === 'n') return follow(document.querySelector('main [data-key="n"]') || document.querySelector('[data-key="n"]'));
    if (key === '?') {
      list.open = !list.open;
      if (list.open) list.querySelector('summary').focus();
      return true;
    }
    const box = key === '/' && document.querySelector('[data-search]');
    if (box) { box.focus(); box.select(); }
    return Boolean(box);
  };
  const types = (on) => on instanceof HTMLElement && (on.isContentEditable || on.matches('input, select, textarea'));
  if (list) for (const other of ['pointerdown', 'focusin']) document.addEventListener(other, () => { going = false; });
  if (list) document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat || types(event.target)) return;
    if (event.key === 'Shift') return; // on its way to ?
    if (press(event.key)) event.preventDefault();
  });
}

// What the search found is below its box: the arrows go through it, Escape closes it, and so
// does leaving it.
for (const box of document.querySelectorAll('.searchbox')) {
  const found = box.querySelector('#encontrado');
  const field = box.querySelector('input');
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      found.replaceChildren();
      field.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = [field, ...found.querySelectorAll('a')];
    const next = stops[stops.indexOf(document.activeElement) + step];
    if (next) { next.focus(); event.preventDefault(); }
  });
  const leave = (to) => { if (!box.contains(to)) found.replaceChildren(); };
  box.addEventListener('focusout', (event) => { if (event.relatedTarget) leave(event.relatedTarget); });
  document.addEventListener('click', (event) => leave(event.target));
}

// Names of lots and harvests are completed from those that there are. Where none is offered yet,
// some are as soon as somebody gets there.
{
  let timer = 0;
  const complete = async (field) => {
    const text = field.value;
    try {
      const answer = await fetch(`${field.dataset.complete}?q=${encodeURIComponent(text)}`, { headers: { 'HX-Request': 'true' } });
      const names = new DOMParser().parseFromString(`<datalist>${await answer.text()}</datalist>`, 'text/html').querySelectorAll('option');
      if (answer.ok && text === field.value) field.list.replaceChildren(...names);
    } catch { /* the next letter asks again */ }
  };
  document.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    if (target.dataset.complete) timer = setTimeout(complete, 250, target);
  });
  document.addEventListener('focusin', ({ target }) => {
    if (target.dataset.complete && target.list?.options.length === 0) complete(target);
  });
}

// A list follows what is written while its tab is seen: it is asked for again, at most every few
// seconds, and not while a pointer or the focus is in it. A tab that is hidden holds no
// connection, since a browser has few for one server.
{
  const { id, dataset } = document.querySelector('[data-live]') || { dataset: {} };
  const pause = 2000;
  let source;
  let timer = 0;
  const refresh = async () => {
    timer = 0;
    const list = document.getElementById(id);
    if (!list || document.hidden) return;
    if (list.matches(':hover') || list.contains(document.activeElement)) {
      timer = setTimeout(refresh, pause);
      return;
    }
    try {
      const answer = await fetch(location.href, { headers: { 'HX-Request': 'true' } });
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id);
      if (!answer.ok || !fresh) return;
      list.replaceWith(fresh);
      if (window.htmx) window.htmx.process(fresh);
    } catch { /* the next change asks again */ }
  };
  const changed = () => { timer ||= setTimeout(refresh, pause); };
  const follow = () => {
    source?.close();
    source = undefined;
    if (document.hidden) return;
    source = new EventSource(dataset.live);
    for (const type of dataset.types.split(' ')) source.addEventListener(type, changed);
  };
  if (dataset.live && window.EventSource) {
    follow();
    document.addEventListener('visibilitychange', () => {
      follow();
      if (!document.hidden) changed(); // what came meanwhile
    });
    window.addEventListener('pagehide', () => source?.close());
  }
}
