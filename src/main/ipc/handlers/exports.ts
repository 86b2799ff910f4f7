import type { ExportChoices, ExportOutcome, ExportRequest } from '../../../shared/exports/export.ts';
import { basename, dirname, join } from 'node:path';
import type { SaveSuggestion } from '../../ports.ts';
import { exportFormats } from '../../exports/formats/index.ts';
import { suggestFile } from '../../exports/files/save.ts';
import { asFileName } from '../../files.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests that export; the window never names a path. */
export function exportHandlers(parts: HandlerParts): HandlersOf<'exports' | 'clipboard'> {
  const { session, save, desktop, emit, registry, lastSaved, gateways } = parts;
  const copySecret = (text: Blob): Promise<void> => desktop.copySecret(text, registry.settings().clipboardClearSeconds);
  /** Gives a named rule a token. */
  const choicesOf = async ({ accountId, ...choices }: ExportRequest): Promise<ExportChoices> => {
    if (choices.gatewayRuleId !== undefined) await gateways.token(accountId, choices.gatewayRuleId);
    return choices;
  };
  return {
    'clipboard:copy-secret': async ({ text }) => {
      await copySecret(new Blob([text]));
      return null;
    },
    // Their functions do not become JSON.
    'exports:formats': () => exportFormats,
    'exports:preview': async ({ revealSecrets, ...request }, call) => {
      const choices = await choicesOf(request);
      const { workers } = session(request.accountId);
      return workers.call('exports:preview', { choices, revealSecrets }, call);
    },
    'exports:copy': async (request, call): Promise<ExportOutcome> => {
      const { accountId } = request;
      const choices = await choicesOf(request);
      const { text, ...counts } = await session(accountId).workers.call('exports:text', choices, {
        ...call,
        onProgress: throttle((progress) => {
          emit('exports:progress', { accountId, ...progress });
        }),
      });
      // An empty copy would replace the clipboard.
      if (counts.writtenCount > 0) await copySecret(text);
      return { ...counts, fileName: null, fileCount: 0 };
    },
    'exports:save': async (request, call): Promise<ExportOutcome | null> => {
      const { accountId } = request;
      const choices = await choicesOf(request);
      const path = await desktop.chooseSaveFile(suggest(choices));
      if (path === null) return null;
      const { fileNames, ...counts } = await save(accountId)({ choices, path, ...call });
      const [fileName = basename(path)] = fileNames;
      const savedId = lastSaved.put(join(dirname(path), fileName));
      return { ...counts, fileName, fileCount: fileNames.length, savedId };
    },
    'exports:saved-file': async ({ savedId, action }) => {
      const path = lastSaved.path(savedId);
      if (action === 'show') desktop.showFile?.(path);
      else await desktop.copyText?.(path);
      return null;
    },
  };
}

const suggest = (choices: ExportChoices): SaveSuggestion => {
  const { gatewayRuleId, proxyUserId } = choices;
  const user = proxyUserId === null ? '' : `-${asFileName(proxyUserId)}`;
  return suggestFile(gatewayRuleId === undefined ? `proxies${user}` : 'gateway', choices);
};

const intervalMs = 250;

/** Limits calls to four a second, the first after 250 ms. */
export function throttle<Args extends readonly unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  let calledAtMs = performance.now();
  return (...args) => {
    const nowMs = performance.now();
    if (nowMs - calledAtMs < intervalMs) return;
    calledAtMs = nowMs;
    call(...args);
  };
}
