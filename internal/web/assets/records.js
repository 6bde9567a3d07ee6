// Reads a file with a plot into its field of the form. GeoJSON is read here and not
// sent: the field is, with the form. Other files go to the server as soon as they are
// chosen.
'use strict';
for (const part of document.querySelectorAll('.fromfile')) {
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
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  });
}
