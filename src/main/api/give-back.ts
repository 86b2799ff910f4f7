/**
 * Gives the memory of some bytes back at once, where it is theirs alone: the collector would
 * let hundreds of them pile up first, and look through everything because of them.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
