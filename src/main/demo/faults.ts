import type { ServerResponse } from 'node:http';
import type { DemoRequest } from './requests.ts';

/** A response sent instead of the right one. `hang` never answers; `reset` breaks the connection. */
export type Fault =
  | 'html'
  | 'reset'
  | 'hang'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    };

/** Decides for each request whether it fails, and how. */
export type FaultHook = (request: DemoRequest) => Fault | undefined;

const portalPage = '<!doctype html><title>Sign in</title><p>Sign in to use this network.</p>';

/** Applies a fault to a response. */
export function applyFault(fault: Fault, response: ServerResponse): void {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
  } else if (fault === 'html') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(portalPage);
  } else {
    response
      .writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers })
      .end(fault.body ?? '');
  }
}
