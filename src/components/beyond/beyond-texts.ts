/**
 * Texts of lists and searches that continue on the server. They are in a file of their own, so that the code of a page's first
 * render does not contain them.
 */
export const beyondTexts = {
  kind: 'Show',
  kinds: { all: 'All', tracks: 'Tracks', artists: 'Artists' },
  here: 'On this device',
  everywhere: 'Everywhere',
  artist: 'Artist',
  kept: 'Kept on this device',
  nothingHere: (search: string) => `Nothing on this device matches “${search}”.`,
  wordsStay: 'Your words stay in the field until you are online.',
  nothingElse: 'Nothing else found',
  moreMatch: 'More tracks match. Add a word to find them.',
  restFailed: 'Could not reach the rest.',
  onlyHere: ['Only what is on this device.', 'More when you are online.'],
} as const;

/** The server names at most this many of the matching tracks. */
export const MAX_NAMED = 300;
/** The server counts matches up to this number. */
const MAX_COUNTED = 1000;

export function foundCountText(total: number): string {
  return `${total.toLocaleString('en')}${total >= MAX_COUNTED ? '+' : ''} found`;
}

/** Text for screen readers. `total` is null while unknown. */
export function searchStatus(here: number, total: number | null): string {
  const onDevice = `${here.toLocaleString('en')} on this device`;
  return total === null ? onDevice : `${onDevice}, ${foundCountText(total)} everywhere`;
}
