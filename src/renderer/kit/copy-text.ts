/**
 * Copies text that is not secret. The window has no permissions,
 * so where the clipboard's own call is denied the text goes the way of a copy
 * that the person started.
 *
 * @returns whether the clipboard took it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

function copyByEvent(text: string): boolean {
  const oncopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', oncopy);
  // Old, but the only way that asks for no permission.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', oncopy);
  return isCopied;
}
