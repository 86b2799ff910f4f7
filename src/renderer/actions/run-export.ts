import type { ExportOutcome, ExportPreset, ExportRequest } from '../../shared/exports/export.ts';
import { asFailure, fail } from '../../shared/failure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { ask, listen } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { ToastAction, Toasts } from '../kit/toast/toasts.svelte.ts';
import { copySecret, describeClearing } from './copy-secret.ts';

/** `asksFile`: not into the preset's file. */
type Destination = 'clipboard' | 'file' | { readonly preset: ExportPreset; readonly asksFile: boolean };

/** Begins, counts rows, ends with a message, a failure or, without a file, nothing. */
export interface ExportDisplay {
  begin(title: string, cancel: () => void): void;
  update(writtenCount: number): void;
  end(): void;
  succeed(text: string, actions: readonly ToastAction[]): void;
  fail(error: unknown): void;
}

interface ExportHandling {
  readonly to: Destination;
  /** Default: a toast from the first progress on. */
  readonly show?: ExportDisplay;
  /** Remembers the export by this name, so that it can be repeated. */
  readonly label?: string;
}

/** Exports, shows and remembers. Never rejects. */
export async function runExport(
  account: AccountState,
  request: ExportRequest,
  { to, label, show = toastOf(account.app.toasts) }: ExportHandling,
): Promise<void> {
  const controller = new AbortController();
  show.begin(describeWork(to), () => {
    controller.abort();
  });
  const stopListening = listen('exports:progress', ({ accountId, done }) => {
    if (accountId === account.id) show.update(done);
  });
  try {
    const outcome = await send(account, request, to, controller.signal);
    if (outcome === null) return;
    if (to === 'file') void account.recentFiles.add(request, outcome);
    if (label !== undefined) void account.recentCopies.add(request, label);
    show.succeed(describeOutcome(account, request, to, outcome), savedActions(account.app.toasts, outcome));
  } catch (error) {
    show.fail(error);
  } finally {
    stopListening();
    show.end();
  }
}

/** Writes a preset; asks for a missing file. */
export async function runPreset(account: AccountState, preset: ExportPreset): Promise<void> {
  const { presets, id: accountId } = account;
  if (preset.choices === null) return;
  presets.lastRunId = preset.id;
  await runExport(account, { ...preset.choices, accountId }, { to: { preset, asksFile: false } });
}

/** Null: the dialog was closed. */
async function send(
  { id: accountId, presets }: AccountState,
  request: ExportRequest,
  to: Destination,
  signal: AbortSignal,
): Promise<ExportOutcome | null> {
  if (to === 'file') return ask('exports:save', request, signal);
  if (to !== 'clipboard') {
    const { preset, asksFile } = to;
    // The preset records failures.
    try {
      return await ask('presets:save', { accountId, id: preset.id, asksFile }, signal);
    } finally {
      await presets.reload();
    }
  }
  const outcome = await ask('exports:copy', request, signal);
  if (outcome.writtenCount > 0) return outcome;
  const reasons = outcome.skipped.map(({ message }) => message);
  throw fail('not-found', ['Nothing was copied, and the clipboard is unchanged.', ...reasons].join(' '));
}

function describeWork(to: Destination): string {
  if (to === 'clipboard') return 'Copying proxies…';
  return to === 'file' ? 'Saving proxies…' : `Exporting ${to.preset.name}…`;
}

function describeOutcome(
  { app }: AccountState,
  { gatewayRuleId }: ExportRequest,
  to: Destination,
  { writtenCount, skipped, fileName, fileCount }: ExportOutcome,
): string {
  const written = gatewayRuleId === undefined ? countOf(writtenCount, 'proxy', 'proxies') : 'one entry that rotates';
  const count = skipped.reduce((sum, reason) => sum + reason.count, 0);
  const left = count === 0 ? '' : ` ${countOf(count, 'proxy was', 'proxies were')} skipped.`;
  if (to === 'clipboard') return `Copied ${written}.${left}${describeClearing(app.settings)}`;
  const file = `${fileName ?? 'the file'}${fileCount > 1 ? ` and ${countOf(fileCount - 1, 'more file')}` : ''}`;
  return to === 'file' || to.asksFile
    ? `Saved ${written} to ${file}.${left}`
    : `${to.preset.name}: ${written} written to ${file}.`;
}

/** The main process knows the path. */
function savedActions(toasts: Toasts, { savedId }: ExportOutcome): readonly ToastAction[] {
  if (savedId === undefined) return [];
  return [
    {
      title: 'Show in folder',
      run: () => void toasts.attempt(() => ask('exports:saved-file', { savedId, action: 'show' })),
    },
    {
      title: 'Copy path',
      run: () =>
        void toasts.attempt(async () => {
          await ask('exports:saved-file', { savedId, action: 'copy-path' });
          toasts.notify('Copied the path.');
        }),
    },
  ];
}

function toastOf(toasts: Toasts): ExportDisplay {
  let shown: ReturnType<Toasts['progress']> | undefined;
  return {
    begin(title, cancel) {
      shown = toasts.progress(title, cancel);
    },
    update: () => shown?.update(null),
    end: () => shown?.close(),
    succeed(text, actions) {
      toasts.notify(text, ...actions);
    },
    fail(error) {
      toasts.notifyFailure(asFailure(error));
    },
  };
}

/** Copies the local address of a preset with its token. */
export const copyListAddress = (account: AccountState, { id, name }: ExportPreset): Promise<void> =>
  copySecret(account.app, `the address of ${name} with its token`, () =>
    ask('presets:copy-address', { accountId: account.id, id }),
  );
