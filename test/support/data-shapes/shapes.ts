/**
 * Accounts whose data differs in shape. A store that is fast only on the demo account has
 * been tuned to it, so syncs are tested and measured on all of these.
 */
export const dataShapes = {
  'random-uuids': 'random UUIDs, 5 cities',
  'sequential-uuids': 'sequential UUIDs',
  'host-uuids': 'UUIDs of version 1 from one host',
  'distinct-places': 'coordinates and subnets that differ in every row',
  'own-credentials': 'credentials of its own for every proxy',
  'text-ids': 'text IDs, 3,000 cities, 5,000 networks, different user lists, random order',
} as const;

export type DataShape = keyof typeof dataShapes;

/** The names of all shapes, in the order of the tables. */
export const shapeNames = Object.keys(dataShapes) as DataShape[]; // the keys of a constant

/** Whether a word of a command line names a shape. */
export const isDataShape = (name: string): name is DataShape => Object.hasOwn(dataShapes, name);
