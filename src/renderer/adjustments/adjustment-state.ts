import type { Tone } from '../table/columns/grid-column.ts';

/** The tone of an adjustment's status (specification, "Service adjustment status"); unknown ones have none. */
export function adjustmentTone(status: string | null): Tone {
  switch (status) {
    case 'complete':
      return 'ok';
    case 'pending':
      return 'warn';
    case 'failed':
      return 'bad';
    default:
      return 'none';
  }
}
