import { mediaAddress } from '../../supabase/functions/_shared/media/media-address.ts';
import { pictureFor } from '../platform/picture-for.ts';
import { trackWords } from '../platform/track-words.ts';
import { CARD_PX } from '../components/track/card-px.ts';
import type { FirstTracks } from './prefetch-first-rows.ts';
import { attributes, playKey } from './contract.ts';
import { writeStyles } from './snapshot.ts';

/** Number of cards to fill: as many as a tall screen shows. */
const MAX_CARDS = 12;
/** Number of covers to load at once: as many as a phone screen shows. */
const EAGER_COVERS = 4;

/**
 * Fills Explore's skeletons with the first tracks.
 * @returns settles when the eager covers are decoded or have failed
 */
export async function showFirstCards(tree: ShadowRoot, { supabaseUrl, tracks }: FirstTracks): Promise<void> {
  const covers: HTMLImageElement[] = [];
  const card = tree.querySelector<HTMLTemplateElement>(`template[${attributes.card}]`);
  const container = tree.querySelector<HTMLElement>(`[${attributes.trackGrid}]`);
  const grid = container?.firstElementChild;
  if (!card || !grid) return;
  grid.removeAttribute('aria-hidden');
  grid.setAttribute('role', 'list');
  grid.setAttribute('aria-label', container.getAttribute(attributes.trackGrid) ?? '');
  while (grid.children.length > tracks.length) grid.lastElementChild?.remove();
  tracks.slice(0, MAX_CARDS).forEach(({ title, artist, cover, audio, loudness }, at) => {
    const item = grid.children[at];
    if (!item) return;
    const content = card.content.cloneNode(true) as DocumentFragment;
    const fill = (part: string, write: (element: HTMLElement) => void) =>
      content.querySelectorAll<HTMLElement>(`[${attributes.text}=${part}]`).forEach(write);
    const name = title || trackWords.untitled;
    fill('title', (element) => (element.textContent = name));
    fill('artist', (element) => (element.textContent = artist || trackWords.unknownArtist));
    for (const button of content.querySelectorAll('button')) {
      button.setAttribute('aria-label', trackWords.play(name));
      const address = audio && mediaAddress({ supabaseUrl }, 'tracks', audio);
      button.setAttribute(attributes.key, playKey(address));
      button.setAttribute(attributes.sound, address);
      button.setAttribute(attributes.loudness, loudness);
    }
    for (const picture of content.querySelectorAll('img')) {
      const src = cover === null ? null : mediaAddress({ supabaseUrl }, 'covers', cover);
      if (src === null) {
        picture.remove();
        continue;
      }
      if (at < EAGER_COVERS) {
        picture.loading = 'eager';
        covers.push(picture);
      }
      picture.src = pictureFor(src, CARD_PX);
    }
    writeStyles(content);
    item.setAttribute('role', 'listitem');
    item.replaceChildren(content);
  });
  await Promise.allSettled(covers.map((picture) => picture.decode()));
}
