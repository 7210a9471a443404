import assert from 'node:assert/strict';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumOptions } from '../support/chromium.ts';
import { fetchNowPlaying, connectListener, type RadioTest, type Step, until } from './steps.ts';

interface Listening {
  readonly browser: Browser;
  readonly page: Page;
}

let listening: Listening | null = null;

function page(): Page {
  if (!listening) throw new Error('The app is not open');
  return listening.page;
}

async function openApp({ stack }: RadioTest): Promise<void> {
  const browser = await chromium.launch(chromiumOptions);
  const page = await browser.newPage({ baseURL: stack.stack.url, viewport: { width: 1440, height: 900 } });
  listening = { browser, page };
  // The radio's audio element is never in the document, so record it when its `src` is set.
  await page.addInitScript(`
    const src = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src');
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      ...src,
      set(value) {
        if (String(value).includes('/listen/')) window.radioElement = this;
        src.set.call(this, value);
      },
    });`);
  await page.goto('/beta-access');
  await page.getByLabel('Beta passcode').fill('underground');
  await page.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await page.goto('/explore');
}

const toggle = () => page().getByRole('banner').getByRole('button', { name: 'ON AIR' });
const bar = () => page().getByRole('region', { name: 'Live radio' });
const stateOf = async (expected: string) => ((await bar().getAttribute('data-state')) === expected ? true : null);
const position = async (): Promise<number> => Number(await page().evaluate('window.radioElement?.currentTime ?? 0'));

async function expectPlayback(): Promise<void> {
  const from = await position();
  await until('A second of sound', async () => ((await position()) > from + 1 ? true : null), 15_000);
}

async function closeApp(): Promise<void> {
  await listening?.browser.close();
  listening = null;
}

export const appSteps = {
  close: closeApp,
  steps: [
    {
      title: 'the app plays the radio after a press',
      async run(test) {
        await openApp(test);
        await toggle().waitFor();
        await toggle().click();
        const [, ms] = await until('The sound', async () => ((await position()) > 0 ? true : null), 20_000);
        await until('ON AIR', () => stateOf('onAir'), 5_000);
        await expectPlayback();
        await until(
          'One listener',
          async () => ((await fetchNowPlaying(test))?.listeners.current === 1 ? true : null),
          15_000,
        );
        return `${(ms / 1000).toFixed(1)} s after the press`;
      },
    },
    {
      title: 'the app shows each title when it is heard, not when the station begins it',
      async run(test) {
        const shown = async () => {
          const text = await bar().textContent();
          return ['First Light', 'Second Wind', 'Third Rail'].find((title) => text?.includes(title)) ?? null;
        };
        const changes: { title: string; at: number }[] = [];
        const watch = async () => {
          const title = await shown();
          if (title !== null && title !== changes.at(-1)?.title) changes.push({ title, at: Date.now() / 1000 });
          return changes.length >= 4 ? changes : null;
        };
        await until('Three changes', watch, 90_000);
        // Newest first. A listener begins 16 s behind the station, and so hears each title that much later.
        const history = (await fetchNowPlaying(test))?.song_history ?? [];
        const delays = changes.slice(1).map(({ title, at }) => {
          const aired = history.find((aired) => aired.song.title === title && aired.played_at < at);
          if (!aired) throw new Error(`${title} was shown and not on air`);
          return at - aired.played_at;
        });
        assert.ok(
          delays.every((delay) => delay > 14 && delay < 30),
          `shown ${delays.join(', ')} s after they left the station`,
        );
        const order = changes.map(({ title }) => title).join(', ');
        return `${order}; ${Math.min(...delays).toFixed(0)} to ${Math.max(...delays).toFixed(0)} s after they left the station`;
      },
    },
    {
      title: 'the app shows a lost stream when Icecast is killed, and plays again when it is back',
      async run(test) {
        await test.icecast.stop('SIGKILL');
        const [, lostMs] = await until('Reconnecting', () => stateOf('reconnecting'), 40_000);
        const text = (await bar().textContent()) ?? '';
        assert.equal(await toggle().getAttribute('aria-pressed'), 'true');
        test.icecast = test.station.startIcecast();
        const [listener] = await connectListener(test);
        listener.stop();
        const [, ms] = await until('ON AIR', () => stateOf('onAir'), 30_000);
        await expectPlayback();
        return `lost after ${(lostMs / 1000).toFixed(1)} s ("${text.trim()}"), on air ${(ms / 1000).toFixed(1)} s after the station`;
      },
    },
    {
      title: 'the app disconnects from the station when stopped',
      async run(test) {
        await toggle().click();
        await page().getByText('Radio stopped.').waitFor();
        await until(
          'No listener',
          async () => ((await fetchNowPlaying(test))?.listeners.current === 0 ? true : null),
          20_000,
        );
        return 'no listener is left';
      },
    },
  ] satisfies readonly Step[],
};
