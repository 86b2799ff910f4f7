import { expect, test } from 'vitest';
import { ownValue } from '../../src/shared/own-value.ts';

test('a name that every object inherits finds nothing, unless the object has it itself', () => {
  const table: { readonly [name: string]: number } = { one: 1 };
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    expect([name, ownValue(table, name)]).toEqual([name, undefined]);
  expect(ownValue(table, 'one')).toBe(1);
  expect(ownValue(JSON.parse('{"__proto__":1,"constructor":2}') as typeof table, '__proto__')).toBe(1);
});
