import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { maxProxiesPerBatch } from '../../shared/test-runs/test-run.ts';
import { type DemoAccount, hasAccess } from './data/demo-account.ts';
import { Draw, formatDatetime, readText } from './data/draw.ts';
import { places } from './data/places.ts';
import { Refusal } from './requests.ts';

const servers = ['New York', 'London', 'Singapore'].map((name, at) => ({
  id: `tester-${at + 1}`,
  place: places.find(({ city_name }) => city_name === name),
}));

/** A target that blocks a network, so that a test shows whom to blame. */
export const blockedNetwork = { host: 'shop.example.com', asn_id: 64501 } as const;

export const isBlocked = (url: string, asnId: JsonValue | undefined): boolean =>
  asnId === blockedNetwork.asn_id && URL.parse(url)?.hostname === blockedNetwork.host;

interface Tested {
  readonly proxy: JsonObject;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/**
 * Pretends to test every proxy at every URL, by seed and number of the run; wrong credentials, users without access and
 * offline proxies always fail (specification, "Proxy tests").
 *
 * @param runNumber earlier runs
 */
export function runProxyTest(
  account: DemoAccount,
  body: JsonObject,
  { seed, runNumber, nowMs }: { seed: number; runNumber: number; nowMs: number },
): JsonObject {
  const tested = readProxies(account, body['proxies']);
  const urls = readTexts(body['urls'], 'urls');
  if (urls.length === 0) throw new Refusal(400, 'urls must hold at least one URL.');
  if (!urls.every((url) => /^https?:\/\//.test(url))) {
    throw new Refusal(400, 'urls must hold http or https addresses.');
  }
  const wanted = body['proxy_tester_server_id'];
  const wantedIds = wanted === undefined ? servers.map(({ id }) => id) : readTexts(wanted, 'proxy_tester_server_id');
  const testers = servers.filter(({ id }) => wantedIds.includes(id));
  if (testers.length === 0) throw new Refusal(400, 'No tester server of these ids was found.');
  const draw = new Draw(seed, 16, runNumber);
  const runId = draw.uuid();
  const data: Record<string, JsonObject> = {};
  const resultIds: string[] = [];
  for (const one of tested) {
    const testerProxyId = draw.uuid();
    const results = urls.map((url): JsonObject => {
      const { id, place } = draw.pick(testers);
      const resultId = draw.uuid();
      resultIds.push(resultId);
      return {
        proxy_test_result_id: resultId,
        proxy_test_run_id: runId,
        proxy_tester_proxy_id: testerProxyId,
        proxy_test_result_url: url,
        ...outcomeOf(account, one, { url, draw }),
        proxy_test_result_protocol: 'http',
        proxy_test_server_id: id,
        proxy_test_server_city_id: place?.city_id ?? null,
        proxy_test_server_city_name: place?.city_name ?? null,
        proxy_test_server_country_id: place?.country_id ?? null,
        proxy_test_result_creation_datetime: formatDatetime(nowMs),
        proxy_test_result_last_update_datetime: formatDatetime(nowMs),
        proxy_username: one.username,
        proxy_host: one.host,
        proxy_ip_address: one.host,
        proxy_port: one.port,
        proxy_country_id: one.proxy['country_id'] ?? null,
        proxy_city_name: one.proxy['city_name'] ?? null,
        proxy_asn_name: one.proxy['asn_name'] ?? null,
        proxy_city_id: one.proxy['city_id'] ?? null,
        proxy_asn_id: one.proxy['asn_id'] ?? null,
      };
    });
    data[testerProxyId] = { results };
  }
  return {
    created: [runId],
    data,
    proxy_test_result_created: resultIds,
    proxy_tester_proxy_created: Object.keys(data),
    message: 'Proxy test run successfully created.',
  };
}

/** Made up: the specification shows no codes and sources. */
function outcomeOf(
  account: DemoAccount,
  tested: Tested,
  { url, draw }: { readonly url: string; readonly draw: Draw },
): JsonObject {
  const responseTime = draw.integer(80, 900);
  const failed = (code: string, source: string): JsonObject => ({
    proxy_test_result_is_successful: false,
    proxy_test_result_error_code: code,
    proxy_test_result_error_source: source,
    proxy_test_result_response_time: null,
  });
  const chance = draw.integer(0, 999);
  if (!mayUse(account, tested)) return failed('authentication_failed', 'proxy');
  if (tested.proxy['proxy_is_online'] === false) return failed('connection_refused', 'proxy');
  if (isBlocked(url, tested.proxy['asn_id'])) return failed('http_403', 'target');
  if (chance < 30) return failed('connection_timeout', 'proxy');
  if (chance < 50) return failed('http_503', 'target');
  return {
    proxy_test_result_is_successful: true,
    proxy_test_result_error_code: null,
    proxy_test_result_error_source: null,
    proxy_test_result_response_time: responseTime,
  };
}

function mayUse(account: DemoAccount, { proxy, username, password }: Tested): boolean {
  const user = account.proxyUsers.find(username);
  return (
    user !== undefined &&
    user['proxy_user_is_deleted'] !== true &&
    user['proxy_user_password'] === password &&
    hasAccess(user, new Set([readText(proxy['proxy_id'])]), new Set([readText(proxy['service_id'])]))
  );
}

function readProxies(account: DemoAccount, value: JsonValue | undefined): Tested[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Refusal(400, 'proxies must hold at least one proxy.');
  }
  if (value.length > maxProxiesPerBatch) {
    throw new Refusal(400, `proxies must hold at most ${maxProxiesPerBatch} proxies.`);
  }
  return value.map((item: JsonValue) => {
    const id = isJsonObject(item) ? item['proxy_id'] : undefined;
    const text = isJsonObject(item) ? item['proxy_string'] : undefined;
    const proxy = typeof id === 'string' ? account.proxies.find(id) : undefined;
    if (!proxy) throw new Refusal(404, 'A proxy of the test run was not found.');
    // The password comes last and may contain colons; IPv6 is in brackets.
    const match = /^(\[[^\]]+\]|[^:]+):(\d{1,5}):([^:]*):(.*)$/s.exec(readText(text));
    if (!match) throw new Refusal(400, 'proxy_string must be <host>:<port>:<username>:<password>.');
    const [, host = '', port = '', username = '', password = ''] = match;
    return { proxy, host: host.replace(/^\[|\]$/g, ''), port: Number(port), username, password };
  });
}

function readTexts(value: JsonValue | undefined, name: string): string[] {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const texts = items.filter((item) => typeof item === 'string');
  if (!Array.isArray(value) || texts.length !== items.length) {
    throw new Refusal(400, `${name} must be an array of strings.`);
  }
  return texts;
}
