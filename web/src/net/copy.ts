/** Put a text on the clipboard; gives whether it is there. */
export async function copy(text: string): Promise<boolean> {
  // browsers keep the clipboard from pages of plain http, as in a home network; there a selected field does it
  if (window.isSecureContext)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const field = document.createElement('textarea');
  const before = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.className = 'hidden';
  // within an open dialog nothing outside it can be selected
  (document.querySelector('dialog:modal') ?? document.body).append(field);
  field.select();
  // old, and the only way without a secure connection
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
