import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openView } from '../page/open-view.ts';
import { electronCommand } from '../support/launch-app.ts';
import { lacksIconHost, startIconHost } from '../support/start-icon-host.ts';
import {
  answerWith,
  ask,
  closeWindow,
  leaveWindow,
  openWithGateway,
  questions,
  quit,
  windowCount,
} from './background.ts';
import { expect, test } from './fixture.ts';

test.skip(process.platform !== 'linux', 'The bus of the icons is one of Linux.');

test('a closed window leaves the gateway and a test running, is opened again where it was, and quitting ends all', async ({
  userDataDir,
}) => {
  const missing = lacksIconHost();
  test.skip(missing !== undefined, missing ?? '');
  const host = await startIconHost();
  const { app, accountId, target, release, get, close } = await openWithGateway(userDataDir);
  await expect.poll(host.icons).toHaveLength(1);
  await ask(app.page, 'tests:start', {
    accountId,
    proxies: { kind: 'query', where: '' },
    urls: ['https://example.com/'],
  });
  await openView(app.page, 'users');
  await expect(app.page.getByRole('grid', { name: 'Proxy users' })).toBeVisible();

  await answerWith(app, 'Keep running');
  await leaveWindow(app);
  expect(await questions(app)).toEqual(['Keep Proxydeck running in the background?']);
  expect(await get('/')).toBe('arrived');
  const held = get('/held');
  await expect.poll(target.heldCount).toBe(1);

  const [program = '', ...args] = electronCommand();
  const second = spawn(program, [...args, `--user-data-dir=${userDataDir}`], { stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
  await expect.poll(() => windowCount(app)).toBe(1);
  const page = await app.currentPage();
  await expect(page.getByRole('grid', { name: 'Proxy users' })).toBeVisible();
  // The gateway has a run of its own.
  const readState = async () =>
    ((await ask(page, 'tests:list', { accountId })) as { source: string; state: string }[]).find(
      ({ source }) => source === 'service',
    )?.state;
  expect(await readState()).toBe('running');
  target.release();
  expect(await held).toBe('arrived');
  release();
  await expect.poll(readState).toBe('finished');

  // The answer is saved: nobody is asked again, and the question about work in progress remains.
  await leaveWindow(app);
  expect(await questions(app)).toHaveLength(1);
  await answerWith(app, 'Quit now');
  await quit(app);
  expect(await app.ended).toBe(0);
  await close();
  await host.close();
});

test(
  'without a panel that shows icons, the window stays, and the app says so',
  { tag: '@slow' },
  async ({ userDataDir }) => {
    const { app, get, close } = await openWithGateway(userDataDir);
    await answerWith(app, 'Got it');
    await closeWindow(app);
    await expect.poll(() => questions(app)).toEqual(['Proxydeck stays in the taskbar']);
    expect(await windowCount(app)).toBe(1);
    expect(await get('/')).toBe('arrived');
    await answerWith(app, 'Quit');
    await quit(app);
    expect(await app.ended).toBe(0);
    await close();
  },
);
