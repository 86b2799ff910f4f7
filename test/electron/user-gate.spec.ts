import { expect, test } from './fixture.ts';

test('a script in the page that nobody helps gets no password, sends no key and removes nothing', async ({
  demo: app,
}) => {
  const { page } = app;
  await app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    Reflect.set(globalThis, 'asked', asked);
    dialog.showMessageBox = ((_window: unknown, options: { message: string; cancelId: number }) => {
      asked.push(options.message);
      return Promise.resolve({ response: options.cancelId, checkboxChecked: false });
    }) as unknown as typeof dialog.showMessageBox;
  }, null);
  // More than one press is worth.
  const outcomes = await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const { value } = JSON.parse(await request('accounts:list')) as { value: { id: string }[] };
    const accountId = value[0]?.id;
    const codes: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = JSON.parse(await request('passwords:reveal', { accountId, id: 'cedar' })) as {
        ok: boolean;
        failure?: { code: string };
      };
      codes.push(answer.ok ? 'revealed' : String(answer.failure?.code));
    }
    return codes;
  });
  expect(outcomes.filter((outcome) => outcome === 'revealed').length).toBeLessThanOrEqual(3);
  expect(outcomes.at(-1)).toBe('canceled');
  const asked = await app.evaluate(() => Reflect.get(globalThis, 'asked') as string[], null);
  expect(asked).toContain('Show a password?');

  // With a press for each, as with a mouse, nobody is asked.
  await page.keyboard.press('Shift');
  const after = await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const { value } = JSON.parse(await request('accounts:list')) as { value: { id: string }[] };
    return request('accounts:remove', { accountId: value[0]?.id });
  });
  expect(JSON.parse(after)).toEqual({ ok: true, value: null });
});
