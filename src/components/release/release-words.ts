import type { OwnReleaseView, ReleaseKind, TrackView } from '../../../sync/client.ts';
import { hoursAndMinutes, momentOf } from '../../platform/format.ts';
import { plural } from '../../platform/texts.ts';

export const kindWords: { readonly [K in ReleaseKind]: string } = { single: 'Single', ep: 'EP', album: 'Album' };

export const releaseTexts = {
  releases: 'Releases',
  sending: (place: number, count: number) => `Sending ${place} of ${count}`,
  arrived: (arrived: number, count: number) => `${arrived} of ${count} arrived`,
  outOn: (moment: string) => `Out on ${moment}`,
  notOut: 'Not out yet',
  onlyYou: 'Only you',
  refused: 'The release was not changed',
  notRead: 'Could not read your releases',
} as const;

/** '14 November 2026', in local time. */
export function dateOf(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

export function trackCount(count: number): string {
  return `${count} ${plural(count, 'track')}`;
}

/** '5 tracks, 32 min'; without the length while no track is on this device. @param count includes tracks that are not on this device */
export function countAndLength(count: number, tracks: readonly Pick<TrackView, 'duration_ms'>[]): string {
  const length = tracks.reduce((sum, { duration_ms: ms }) => sum + ms, 0);
  return length === 0 ? trackCount(count) : `${trackCount(count)}, ${hoursAndMinutes(length)}`;
}

/**
 * Why only the owner sees the release. Null if it is published. @param now in ms since the epoch
 * @param isSending whether this device is sending an upload of it
 */
export function unpublishedText(
  { publishedAt, publishAt, places }: OwnReleaseView,
  now: number,
  isSending: boolean,
): string | null {
  if (publishedAt !== null) return null;
  const arrived = places.filter(({ isAwaited }) => !isAwaited).length;
  const progress = isSending
    ? releaseTexts.sending(arrived + 1, places.length)
    : releaseTexts.arrived(arrived, places.length);
  const parts = [
    ...(arrived < places.length ? [progress] : []),
    ...(publishAt !== null && Date.parse(publishAt) > now ? [releaseTexts.outOn(momentOf(publishAt))] : []),
  ];
  return parts.length > 0 ? parts.join('. ') : releaseTexts.notOut;
}
