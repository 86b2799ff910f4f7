/** Whether every word that was typed begins a word of a title or stands within it. */
export function matchWords(title: string, typed: string): boolean {
  const lowered = title.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowered.includes(word));
}
