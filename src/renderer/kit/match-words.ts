/** Whether a title contains every typed word. */
export function matchWords(title: string, typed: string): boolean {
  const lowered = title.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowered.includes(word));
}
