/** Texts that people mistype and programs send, which no argument of a command or a tool may take for a fault of ours. */
export const oddTexts = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a\0b',
  '\ud800',
  'x'.repeat(300),
  'PROXIES',
  '',
  '%s ${x} {{x}}',
] as const;
