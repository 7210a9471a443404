import { RELEASE_NOTES_MAX } from '../../../../sync/model/rules.ts';
import { isolated } from '../../../platform/bidi.ts';

export const ARTIST_MAX = 50;
export const TITLE_MAX = 100;

export const ownerTexts = {
  more: 'More for this release',
  edit: 'Edit',
  save: 'Save',
  title: 'Title',
  artist: 'Artist name',
  kind: 'Kind',
  byCount: 'By the number of tracks',
  notes: 'Notes',
  date: 'Date',
  asSoonAsHere: 'As soon as it is here',
  atDate: 'At a date',
  dateAndTime: 'Date and time',
  noTitle: 'It needs a title',
  noArtist: 'It needs an artist name',
  noDate: 'Choose a date and a time',
  pastDate: 'This time has passed. Choose a later one.',
  lateDate: 'At most two years ahead. Choose an earlier one.',
  tooLong: (max: number) => `At most ${max} characters`,
  notesMax: RELEASE_NOTES_MAX,
  remove: 'Remove from the release',
  removePlace: (number: number) => `Remove place ${number}`,
  add: 'Add tracks',
  addTrack: (title: string) => `Add ${title}`,
  noMore: 'All your tracks are in this release.',
  done: 'Done',
  withoutMissing: 'Show without the missing tracks',
  delete: 'Delete',
  deleteTitle: (title: string) => `Delete “${isolated(title)}”?`,
  deleteText: 'Its tracks stay, with their plays and votes.',
  deletePrivateText: 'Its tracks stay. Those that only you see stay private.',
  deleted: 'Release deleted',
  place: (number: number) => `Place ${number}`,
} as const;
