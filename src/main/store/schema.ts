import proxyIndexes from './proxy-indexes.sql?raw';
import cache from './schema.sql?raw';
import userRecords6 from './user/schema-6.sql?raw';
import userRecords7 from './user/schema-7.sql?raw';
import userRecords from './user/schema.sql?raw';

/** One kind of database file. */
export interface Schema {
  /** What it is called in a message. */
  readonly name: string;
  /** Marks a SQLite file as one of this kind. */
  readonly applicationId: number;
  /** The `user_version` of a file that is up to date. */
  readonly version: number;
  /** Whether a file of an older version is emptied first, because its content can be fetched again. */
  readonly isCache: boolean;
  /** The statements that bring a file of a version up to date; 0: an empty file. */
  readonly stepsFrom: (version: number) => readonly string[];
}

/**
 * The cache of an account ("PxDk"). A change of schema.sql raises the version: a cache of an
 * older version is emptied when it is opened, and the next sync fills it again.
 */
export const cacheSchema: Schema = {
  name: 'cache',
  applicationId: 0x5078446b,
  version: 12,
  isCache: true,
  stepsFrom: () => [cache, proxyIndexes],
};

/** The user's records of an account ("PxDr"). They always migrate. */
export const recordsSchema = makeMigratingSchema({
  name: 'file of your own records',
  applicationId: 0x50784472,
  // Earlier versions were never released.
  firstVersion: 5,
  steps: [userRecords, userRecords6, userRecords7],
});

/**
 * A schema whose files migrate: the first step creates the first version, every further
 * one leads to the next. A step is never edited after its release.
 */
export function makeMigratingSchema({
  name,
  applicationId,
  firstVersion,
  steps,
}: Pick<Schema, 'name' | 'applicationId'> & {
  readonly firstVersion: number;
  readonly steps: readonly string[];
}): Schema {
  return {
    name,
    applicationId,
    version: firstVersion + steps.length - 1,
    isCache: false,
    stepsFrom: (version) => steps.slice(Math.max(0, version - firstVersion + 1)),
  };
}
