/** More makes no query faster: the system caches the file's pages for all connections. */
const usualKib = 8000;
const fewKib = 2000;

let isSmall = false;

/** Limits the page caches of later connections, for a process that mostly waits. */
export function cacheFewPages(): void {
  isSmall = true;
}

/** The page cache of a connection, in KiB. */
export const cacheKib = ({ isForStreams = false }: { readonly isForStreams?: boolean } = {}): number => {
  if (isSmall) return fewKib;
  return isForStreams ? usualKib / 2 : usualKib;
};
