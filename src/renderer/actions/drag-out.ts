import type { ExportOutcome, ExportRequest } from '../../shared/exports/export.ts';
import { asFailure, type Failure } from '../../shared/failure.ts';
import { ask } from '../bridge.ts';

/**
 * Makes an element one that can be dragged out of the window as the files of an export.
 * What it does when it is pressed is the same for those who drag nothing.
 *
 * @param request the export, asked for when a drag begins; null: nothing is dragged
 * @param onDone hears what is in the files, once they are attached to the pointer
 */
export function dragOut(
  request: (event: DragEvent) => ExportRequest | null,
  onFailure: (failure: Failure) => void,
  onDone: (outcome: ExportOutcome) => void = () => undefined,
): (element: HTMLElement) => () => void {
  return (element) => {
    const onDragStart = (event: DragEvent): void => {
      // The page's own drag ends here; the main process continues with a drag of files.
      event.preventDefault();
      const wanted = request(event);
      if (wanted === null) return;
      void drag(wanted, onFailure).then((outcome) => {
        if (outcome) onDone(outcome);
      });
    };
    element.draggable = true;
    element.addEventListener('dragstart', onDragStart);
    return () => {
      element.removeEventListener('dragstart', onDragStart);
    };
  };
}

/** A person who releases the button before the files are written drags nothing. */
async function drag(
  request: ExportRequest,
  onFailure: (failure: Failure) => void,
): Promise<ExportOutcome | undefined> {
  const released = new AbortController();
  const done = new AbortController();
  const onPointerUp = (): void => {
    released.abort();
  };
  window.addEventListener('pointerup', onPointerUp, { once: true, signal: done.signal });
  try {
    const { dragId, outcome } = await ask('exports:drag', request, released.signal);
    if (released.signal.aborted) return undefined;
    await ask('exports:drag-start', { dragId });
    return outcome;
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code !== 'canceled') onFailure(failure);
    return undefined;
  } finally {
    done.abort();
  }
}
