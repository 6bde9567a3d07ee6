// Passkeys: what only a script can ask of a browser. Without it, or where the browser has none,
// what is about passkeys stays hidden, and people sign in as before.
'use strict';
(() => {
  const box = document.querySelector('[data-passkey]');
  if (!box || !window.PublicKeyCredential || !navigator.credentials) return;
  const form = box.closest('form');
  const button = box.querySelector('button');
  const failed = box.querySelector('[data-failed]');
  box.hidden = false;

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const described = (list) => (list || []).map((c) => ({ ...c, id: bytes(c.id) }));

  // options turns texts of the server into bytes, as the browser wants them.
  function options(told) {
    const o = { ...told, challenge: bytes(told.challenge) };
    if (o.user) o.user = { ...o.user, id: bytes(o.user.id) };
    if (o.excludeCredentials) o.excludeCredentials = described(o.excludeCredentials);
    if (o.allowCredentials) o.allowCredentials = described(o.allowCredentials);
    return o;
  }

  // answer is what the browser made, as the server reads it.
  function answer(made) {
    const r = made.response;
    const response = { clientDataJSON: text(r.clientDataJSON) };
    for (const part of ['attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
      if (r[part]) response[part] = text(r[part]);
    }
    if (r.getTransports) response.transports = r.getTransports();
    return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: {}, response });
  }

  // put fills in a hidden field of the form.
  function put(name, value) {
    let field = form.querySelector(`input[type=hidden][name="${name}"]`);
    if (!field) {
      field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      form.append(field);
    }
    field.value = value;
  }

  // begin is what the page brought, or what the server says now.
  async function begin() {
    if (box.dataset.options) return { options: JSON.parse(box.dataset.options) };
    const said = await fetch(box.dataset.passkey, { method: 'POST', headers: { Accept: 'application/json' } });
    if (!said.ok) throw new Error(String(said.status));
    return said.json();
  }

  button.addEventListener('click', async () => {
    button.disabled = true;
    failed.hidden = true;
    try {
      const told = await begin();
      const publicKey = options(told.options.publicKey);
      const made = publicKey.user ? await navigator.credentials.create({ publicKey }) : await navigator.credentials.get({ publicKey });
      if (told.ceremony) put('cerimonia', told.ceremony);
      put('passkey', answer(made));
      form.submit();
    } catch {
      failed.hidden = false; // the person cancelled, or there is none
      button.disabled = false;
    }
  });
})();
