import type { Journey } from './journey.ts';
import { by } from './visit.ts';

const file = `document.querySelector('input[aria-label="Choose an MP3"]')`;

/** Chooses an MP3 in the form that is open. */
export async function chooseMp3({ visit, browser }: Pick<Journey, 'visit' | 'browser'>, path: string): Promise<void> {
  await visit.until('The form', `!!${file}`);
  await browser.chooseFile(file, path);
}

/** Fills what a track must have but the file; what was taken over from the file is typed over. */
export async function describe({ visit, browser }: Journey, title: string, artist: string): Promise<void> {
  for (const [label, words] of [
    ['Title', title],
    ['Artist name', artist],
  ] as const) {
    const field = `[...document.querySelectorAll('form input')].find((e) => nameOf(e).startsWith(${JSON.stringify(label)}))`;
    await visit.press(field);
    await visit.ask(`${field}.select()`);
    await browser.type(words);
  }
  // A list that drops down is the desktop's own window, out of a driver's reach.
  await visit.ask(`(() => { const list = document.querySelector('form select');
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, 'Experimental');
    list.dispatchEvent(new Event('change', { bubbles: true })); })()`);
  await visit.press(
    `[...document.querySelectorAll('form input[type=checkbox]')].find((e) => /I own the rights/.test(nameOf(e)))`,
  );
}

/** Sends the filled form, waits until the server has all of it, and leaves an empty form for the next. */
export async function sendTrack({ visit }: Journey): Promise<void> {
  await visit.press(by('button', 'Upload track'));
  await visit.until('The success', `text().includes('Track uploaded successfully!')`, 60_000);
  // The page shows the success again to whoever comes back.
  await visit.press(by('button', 'Close'));
  await visit.press(by('button', 'Upload another'));
  await visit.until('The next form', `!!${file}`);
}
