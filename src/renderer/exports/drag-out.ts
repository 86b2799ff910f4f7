import type { ExportRequest } from '../../shared/export.ts';
import type { Failure } from '../../shared/failure.ts';
import { ask, attempt } from '../bridge.ts';

/**
 * Makes an element one that can be dragged out of the window as the files of an export.
 * What it does when it is pressed is the same for those who drag nothing.
 *
 * @param request the export; null: nothing is dragged
 */
export function dragOut(
  request: () => ExportRequest | null,
  onFailure: (failure: Failure) => void,
): (element: HTMLElement) => () => void {
  return (element) => {
    const onDragStart = (event: DragEvent): void => {
      // The page's own drag ends here; the main process goes on with one of files.
      event.preventDefault();
      const wanted = request();
      if (wanted !== null) void drag(wanted, onFailure);
    };
    element.draggable = true;
    element.addEventListener('dragstart', onDragStart);
    return () => {
      element.removeEventListener('dragstart', onDragStart);
    };
  };
}

/** Who lets go before the files are there drags nothing. */
async function drag(request: ExportRequest, onFailure: (failure: Failure) => void): Promise<void> {
  const letGo = new AbortController();
  const { accountId } = request;
  window.addEventListener(
    'pointerup',
    () => void attempt(() => ask('exports:cancel', { accountId }), onFailure),
    { once: true, signal: letGo.signal },
  );
  await attempt(
    () => ask('exports:drag', request),
    (failure) => {
      if (failure.code !== 'cancelled') onFailure(failure);
    },
  );
  letGo.abort();
}
