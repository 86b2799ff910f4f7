/** Four times as much makes no query faster: the system keeps the file's pages anyway, once for all connections. */
const usualKib = 8000;
const fewKib = 2000;

let isSmall = false;

/** Has the connections that this process opens from now on cache few pages: it waits most of its time, next to others. */
export function cacheFewPages(): void {
  isSmall = true;
}

/** The pages that a connection caches. Rows of a stream are read once. */
export const cacheKib = ({ isForStreams = false }: { readonly isForStreams?: boolean } = {}): number => {
  if (isSmall) return fewKib;
  return isForStreams ? usualKib / 2 : usualKib;
};
