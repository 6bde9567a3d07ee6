// Files that are dropped or pasted on the page of a record go into its form, to be sent with the
// button. Without scripts it is the same form.
'use strict';
(() => {
  const form = document.querySelector('form.attach');
  if (!form) return;
  const field = form.querySelector('input[type=file][multiple]');
  const said = form.querySelector('[role=status]');
  const add = (files) => {
    const all = new DataTransfer();
    for (const file of [...field.files, ...files]) all.items.add(file);
    field.files = all.files;
    said.textContent = form.dataset.chosen.replace('{n}', String(field.files.length));
    said.hidden = false;
    form.querySelector('button').focus();
  };
  const place = form.closest('section');
  const carries = (event) => [...event.dataTransfer.types].includes('Files');
  for (const name of ['dragenter', 'dragover']) {
    place.addEventListener(name, (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      place.classList.add('drop');
    });
  }
  place.addEventListener('dragleave', (event) => {
    if (!place.contains(event.relatedTarget)) place.classList.remove('drop');
  });
  place.addEventListener('drop', (event) => {
    place.classList.remove('drop');
    if (!carries(event)) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  });
  // Cells that are copied from a spreadsheet also carry a picture of themselves: where somebody types,
  // the text is meant.
  document.addEventListener('paste', (event) => {
    if (event.clipboardData.files.length === 0) return;
    if (event.target.closest?.('input:not([type=file]), textarea, select, [contenteditable]')) return;
    event.preventDefault();
    add(event.clipboardData.files);
  });
  // Two presses of the button would send large files twice.
  form.addEventListener('submit', () => {
    form.querySelector('button').disabled = true;
  });
  window.addEventListener('pageshow', () => {
    form.querySelector('button').disabled = false;
  });
})();
