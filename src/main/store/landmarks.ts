import type { SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';
import { databaseState } from './files/database-state.ts';

/** A row of a list whose number is known. */
export interface Landmark {
  /** Its number in the list, from 0. */
  readonly offset: number;
  readonly key: number;
  /** What the list is sorted by; null: it is in the order of the keys. */
  readonly value: SqlValue;
}

/** Rows whose numbers are known from windows that were read before. */
export interface Landmarks {
  /** The last one of a list that is not behind `offset`. */
  before(question: string, offset: number): Landmark | undefined;
  learn(question: string, landmark: Landmark): void;
}

/** Beyond this many a list is learned anew. */
const maxLandmarks = 4096;
const maxQuestions = 32;

/**
 * Makes the memory of landmarks: SQLite can only count its way to a place in a list,
 * from the beginning or the end, and from a landmark that way is short. All are
 * forgotten when the database changes.
 */
export function createLandmarks(connection: Connection): Landmarks {
  const known = new Map<string, Landmark[]>();
  let state = '';
  const refresh = (): void => {
    const now = databaseState(connection);
    if (now !== state) known.clear();
    state = now;
  };
  return {
    before(question, offset) {
      refresh();
      const landmarks = known.get(question) ?? [];
      return landmarks[placeOf(landmarks, offset) - 1];
    },
    learn(question, landmark) {
      refresh();
      if (known.size >= maxQuestions && !known.has(question)) known.clear();
      const landmarks = known.get(question) ?? [];
      if (landmarks.length >= maxLandmarks) landmarks.length = 0;
      const place = placeOf(landmarks, landmark.offset);
      if (landmarks[place - 1]?.offset !== landmark.offset) landmarks.splice(place, 0, landmark);
      known.set(question, landmarks);
    },
  };
}

/** How many landmarks, which lie in order, are not behind `offset`. */
function placeOf(landmarks: readonly Landmark[], offset: number): number {
  let low = 0;
  let high = landmarks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((landmarks[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
