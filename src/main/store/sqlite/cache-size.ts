/** More would not be faster: the system caches pages, too. */
const usualKib = 8000;
const fewKib = 2000;

let isSmall = false;

/** For processes that mostly wait; for later connections. */
export function cacheFewPages(): void {
  isSmall = true;
}

/** The page cache of a connection, in KiB. */
export const cacheKib = ({ isForStreams = false }: { readonly isForStreams?: boolean } = {}): number => {
  if (isSmall) return fewKib;
  return isForStreams ? usualKib / 2 : usualKib;
};
