import { dialog } from 'electron';
import type { App } from '../app.ts';
import type { BackgroundStatus } from '../background.ts';
import { asFailure } from '../../shared/failure.ts';
import type { Log } from '../ports.ts';
import type { TrayActions } from './tray-menu.ts';

/** The icon's menu, mostly without a window; failures show in a dialog. */
export function trayActions(parts: {
  readonly app: App;
  readonly log: Log;
  readonly showWindow: () => void;
  readonly openProblem: (problem: NonNullable<BackgroundStatus['problem']>) => Promise<void>;
  readonly restart: () => void;
  readonly quit: () => void;
}): TrayActions {
  const { app, log, showWindow, openProblem, restart, quit } = parts;
  const { handlers, accounts, testRuns } = app;
  const attempt = (act: () => unknown): void => {
    Promise.try(act).catch((error: unknown) => {
      log.error('menu of the icon', error);
      void dialog.showMessageBox({ type: 'error', message: asFailure(error).message });
    });
  };
  return {
    open: showWindow,
    switchGateway: (accountId, isOn) => {
      attempt(() => handlers['gateway:switch']({ accountId, isOn }));
    },
    copyAddress: (accountId, ruleId) => {
      attempt(() => handlers['gateway:copy']({ accountId, ruleId, client: 'http' }));
    },
    pauseTests() {
      for (const { accountId, testRunId } of testRuns.running()) {
        attempt(() => handlers['tests:stop']({ accountId, testRunId, canResume: true }));
      }
    },
    show: (problem) => {
      attempt(() => openProblem(problem));
    },
    sync() {
      for (const { id: accountId } of accounts.list()) attempt(() => handlers['sync:run']({ accountId }));
    },
    restart,
    quit,
  };
}
