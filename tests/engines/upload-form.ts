import type { Journey } from './journey.ts';
import { by } from './visit.ts';

const file = `document.querySelector('input[aria-label="Choose an MP3"]')`;

export async function chooseMp3({ visit, browser }: Pick<Journey, 'visit' | 'browser'>, path: string): Promise<void> {
  await visit.until('The form', `!!${file}`);
  await browser.chooseFile(file, path);
}

export async function describeTrack(
  { visit, browser }: Pick<Journey, 'visit' | 'browser'>,
  title: string,
  artist: string,
): Promise<void> {
  for (const [label, value] of [
    ['Title', title],
    ['Artist name', artist],
  ] as const) {
    const field = `[...document.querySelectorAll('form input')].find((e) => nameOf(e).startsWith(${JSON.stringify(label)}))`;
    await visit.press(field);
    await visit.evaluate(`${field}.select()`);
    await browser.type(value);
  }
  // A select's dropdown is a native window, which the driver cannot reach.
  await visit.evaluate(`(() => { const list = document.querySelector('form select');
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, 'Experimental');
    list.dispatchEvent(new Event('change', { bubbles: true })); })()`);
  await visit.press(
    `[...document.querySelectorAll('form input[type=checkbox]')].find((e) => /I own the rights/.test(nameOf(e)))`,
  );
}

export async function sendTrack({ visit }: Pick<Journey, 'visit'>): Promise<void> {
  await visit.press(by('button', 'Upload track'));
  await visit.until('The success', `text().includes('Track uploaded successfully!')`, 60_000);
  // The page would show the success again on return.
  await visit.press(by('button', 'Close'));
  await visit.press(by('button', 'Upload another'));
  await visit.until('The next form', `!!${file}`);
}
