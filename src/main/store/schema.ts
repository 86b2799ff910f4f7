import initial from './migrations/0001-initial.sql?raw';
import profile from './migrations/0002-profile.sql?raw';
import accountData from './migrations/0003-account-data.sql?raw';
import resourceState from './migrations/0004-resource-state.sql?raw';
import recordsApart from './migrations/0005-records-apart.sql?raw';
import ipv6Index from './migrations/0006-ipv6-index.sql?raw';
import subnetAndPortIndex from './migrations/0007-subnet-and-port-index.sql?raw';
import leftover from './migrations/0008-leftover.sql?raw';
import lastUpdateIndex from './migrations/0009-last-update-index.sql?raw';
import testHistory from './records-migrations/0001-test-history.sql?raw';
import saved from './records-migrations/0002-saved.sql?raw';
import annotations from './records-migrations/0003-annotations.sql?raw';
import replacements from './records-migrations/0004-replacements.sql?raw';

/** One kind of database file. */
export interface Schema {
  /** What it is called in a message. */
  readonly name: string;
  /** Marks a SQLite file as one of this kind. */
  readonly applicationId: number;
  /** One file each, never edited once landed; `user_version` counts those applied. */
  readonly migrations: readonly string[];
}

/** The offline copy of an account ("PxDk"). */
export const copySchema: Schema = {
  name: 'offline copy',
  applicationId: 0x5078446b,
  migrations: [
    initial,
    profile,
    accountData,
    resourceState,
    recordsApart,
    ipv6Index,
    subnetAndPortIndex,
    leftover,
    lastUpdateIndex,
  ],
};

/** The person's own records of an account ("PxDr"). */
export const recordsSchema: Schema = {
  name: 'file of your own records',
  applicationId: 0x50784472,
  migrations: [testHistory, saved, annotations, replacements],
};
