import { room } from './field-column.ts';
import type { GridCell, GridColumn, Tone } from './grid-column.ts';

/** A state in a word, and the color of its dot. */
interface State {
  readonly text: string;
  readonly tone: Tone;
}

/** A column of dots whose tooltips say the state; the store can't sort by it. */
export const stateColumn = <Row>(stateOf: (row: Row) => State): GridColumn<Row> => ({
  key: 'state',
  label: 'State',
  ...room(30),
  priority: 99,
  sortField: null,
  variant: 'dot',
  cell: (row) => stateCell(stateOf(row)),
});

/** A dot whose tooltip says the state. */
export const stateCell = ({ text, tone }: State): GridCell => ({ text, tone, title: text });
