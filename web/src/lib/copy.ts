/** Puts a text on the clipboard; also on plain http, where the newer way is closed. Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // Beside whatever has the focus: a dialog keeps it inside.
  const before = document.activeElement;
  (before?.parentElement ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
