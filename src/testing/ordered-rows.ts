import { page, userEvent } from 'vitest/browser';

/** The control of an `OrderedList` that moves the row of this name. */
export const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });

/** Texts of the shown rows, in the order of the document. */
export const rowTexts = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent);

/** Lifts a row, presses these keys, and drops it. */
export async function moveByKeys(name: string, keys: string): Promise<void> {
  grip(name).element().focus();
  await userEvent.keyboard(` ${keys} `);
}
