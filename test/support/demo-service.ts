import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startDemoService as start,
  type DemoOptions as ServiceOptions,
  type DemoService as Service,
} from '../../src/main/demo/server.ts';
import type { ClientParts } from '../../src/main/api/http/client.ts';
import type { DemoRequest } from '../../src/main/demo/requests.ts';

/** A response sent instead of the right one. `hang` never answers; `reset` breaks the connection. */
export type Fault =
  | 'html'
  | 'reset'
  | 'hang'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer };

/** Decides for each request whether it fails, and how; the request waits for a promise. */
export type FaultHook = (request: DemoRequest) => Fault | undefined | Promise<Fault | undefined>;

export interface DemoOptions extends Omit<ServiceOptions, 'intercept'> {
  readonly faults?: FaultHook;
  /** How long each test run takes, in milliseconds. */
  readonly testDelayMs?: number;
  readonly defaultPerPage?: number;
  /** Below the maximum of the demo itself. */
  readonly maxPerPage?: number;
  /** The response to a `per_page` above the maximum. */
  readonly oversizedPages?: 'capped' | 'refused';
}

export interface DemoService extends Service {
  /** Requests received, oldest first, including those with wrong keys. */
  readonly requests: readonly DemoRequest[];
}

/** Older requests are dropped. */
const maxRecorded = 10_000;

/** The demo service with faults, delays and pages as a test wants them; records its requests. */
export async function startDemoService(options: DemoOptions = {}): Promise<DemoService> {
  const { faults, testDelayMs = 0, ...rest } = options;
  const requests: DemoRequest[] = [];
  const service = await start({
    ...rest,
    async intercept(request, response) {
      requests.push(request);
      if (requests.length > maxRecorded) requests.shift();
      const fault = (await faults?.(request)) ?? refusePage(request, options);
      if (fault !== undefined) {
        applyFault(fault, response);
        return undefined;
      }
      if (testDelayMs > 0 && request.path.includes('/proxy_test_run/')) {
        await sleep(testDelayMs, undefined, { ref: false });
      }
      return withPerPage(request, options);
    },
  });
  return { ...service, requests };
}

const isSearch = ({ path }: DemoRequest): boolean => path.endsWith('/search');

function refusePage(request: DemoRequest, { maxPerPage = Infinity, oversizedPages }: DemoOptions): Fault | undefined {
  const isOversized = Number(request.query['per_page'] ?? 0) > maxPerPage;
  if (oversizedPages !== 'refused' || !isSearch(request) || !isOversized) return undefined;
  return { status: 400, body: '{"message":"per_page is too large."}' };
}

function withPerPage(request: DemoRequest, { defaultPerPage, maxPerPage }: DemoOptions): DemoRequest {
  if (!isSearch(request) || (defaultPerPage ?? maxPerPage) === undefined) return request;
  const wanted = Number(request.query['per_page'] ?? defaultPerPage ?? maxPerPage);
  const per_page = String(Math.min(wanted, maxPerPage ?? Infinity));
  return { ...request, query: { ...request.query, per_page } };
}

const portalPage = '<!doctype html><title>Sign in</title><p>Sign in to use this network.</p>';

function applyFault(fault: Fault, response: ServerResponse): void {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
  } else if (fault === 'html') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(portalPage);
  } else {
    response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers }).end(fault.body ?? '');
  }
}

/** How a client reaches the service. */
export const serviceOf = ({
  baseUrl,
  publicKey,
  privateKey,
}: Pick<Service, 'baseUrl' | 'publicKey' | 'privateKey'>): ClientParts => ({ baseUrl, publicKey, privateKey });
