import * as z from 'zod/mini';
import { type ReleaseKind, releaseKinds } from '../../../sync/model/release-kind.ts';
import { latestPublication } from '../../../sync/model/release-date.ts';
import { RELEASE_NOTES_MAX } from '../../../sync/model/rules.ts';
import { uuid } from '../../../sync/model/uuid.ts';
import { isBlank } from '../../platform/blank.ts';
import { lengthOf } from '../../platform/characters.ts';
import { ARTIST_MAX, TITLE_MAX } from '../upload-form.ts';
import { releaseTexts } from './release-texts.ts';

const form = z.object({
  title: z.string(),
  /** Null: derived from the number of tracks. */
  kind: z.nullable(z.enum(releaseKinds)),
  artistName: z.string(),
  genre: z.string(),
  notes: z.string(),
  /** Local time as in a `datetime-local` field, which is empty until it is typed; null: as soon as all tracks have arrived. */
  publishAt: z.nullable(z.string()),
  rightsConfirmed: z.boolean(),
  radioOptIn: z.boolean(),
});
export type ReleaseFormValues = z.infer<typeof form>;

/** Ids of the uploads, in order. Their records name the release and their places in it. */
const order = z.array(z.string());

/** A release that is not sent yet. Its id is never used for another release. */
const draft = z.object({ id: z.string(), form, order });
export type ReleaseDraft = z.infer<typeof draft>;

/** A release whose creation was queued, while its uploads are on the device. */
const sent = z.object({
  id: z.string(),
  title: z.string(),
  artistName: z.string(),
  /** ISO 8601, or null. */
  publishAt: z.nullable(z.string()),
  order,
});
export type SentRelease = z.infer<typeof sent>;

const stored = z.object({ draft: z.nullable(draft), sent: z.array(sent) });
export type StoredReleases = z.infer<typeof stored>;

/** No releases if the device has none, or if another version stored them. */
export function readStored(value: unknown): StoredReleases {
  const read = stored.safeParse(value);
  return read.success ? read.data : { draft: null, sent: [] };
}

export const emptyForm: ReleaseFormValues = {
  title: '',
  kind: null,
  artistName: '',
  genre: '',
  notes: '',
  publishAt: null,
  rightsConfirmed: false,
  radioOptIn: false,
};

export function newDraft(artistName: string): ReleaseDraft {
  return { id: uuid(), form: { ...emptyForm, artistName }, order: [] };
}

export type ReleaseErrors = Partial<
  Record<'title' | 'artistName' | 'genre' | 'notes' | 'publishAt' | 'tracks', string>
>;

/** @param now in ms since the epoch */
export function releaseErrors(form: ReleaseFormValues, titles: readonly string[], now = Date.now()): ReleaseErrors {
  const errors: ReleaseErrors = {};
  const { title, artistName, genre, notes, publishAt } = form;
  if (isBlank(title)) errors.title = 'Title is required';
  else if (lengthOf(title.trim()) > TITLE_MAX) errors.title = `Title must be ${TITLE_MAX} characters or less`;
  if (isBlank(artistName)) errors.artistName = 'Artist name is required';
  else if (lengthOf(artistName.trim()) > ARTIST_MAX) errors.artistName = releaseTexts.artistTooLong;
  if (genre === '') errors.genre = 'Choose a genre';
  if (lengthOf(notes.trim()) > RELEASE_NOTES_MAX)
    errors.notes = `Notes must be ${RELEASE_NOTES_MAX} characters or less`;
  const dateError = publishAtError(publishAt, now);
  if (dateError !== null) errors.publishAt = dateError;
  if (titles.length === 0) errors.tracks = releaseTexts.noTracks;
  else if (titles.some((each) => trackTitleProblem(each) !== null)) errors.tracks = releaseTexts.unnamedTrack;
  return errors;
}

/** Null if a release may have this date. @param publishAt as in `ReleaseFormValues` */
export function publishAtError(publishAt: string | null, now = Date.now()): string | null {
  if (publishAt === null) return null;
  const at = Date.parse(publishAt);
  if (Number.isNaN(at)) return releaseTexts.noDate;
  if (at <= now) return releaseTexts.pastDate;
  return at > latestPublication(now) ? releaseTexts.lateDate : null;
}

/** Null if a track may have this title. */
export function trackTitleProblem(title: string): string | null {
  if (title.trim() === '') return 'Title is required';
  return lengthOf(title.trim()) > TITLE_MAX ? `Title must be ${TITLE_MAX} characters or less` : null;
}

/** The arguments of the creation, except its places. */
export function toRelease({ id, form: { title, artistName, kind, notes, publishAt } }: ReleaseDraft): {
  id: string;
  title: string;
  artistName: string;
  kind: ReleaseKind | null;
  notes: string;
  publishAt: string | null;
} {
  return {
    id,
    title: title.trim(),
    artistName: artistName.trim(),
    kind,
    notes: notes.trim(),
    publishAt: publishAt === null ? null : new Date(publishAt).toISOString(),
  };
}
