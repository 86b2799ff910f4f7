/** The size of a chunk. */
const chunkBytes = 256 * 1024;
/**
 * Lines are joined up to this size before they are encoded: small enough to be freed early,
 * large enough to be worth the call.
 */
const pieceCharacters = 8 * 1024;
/** UTF-8 takes three bytes at most for each unit of UTF-16. */
const bytesPerUnit = 3;

/**
 * Collects lines with their line ends into chunks of UTF-8. Two buffers alternate: a chunk is
 * overwritten when the next but one is requested.
 */
export function* chunkLines(lines: Iterable<string>): Generator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let spare = Buffer.allocUnsafe(chunkBytes);
  let used = 0;
  let piece = '';
  function* flush(): Generator<Uint8Array> {
    if (used > 0) yield chunk.subarray(0, used);
    [chunk, spare] = [spare, chunk];
    used = 0;
  }
  function* put(): Generator<Uint8Array> {
    const most = piece.length * bytesPerUnit;
    if (used + most > chunkBytes) yield* flush();
    if (most > chunkBytes) yield Buffer.from(piece);
    else used += chunk.write(piece, used);
    piece = '';
  }
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length >= pieceCharacters) yield* put();
  }
  yield* put();
  yield* flush();
}
