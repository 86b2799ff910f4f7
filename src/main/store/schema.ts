import initial from './migrations/0001-initial.sql?raw';
import profile from './migrations/0002-profile.sql?raw';
import accountData from './migrations/0003-account-data.sql?raw';
import resourceState from './migrations/0004-resource-state.sql?raw';
import recordsApart from './migrations/0005-records-apart.sql?raw';
import ipv6Index from './migrations/0006-ipv6-index.sql?raw';
import subnetAndPortIndex from './migrations/0007-subnet-and-port-index.sql?raw';
import leftover from './migrations/0008-leftover.sql?raw';
import lastUpdateIndex from './migrations/0009-last-update-index.sql?raw';
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

const cacheMigrations = [
  initial,
  profile,
  accountData,
  resourceState,
  recordsApart,
  ipv6Index,
  subnetAndPortIndex,
  leftover,
  lastUpdateIndex,
];

/** The cache of an account ("PxDk"). */
export const cacheSchema: Schema = {
  name: 'offline copy',
  applicationId: 0x5078446b,
  version: cacheMigrations.length,
  isCache: false,
  stepsFrom: (version) => cacheMigrations.slice(version),
};

/** The user's records of an account ("PxDr"). They always migrate. */
export const recordsSchema = makeMigratingSchema({
  name: 'file of your own records',
  applicationId: 0x50784472,
  // Earlier versions were never released.
  firstVersion: 4,
  steps: [userRecords],
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
