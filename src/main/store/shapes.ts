import { readShape, type Shape } from './codec.ts';
import type { Connection } from './connection.ts';

/** Shapes of records, each stored once under an integer that is never used again. */
export interface Shapes {
  /** The shape's id; written where it is new. Only inside a transaction. */
  intern(text: string): number;
  get(id: number, connection: Connection): Shape;
  forget(): void;
}

const maxRemembered = 10_000;

/** Builds the table of shapes over the connection that writes. */
export function createShapes(writer: Connection): Shapes {
  const ids = new Map<string, number>();
  const shapes = new Map<number, Shape>();
  return {
    intern(text) {
      const known = ids.get(text);
      if (known !== undefined) return known;
      const find = 'SELECT id FROM shape WHERE fields = ?';
      let found = writer.get(find, text)?.[0];
      if (found === undefined) {
        writer.run('INSERT INTO shape (fields) VALUES (?)', text);
        found = writer.get(find, text)?.[0];
      }
      const id = Number(found);
      if (ids.size >= maxRemembered) ids.clear();
      ids.set(text, id);
      return id;
    },
    get(id, connection) {
      const known = shapes.get(id);
      if (known) return known;
      const text = connection.get('SELECT fields FROM shape WHERE id = ?', id)?.[0];
      const shape = readShape(typeof text === 'string' ? text : '[]');
      if (shapes.size >= maxRemembered) shapes.clear();
      shapes.set(id, shape);
      return shape;
    },
    forget() {
      ids.clear();
      shapes.clear();
    },
  };
}
