// Reads a file with a plot into its field of the form. Nothing is sent: the field
// is, with the form.
'use strict';
for (const part of document.querySelectorAll('.fromfile')) {
  part.hidden = false;
  part.querySelector('input').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (!file || file.size > 2 << 20) return;
    const field = document.getElementById(part.dataset.into);
    field.value = (await file.text()).trim();
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  });
}
