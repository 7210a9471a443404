import { actionOf, isActionKind, type ActionKind, type ActionPayload } from './actions.ts';

/** Names for the description of an action. */
export interface Names {
  /** The track's title in quotation marks; 'a track' if unknown. */
  track(id: string, title?: string): string;
  /** The person's name; 'somebody' if unknown. */
  person(id: string): string;
}

interface Describe<Payload> {
  describe(payload: Payload, names: Names): string;
}

/** Apart from the declarations, because the start of the app describes no action. */
const words: { readonly [K in ActionKind]: Describe<ActionPayload<K>>['describe'] } = {
  'play.record': ({ track_id: track }, { track: name }) => `Play of ${name(track)}`,
  'vote.cast': ({ track_id: track, weight }, names) => `Vote ${weight} for ${names.track(track)}`,
  'share.add': ({ track_id: track }, names) => `Share of ${names.track(track)}`,
  'share.remove': ({ track_id: track }, names) => `End of the share of ${names.track(track)}`,
  'favourite.add': ({ track_id: track }, names) => `${names.track(track)} as a favourite`,
  'favourite.remove': ({ track_id: track }, names) => `Removal of ${names.track(track)} from your favourites`,
  'playlist.create': ({ title }) => `Playlist \u201c${title}\u201d`,
  'playlist.update': () => 'Change of a playlist',
  'playlist.delete': () => 'Deletion of a playlist',
  'playlist.restore': () => 'Return of a deleted playlist',
  'playlist.add': ({ entries: [first, ...rest] }, names) =>
    `${first ? names.track(first.track_id) : 'Tracks'}${rest.length > 0 ? ` and ${rest.length} more` : ''} for a playlist`,
  'playlist.remove': () => 'Removal from a playlist',
  'playlist.move': () => 'New order of a playlist',
  'playlist.like': () => 'A playlist for your library',
  'playlist.unlike': () => 'Removal of a playlist from your library',
  'release.create': ({ title }) => `Release \u201c${title}\u201d`,
  'release.update': () => 'Change of a release',
  'release.arrange': () => 'New order of a release',
  'release.remove': () => 'Removal from a release',
  'release.delete': () => 'Deletion of a release',
  'track.create': ({ track_id: track, title }, names) => `New track ${names.track(track, title)}`,
  'track.update': ({ track_id: track, title }, names) => `Change of ${names.track(track, title)}`,
  'track.texts': ({ track_id: track }, names) => `Description and lyrics of ${names.track(track)}`,
  'track.radio': ({ track_id: track, radio_opt_in: isOpen }, names) =>
    isOpen ? `${names.track(track)} opened to the radio` : `${names.track(track)} closed to the radio`,
  'track.delete': ({ track_id: track }, names) => `Deletion of ${names.track(track)}`,
  'profile.update': () => 'Change of your profile',
  'message.send': ({ partner_id: partner }, names) => `Message to ${names.person(partner)}`,
  'messages.read': ({ partner_id: partner }, names) =>
    partner === null ? 'All messages read' : `Messages of ${names.person(partner)} read`,
  'connection.request': ({ partner_id: partner }, names) => `Connection request to ${names.person(partner)}`,
  'connection.answer': ({ partner_id: partner, status }, names) =>
    `${status === 'accepted' ? 'Acceptance' : 'Refusal'} of the request of ${names.person(partner)}`,
  'connection.end': ({ partner_id: partner }, names) => `End of the connection with ${names.person(partner)}`,
  'connection.block': ({ partner_id: partner }, names) => `Block of ${names.person(partner)}`,
  'connection.unblock': ({ partner_id: partner }, names) => `End of the block of ${names.person(partner)}`,
  'report.send': ({ subject, subject_id: id }, names) =>
    `Report of ${subject === 'track' ? names.track(id) : subject === 'profile' ? names.person(id) : 'a message'}`,
  'appeal.send': () => "Appeal against an operator's decision",
  'history.hide': () => 'Change of your history',
};
const anyWords: Readonly<Record<ActionKind, Describe<Record<string, unknown>>['describe']>> = words;

/** Describes an action to the person. Null for an action of another version of the app. */
export function wordsOf(kind: string, payload: Record<string, unknown>): ((names: Names) => string) | null {
  const parsed = actionOf(kind)?.payload.safeParse(payload);
  if (!parsed?.success || !isActionKind(kind)) return null;
  return (names) => anyWords[kind](parsed.data, names);
}
