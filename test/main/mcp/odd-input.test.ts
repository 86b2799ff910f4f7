/** "Something went wrong inside Proxydeck" is a fault by definition: no argument of a tool leads there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { agentActNames } from '../../../src/shared/agents.ts';
import { asFailure, FailureError } from '../../../src/shared/failure.ts';
import { openExportFolder } from '../../../src/main/mcp/export-folder.ts';
import { cleanAnswer } from '../../../src/main/mcp/clean.ts';
import { loadTools } from '../../../src/main/mcp/tools.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { oddNumbers, inheritedNames, oddTexts } from '../../support/odd-texts.ts';
import { accountAt, startApp } from '../../support/start-app.ts';
import { toolArguments as valid } from '../../support/tool-arguments.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const tools = await loadTools(agentActNames);
let call: (name: string, args: unknown) => Promise<object>;

beforeAll(async () => {
  const demo = await startDemoService({ proxyCount: 20 });
  afterAll(() => demo.close());
  const app = startApp(makeTemporaryFolder(afterAll), { environment: accountAt(demo) }, afterAll);
  const session = app.session(app.accounts.named(undefined).id);
  await app.sync(session, {});
  const context = {
    app,
    session,
    signal: new AbortController().signal,
    report: () => undefined,
    folder: openExportFolder(makeTemporaryFolder(afterAll)),
    isAllowed: () => true,
  };
  call = async (name, args) =>
    cleanAnswer((await tools[name]?.call(context, args)) ?? {}, { isOurs: tools[name]?.isOurs });
}, 60_000);

/** An odd text as a value, in a list, and as the name and the value of a field. */
const shapes = (text: string): unknown[] => [text, [text], Object.fromEntries([[text, text]])];

/** The part of a JSON schema that is read here. */
interface Schema {
  readonly properties?: { readonly [name: string]: Schema };
}

/** The arguments with an odd value in the place of each, also inside of one that is an object. */
function* withOddValues(name: string): Generator<object> {
  const args = valid[name] ?? {};
  const input = tools[name]?.input;
  // A JSON schema of an object has properties.
  const { properties = {} } = (input === undefined ? {} : z.toJSONSchema(input, { io: 'input' })) as Schema;
  function* inEachPlace(value: unknown): Generator<object> {
    for (const [argument, schema] of Object.entries(properties)) {
      yield { ...args, [argument]: value };
      for (const inner of Object.keys(schema.properties ?? {})) yield { ...args, [argument]: { [inner]: value } };
    }
  }
  for (const text of new Set([...oddTexts, ...inheritedNames])) {
    yield { ...args, ...Object.fromEntries([[text, text]]) };
    for (const value of shapes(text)) yield* inEachPlace(value);
  }
  for (const number of oddNumbers) yield* inEachPlace(number);
}

test('every tool is among those that get odd input', () => {
  expect(Object.keys(valid).sort()).toEqual(Object.keys(tools).sort());
});

test.each(Object.keys(tools))('no odd argument of %s leads inside Proxydeck', async (name) => {
  for (const args of withOddValues(name)) {
    const problem = await call(name, args).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) continue;
    const stack = problem instanceof FailureError ? '' : String(problem instanceof Error ? problem.stack : problem);
    expect.soft({ args, code: asFailure(problem).code, stack }).not.toMatchObject({ code: 'internal' });
  }
});
