/** Large enough to be worth a write, small enough for a turn of the event loop. */
const chunkCharacters = 128 * 1024;

/** Joins lines, with their line ends, into chunks of text. */
export function* chunkLines(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
