import type { ForbiddenText } from '../format.ts';

/**
 * What documents can't hold everywhere: control characters and line breaks of any
 * kind, which some readers change or end a line at, and what is no character of Unicode.
 */
export const controls: ForbiddenText = {
  pattern: /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u,
  words: 'a control character or a line break',
  instead: 'the URL forms',
};

/** A URL writes every byte of UTF-8; half a character has none. */
export const notUnicode: ForbiddenText = {
  pattern: /\p{Cs}/u,
  words: 'what is no Unicode text',
  instead: 'no form',
};

/** What some programs send to an HTTP proxy in another encoding than UTF-8, or spoil. */
export const beyondAscii: ForbiddenText = {
  pattern: /\P{ASCII}/u,
  words: 'a character beyond ASCII',
  instead: 'SOCKS5, or the URL forms,',
  protocol: 'http',
};
