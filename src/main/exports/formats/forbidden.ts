import type { ForbiddenText } from '../format.ts';

/**
 * Text that not every document can carry: control characters and line breaks of any kind,
 * which some readers change or end a line at, and lone surrogates.
 */
export const controls: ForbiddenText = {
  pattern: /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u,
  words: 'a control character or a line break',
  instead: 'URL formats',
};

/** A URL encodes bytes of UTF-8, which does not include lone surrogates. */
export const notUnicode: ForbiddenText = {
  pattern: /\p{Cs}/u,
  words: 'invalid Unicode',
  instead: 'no format',
};

/** Characters that some programs send to an HTTP proxy in an encoding other than UTF-8, or corrupt. */
export const beyondAscii: ForbiddenText = {
  pattern: /\P{ASCII}/u,
  words: 'a character beyond ASCII',
  instead: 'SOCKS5 or a URL format',
  protocol: 'http',
};
