import { uploadSlots } from '../../../sync/model/rules.ts';
import { momentOf } from '../../platform/format.ts';
import { plural } from '../../platform/texts.ts';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const arrived = (count: number) =>
  count === 1 ? 'it has arrived' : count === 2 ? 'both have arrived' : `all ${numbers[count] ?? count} have arrived`;

export const releaseTexts = {
  title: 'Release title',
  kind: 'Kind',
  kinds: { single: 'Single', ep: 'EP', album: 'Album' },
  kindByCount: 'Set by the number of tracks',
  kindFollowCount: 'Follow the number of tracks',
  notes: 'Notes',
  date: 'Date',
  soon: 'As soon as it is here',
  later: 'Later',
  dateField: 'Date and time',
  noDate: 'Choose a date and a time',
  pastDate: 'This time has passed. Choose a later one.',
  lateDate: 'At most two years ahead. Choose an earlier one.',
  rights: 'I own the rights to these recordings',
  submit: 'Upload release',
  tracksInOrder: 'Tracks in order',
  shared: 'Cover and genre are shared',
  addFiles: 'Add MP3 files or a ZIP',
  addFilesHow: 'At most 50 MB each. Drop them anywhere here.',
  noSlotToAdd: 'No slot left. Remove a file first.',
  titleFromFile: 'Title from the file',
  rename: (title: string) => `Rename ${title}`,
  newTitle: (title: string) => `New title of ${title}`,
  save: 'Save the title',
  keep: 'Keep the title',
  notRenamed: 'Not renamed',
  changeArtist: (artistName: string, title: string) => `${artistName}: change the artist of ${title}`,
  artistOf: (title: string) => `Artist of ${title}`,
  saveArtist: 'Save the artist',
  keepArtist: 'Keep the artist',
  artistNotChanged: 'Artist not changed',
  artistTooLong: 'Artist name too long',
  understood: 'OK',
  remove: (title: string) => `Remove ${title}`,
  cancel: (title: string) => `Cancel ${title}`,
  send: (title: string) => `Send ${title}`,
  replace: (title: string) => `Choose another MP3 for ${title}`,
  sendAgain: 'Send again',
  sendNow: 'Send',
  otherFile: 'Another file',
  progress: (title: string) => `Upload of ${title}`,
  noTracks: 'Choose at least one MP3',
  unnamedTrack: 'Each track needs a title of at most 100 characters',
  allWait: 'No slot left for any of these tracks.',
  slots: (left: number, all: number, takes: number) => `${left} of ${all} slots left, this release takes ${takes}`,
  /** @param level of the person; null while it is unknown */
  noSlot(level: number | null): string {
    const next =
      level === null ? undefined : [4, 5, 6].find((each) => each > level && uploadSlots(each) > uploadSlots(level));
    return next === undefined
      ? 'No slot left. Delete a track to free one.'
      : `No slot left. Level ${next} brings ${uploadSlots(next)} upload slots.`;
  },
  count: (tracks: number, megabytes: string) => `${tracks} ${plural(tracks, 'track')}, ${megabytes} MB.`,
  shows: (tracks: number, publishAt: string | null) =>
    publishAt === null ? `Shows once ${arrived(tracks)}.` : `Shows on ${momentOf(publishAt)}, once ${arrived(tracks)}.`,
  isOut: 'It is out.',
  sending: (arrivedTracks: number, tracks: number) => `${arrivedTracks} of ${tracks} arrived`,
  open: 'Open the release',
  another: 'Upload another release',
  backTo: (title: string) => `See ${title || 'the release'}`,
  left: 'These files are no MP3s and were left out',
  tooLargeInZip: 'These MP3s are larger than 50 MB and were left out',
  editedElsewhere: 'This release is open in another tab.',
  editedElsewhereHow: 'Close it there to go on here.',
  refused: 'The release was refused',
  fileNotRead: (name: string, why: string) => `${name}: ${why}`,
} as const;
