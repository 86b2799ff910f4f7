/**
 * Copies text that is not secret. The clipboard rejects the call of a window without the focus;
 * then the text goes through a copy event.
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
