import { isActionKind, type ActionKind } from './actions.ts';
import { APPEAL_MAX, DESCRIPTION_MAX, LYRICS_MAX, RELEASE_NOTES_MAX, REPORT_DETAILS_MAX } from './rules.ts';

/** A field of the payload that the person may edit. */
export interface EditableField {
  name: string;
  label: string;
  /** In characters. */
  maxLength: number;
  isLong?: boolean;
  /** Bounds of a whole number. */
  range?: readonly [number, number];
}

const releaseFields: readonly EditableField[] = [
  { name: 'title', label: 'Title', maxLength: 100 },
  { name: 'artist_name', label: 'Artist name', maxLength: 50 },
  { name: 'notes', label: 'Notes', maxLength: RELEASE_NOTES_MAX, isLong: true },
];

/** The declarations of the actions do not contain the fields, because the start of the app edits no action. */
const fields: { readonly [K in ActionKind]?: readonly EditableField[] } = {
  'vote.cast': [{ name: 'weight', label: 'Vote, 1 to 5', maxLength: 1, range: [1, 5] }],
  'playlist.create': [{ name: 'title', label: 'Name', maxLength: 60 }],
  'playlist.update': [
    { name: 'title', label: 'Name', maxLength: 60 },
    { name: 'description', label: 'Description', maxLength: 500, isLong: true },
  ],
  'release.create': releaseFields,
  'release.update': releaseFields,
  'track.create': [
    { name: 'title', label: 'Title', maxLength: 100 },
    { name: 'artist_name', label: 'Artist name', maxLength: 50 },
  ],
  'track.texts': [
    { name: 'description', label: 'Description', maxLength: DESCRIPTION_MAX, isLong: true },
    { name: 'lyrics', label: 'Lyrics', maxLength: LYRICS_MAX, isLong: true },
  ],
  'track.update': [{ name: 'title', label: 'Title', maxLength: 60 }],
  'profile.update': [
    { name: 'artist_name', label: 'Artist name', maxLength: 50 },
    { name: 'bio', label: 'Bio', maxLength: 500, isLong: true },
  ],
  'message.send': [{ name: 'content', label: 'Message', maxLength: 2000, isLong: true }],
  'report.send': [{ name: 'details', label: 'Details', maxLength: REPORT_DETAILS_MAX, isLong: true }],
  'appeal.send': [{ name: 'content', label: 'Appeal', maxLength: APPEAL_MAX, isLong: true }],
};

/** The fields of this kind of action that the person may edit. */
export function fieldsOf(kind: string): readonly EditableField[] {
  return isActionKind(kind) ? (fields[kind] ?? []) : [];
}
