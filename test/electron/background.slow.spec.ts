import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { keepBackground } from '../../src/main/electron/restart-state.ts';
import { expect, test } from './fixture.ts';
import { answerWith, ask, leaveWindow, openWithGateway, questions, quit, windowCount } from './background.ts';
import { lacksNotifications, startNotifications } from '../support/start-notifications.ts';
import { lacksIconHost, startIconHost } from '../support/start-icon-host.ts';
import { lacksPanel, startPanel } from '../support/start-panel.ts';
import { electronCommand } from '../support/launch-app.ts';
import { lacksOwnDisplay, xdotool } from './x-display.ts';

test.skip(process.platform !== 'linux', 'The bus of the icons is one of Linux.');
test.slow();

test('a real panel shows the icon, also when it begins after the app and when it is restarted', async ({
  userDataDir,
}) => {
  const missing = lacksPanel();
  test.skip(missing !== undefined, missing ?? '');
  const { app, close } = await openWithGateway(userDataDir);
  const first = await startPanel();
  await expect.poll(first.icons).toHaveLength(1);
  await first.close();
  const second = await startPanel();
  await expect.poll(second.icons).toHaveLength(1);
  await answerWith(app, 'Quit now');
  await quit(app);
  expect(await app.ended).toBe(0);
  await expect.poll(second.icons).toHaveLength(0);
  await second.close();
  await close();
});

test('the menu of the icon works without a window: an address, a gateway, the window, the end', async ({
  userDataDir,
}) => {
  const missing = lacksIconHost();
  test.skip(missing !== undefined, missing ?? '');
  const host = await startIconHost();
  const { app, accountId, close } = await openWithGateway(userDataDir);
  await answerWith(app, 'Keep running');
  await leaveWindow(app);
  await expect.poll(host.tooltip).toContain('the gateway is on');
  await host.choose('Copy address of');
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText(), null))
    .toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await host.choose('Gateway of');
  await expect.poll(host.tooltip).not.toContain('the gateway is on');
  await host.choose('Open Proxydeck');
  await expect.poll(() => windowCount(app)).toBe(1);
  const page = await app.currentPage();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  expect(await ask(page, 'gateway:report', { accountId })).toMatchObject({ state: null });
  await host.choose('Quit Proxydeck');
  expect(await app.ended).toBe(0);
  await close();
  await host.close();
});

test('a click on a notification opens the right list without a window', async ({ userDataDir }) => {
  const missing = lacksIconHost() ?? lacksNotifications();
  test.skip(missing !== undefined, missing ?? '');
  const host = await startIconHost();
  const notifications = await startNotifications();
  const { app, accountId, release, close } = await openWithGateway(userDataDir);
  await ask(app.page, 'settings:set', { notices: ['run-finished', 'failures-crossed'] });
  const { id } = (await ask(app.page, 'tests:start', {
    accountId,
    proxies: { kind: 'query', where: '' },
    urls: ['https://example.com/'],
  })) as { id: number };
  await answerWith(app, 'Keep running');
  await leaveWindow(app);
  release();
  await expect.poll(notifications.shown).toHaveLength(1);
  await notifications.click(1);
  await expect.poll(() => windowCount(app)).toBe(1);
  const page = await app.currentPage();
  await expect(page.getByRole('heading', { name: `Test run ${String(id)}` })).toBeVisible();
  await answerWith(app, 'Quit now');
  await quit(app);
  expect(await app.ended).toBe(0);
  await close();
  await notifications.close();
  await host.close();
});

for (const { cause, switches } of [
  { cause: 'at login', switches: ['--background'] },
  { cause: 'after an update of an app without a window', switches: [] },
]) {
  test(`a start ${cause} shows no window until the icon opens it`, async ({ userDataDir }) => {
    const missing = lacksIconHost() ?? lacksOwnDisplay();
    test.skip(missing !== undefined, missing ?? '');
    const host = await startIconHost();
    if (switches.length === 0) keepBackground(userDataDir);
    const [program = '', ...args] = electronCommand();
    const app = spawn(program, [...args, `--user-data-dir=${userDataDir}`, ...switches], { stdio: 'ignore' });
    const ended = once(app, 'exit');
    await expect.poll(host.icons).toHaveLength(1);
    // xdotool fails if it finds none.
    const windows = () => xdotool('search', '--onlyvisible', '--name', '^Proxydeck$').catch(() => '');
    expect(await windows()).toBe('');
    // The icon has its menu a moment later.
    await expect(() => host.choose('Open Proxydeck')).toPass();
    await expect.poll(windows).not.toBe('');
    app.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await host.close();
  });
}

test('a logout ends the app without a window in time and without a question', async ({ userDataDir }) => {
  const missing = lacksIconHost();
  test.skip(missing !== undefined, missing ?? '');
  const host = await startIconHost();
  const { app, target, get, close } = await openWithGateway(userDataDir);
  await answerWith(app, 'Keep running');
  await leaveWindow(app);
  const held = get('/held').catch(() => 'ended');
  await expect.poll(target.heldCount).toBe(1);
  process.kill(app.pid, 'SIGTERM');
  expect(await app.ended).toBe(0);
  expect(await held).toBe('ended');
  await close();
  await host.close();
});

test('ten openings and closings of the window lose no request of 5,000', async ({ userDataDir }) => {
  const missing = lacksIconHost();
  test.skip(missing !== undefined, missing ?? '');
  const host = await startIconHost();
  const { app, get, close } = await openWithGateway(userDataDir);
  await answerWith(app, 'Keep running');
  const toggle = async (): Promise<void> => {
    await leaveWindow(app);
    await app.evaluate(({ app: main }) => void main.emit('second-instance'), null);
    const page = await app.currentPage();
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  };
  let isOver = false;
  const answers = { arrived: 0, lost: 0 };
  const send = async (): Promise<void> => {
    while (!isOver || answers.arrived < 5_000) {
      const text = await get('/').catch(() => 'lost');
      answers[text === 'arrived' ? 'arrived' : 'lost'] += 1;
    }
  };
  const sending = Promise.all(Array.from({ length: 4 }, send));
  for (let count = 0; count < 10; count += 1) await toggle();
  isOver = true;
  await sending;
  expect(answers).toEqual({ arrived: answers.arrived, lost: 0 });
  expect(await questions(app)).toHaveLength(1);
  await answerWith(app, 'Quit now');
  await quit(app);
  expect(await app.ended).toBe(0);
  await close();
  await host.close();
});
