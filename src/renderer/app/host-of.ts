import { asFailure } from '../../shared/failure.ts';
import type { AppState } from '../account/app-state.svelte.ts';
import type { Host } from '../kit/host.ts';

export const hostOf = (app: AppState): Host => ({
  toasts: app.toasts,
  panes: app.panes,
  saveText: (name, text) => app.saveTable(name, text),
  copyText: (text, name) => app.copyPlain(text, name),
  get hasDetails() {
    return app.hasDetails;
  },
  showDetails() {
    app.isInspectorOpen = true;
  },
  hideDetails() {
    app.isInspectorOpen = false;
  },
  offerRows(rows) {
    app.rows = rows;
    return () => {
      if (app.rows === rows) app.rows = null;
    };
  },
  restart: () => void app.restart(),
  notifyFailure(error) {
    app.toasts.notifyFailure(asFailure(error));
  },
});
