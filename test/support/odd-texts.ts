/** Texts that people mistype and programs send, which no argument of a command or a tool may take for a fault of ours. */
export const oddTexts = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'NaN',
  '-0',
  '1e309',
  'a\0b',
  '\ud800',
  'x'.repeat(300),
  'PROXIES',
  '',
  '%s ${x} {{x}}',
  '9'.repeat(25),
] as const;

/** Names by which every object has something that nobody gave it. */
export const inheritedNames: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Numbers at which a program that counts goes wrong; JSON has no other odd ones. */
export const oddNumbers = [-0, -1, 0.5, 2 ** 53, 1e308] as const;
