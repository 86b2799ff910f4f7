import * as electron from './electron.ts';

interface Evaluation {
  readonly id: number;
  /** Source text of a function of the electron module and one argument. */
  readonly source: string;
  readonly argument: unknown;
}

/** Lets the test that started this process run functions in it, as Playwright does with Electron. */
export function serveControl(): void {
  process.on('message', (message: Evaluation) => {
    void evaluate(message).then(
      (value) => process.send?.({ id: message.id, value }),
      (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
    );
  });
  process.on('disconnect', () => {
    electron.app.quit();
  });
}

async function evaluate({ source, argument }: Evaluation): Promise<unknown> {
  // A test sends the text of a function, as Playwright does; no other process reaches this one.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  const run = new Function(`return (${source})`)() as (module: unknown, argument: unknown) => unknown;
  return await run(electron, argument);
}
