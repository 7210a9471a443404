import { afterEach, expect, it, vi } from 'vitest';
import { workerMessage } from './messages.ts';
import { registerNotificationClick } from './notification-click.ts';

afterEach(() => vi.useRealTimers());

interface OpenWindow {
  focused?: boolean;
  visibilityState?: DocumentVisibilityState;
  answers?: boolean;
  isUncontrolled?: boolean;
}

async function press(windows: readonly OpenWindow[], data: unknown): Promise<readonly string[]> {
  const done: string[] = [];
  const pages = windows.map(({ focused = false, visibilityState = 'hidden', answers, isUncontrolled }, nth) => ({
    focused,
    visibilityState,
    focus: async () => void done.push(`focus ${nth}`),
    navigate: async (address: string) => {
      if (isUncontrolled) throw new TypeError('not controlled');
      done.push(`navigate ${nth} ${address}`);
    },
    postMessage: (message: unknown, [port]: [MessagePort]) => {
      done.push(`tell ${nth} ${workerMessage.parse(message).partnerId}`);
      if (answers) port.postMessage(null);
    },
  }));
  let listener: (event: object) => void = () => undefined;
  const worker = {
    addEventListener: (_: string, added: typeof listener) => void (listener = added),
    clients: {
      // Pages of a first visit are not controlled yet.
      matchAll: async ({ type, includeUncontrolled }: ClientQueryOptions) =>
        type === 'window' && includeUncontrolled ? pages : [],
      openWindow: async (address: string) => void done.push(`open ${address}`),
    },
  };
  Reflect.apply(registerNotificationClick, undefined, [worker]);
  let work: Promise<unknown> = Promise.resolve();
  listener({
    notification: { data, close: () => done.push('close') },
    waitUntil: (promise: Promise<unknown>) => void (work = promise),
  });
  await work;
  return done;
}

it('a click opens a window at the URL of the conversation when the app is closed', async () => {
  expect(await press([], { partnerId: 'a&b' })).toEqual(['close', 'open /connections?messages=a%26b']);
});

it('a click opens the conversation in the focused or else a visible window, without a page load', async () => {
  const windows = [{}, { visibilityState: 'visible', answers: true }] as const;
  expect(await press(windows, { partnerId: 'ann' })).toEqual(['close', 'focus 1', 'tell 1 ann']);
  expect(await press([...windows, { focused: true, answers: true }], { partnerId: 'ann' })).toContain('tell 2 ann');
});

it('a click navigates a window that does not answer, or opens a new window if the navigation fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pressed = Promise.all([
    press([{}], { partnerId: 'ann' }),
    press([{ isUncontrolled: true }], { partnerId: 'ann' }),
  ]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await pressed).toEqual([
    ['close', 'focus 0', 'tell 0 ann', 'navigate 0 /connections?messages=ann'],
    ['close', 'focus 0', 'tell 0 ann', 'open /connections?messages=ann'],
  ]);
});

it('a click on a notification without a person only focuses an open window, or opens the connections in a new one', async () => {
  expect(await press([], null)).toEqual(['close', 'open /connections']);
  expect(await press([{ answers: true }], { partnerId: 1 })).toEqual(['close', 'focus 0']);
});
