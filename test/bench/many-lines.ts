import { thisRule, type Line } from '../../src/shared/gateway/rule-lines.ts';

/** Lines as a block list has them, of which only the last takes anything that is measured; none: no lines. */
export const manyLines = (count: number): readonly Line[] =>
  Array.from({ length: count }, (_, at): Line => {
    if (at === count - 1) return { targets: ['*'], statuses: [], way: [thisRule] };
    const target = [`*.ads-${String(at)}.example.com`, `10.${String(at)}.0.0/16`, `*-track-${String(at)}.*`][at % 3];
    return { targets: [target ?? ''], statuses: [], way: 'block' };
  });
