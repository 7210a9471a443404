import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import { ask, hear, type RadioTest, type Step, until } from './steps.ts';

/** The app in a browser that listens. */
interface Listening {
  readonly browser: Browser;
  readonly page: Page;
}

let listening: Listening | null = null;

function page(): Page {
  if (!listening) throw new Error('The app is not open');
  return listening.page;
}

/** Opens the app as a guest: past the gate, without an account. */
async function openApp({ stack }: RadioTest): Promise<void> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=user-gesture-required'],
  });
  const page = await browser.newPage({ baseURL: stack.stack.url, viewport: { width: 1440, height: 900 } });
  listening = { browser, page };
  // The radio's element never enters the document; the page's own sources are noted as they are set.
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
const stateOf = async (wanted: string) => ((await bar().getAttribute('data-state')) === wanted ? true : null);
const position = async (): Promise<number> => Number(await page().evaluate('window.radioElement?.currentTime ?? 0'));

/** Waits until a second more was sounded. */
async function sounds(): Promise<void> {
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
      title: 'sounds in the app from the press on',
      async run(test) {
        await openApp(test);
        await toggle().waitFor();
        await toggle().click();
        const [, ms] = await until('The sound', async () => ((await position()) > 0 ? true : null), 20_000);
        await until('ON AIR', () => stateOf('onAir'), 5_000);
        await sounds();
        await until('One listener', async () => ((await ask(test))?.listeners.current === 1 ? true : null), 15_000);
        return `${(ms / 1000).toFixed(1)} s after it`;
      },
    },
    {
      title: 'shows the title in the app, and the next one',
      async run() {
        const shown = async () => {
          const text = await bar().textContent();
          return ['First Light', 'Second Wind', 'Third Rail'].find((title) => text?.includes(title)) ?? null;
        };
        const [first] = await until('A title', shown, 30_000);
        const another = async () => ((await shown()) === first ? null : await shown());
        const [second, ms] = await until('Another title', another, 60_000);
        return `${first}, and ${second} ${(ms / 1000).toFixed(0)} s later`;
      },
    },
    {
      title: 'says that the stream is lost when Icecast is killed, and sounds again when it is back',
      async run(test) {
        await test.icecast.stop('SIGKILL');
        const [, lostMs] = await until('The word of it', () => stateOf('reconnecting'), 40_000);
        const words = (await bar().textContent()) ?? '';
        assert.equal(await toggle().getAttribute('aria-pressed'), 'true');
        test.icecast = test.station.startIcecast();
        const [listener] = await hear(test);
        listener.stop();
        const [, ms] = await until('ON AIR', () => stateOf('onAir'), 30_000);
        await sounds();
        return `lost after ${(lostMs / 1000).toFixed(1)} s ("${words.trim()}"), on air ${(ms / 1000).toFixed(1)} s after the station`;
      },
    },
    {
      title: 'lets go of the station when the app stops it',
      async run(test) {
        await toggle().click();
        await page().getByText('Radio stopped.').waitFor();
        await until('No listener', async () => ((await ask(test))?.listeners.current === 0 ? true : null), 20_000);
        return 'no listener is left';
      },
    },
  ] satisfies readonly Step[],
};
