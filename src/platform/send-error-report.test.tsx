import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { errorReport } from '../../sync/model/error-report.ts';
import { allowErrorReports, watchErrors } from './error-reports.ts';
import { localTexts } from './page-storage.ts';

const bodies: Blob[] = [];
/** The listeners of `watchErrors`. The test calls them, because the test runner reports a dispatched error as a failure of the test. */
const listeners = new Map<string, (event: Event) => void>();
const adding = vi.spyOn(window, 'addEventListener').mockImplementation((name: string, listener) => {
  if (typeof listener === 'function') listeners.set(name, listener);
});
watchErrors(() => '/track/$id');
adding.mockRestore();
beforeEach(() => {
  bodies.splice(0);
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => body instanceof Blob && bodies.push(body) > 0);
  allowErrorReports(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const key of localTexts.keys()) localTexts.remove(key);
});

const errorIn = (file: string, message: string) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at play (${file}:1:2)` });
const own = (message: string) => errorIn(`${window.location.origin}/assets/player-Ab12.js`, message);
const raise = (error: unknown, message = '') => listeners.get('error')?.(new ErrorEvent('error', { error, message }));
const reports = async () =>
  await Promise.all(bodies.map(async (body) => errorReport.parse(JSON.parse(await body.text()))));

it("reports an error with the version, the route and the stack lines in the app's files, without personal data", async () => {
  raise(own('No account ann@example.com'));
  await expect.poll(() => bodies.length).toBe(1);
  expect(await reports()).toEqual([
    {
      kind: 'error',
      version: expect.stringMatching(/^\d+\./),
      page: '/track/$id',
      name: 'TypeError',
      message: 'No account [address]',
      stack: 'at play (/assets/player-Ab12.js:1:2)',
    },
  ]);
});

it('reports an error once, and ten an hour at most', async () => {
  for (let number = 0; number < 15; number += 1) for (const _ of ['first', 'again']) raise(own(`Failure ${number}`));
  raise(own('The last'));
  await expect.poll(() => bodies.length).toBe(10);
  expect((await reports()).map(({ message }) => message)).toEqual(
    Array.from({ length: 10 }, (_, number) => `Failure ${number}`),
  );
});

it('leaves out errors of extensions and of foreign scripts, and harmless notices of the browser', async () => {
  raise(errorIn('chrome-extension://abcdef/inject.js', 'Extension'));
  raise(null, 'Script error.');
  raise(undefined, 'ResizeObserver loop completed with undelivered notifications.');
  raise('a text');
  raise(own('Ours'));
  await expect.poll(() => bodies.length).toBe(1);
  expect((await reports())[0]?.message).toBe('Ours');
});

it('sends nothing unless the person allows it', async () => {
  allowErrorReports(false);
  raise(own('Unallowed'));
  allowErrorReports(true);
  raise(own('Allowed'));
  await expect.poll(() => bodies.length).toBe(1);
  expect((await reports())[0]?.message).toBe('Allowed');
});
