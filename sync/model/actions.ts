import type * as z from 'zod/mini';
import { appealSend } from './actions/appeal-send.ts';
import { connectionAnswer } from './actions/connection-answer.ts';
import { connectionBlock } from './actions/connection-block.ts';
import { connectionEnd } from './actions/connection-end.ts';
import { connectionRequest } from './actions/connection-request.ts';
import { connectionUnblock } from './actions/connection-unblock.ts';
import { favouriteAdd } from './actions/favourite-add.ts';
import { favouriteRemove } from './actions/favourite-remove.ts';
import { historyHide } from './actions/history-hide.ts';
import { messageSend } from './actions/message-send.ts';
import { messagesRead } from './actions/messages-read.ts';
import {
  playlistAdd,
  playlistCreate,
  playlistDelete,
  playlistLike,
  playlistMove,
  playlistRemove,
  playlistRestore,
  playlistUnlike,
  playlistUpdate,
} from './actions/playlist-changes.ts';
import { playRecord } from './actions/play-record.ts';
import { profileUpdate } from './actions/profile-update.ts';
import {
  releaseArrange,
  releaseCreate,
  releaseDelete,
  releaseRemove,
  releaseUpdate,
} from './actions/release-changes.ts';
import { reportSend } from './actions/report-send.ts';
import { shareAdd } from './actions/share-add.ts';
import { shareRemove } from './actions/share-remove.ts';
import { trackCreate } from './actions/track-create.ts';
import { trackDelete } from './actions/track-delete.ts';
import { trackRadio } from './actions/track-radio.ts';
import { trackTexts } from './actions/track-texts.ts';
import { trackUpdate } from './actions/track-update.ts';
import { voteCast } from './actions/vote-cast.ts';
import type { Action } from './define-action.ts';

/** All actions that are queued and replayed (SY-9, SY-14, S-32). Acts that need an answer at once are in `remote-acts.ts`. */
export const actions = {
  'play.record': playRecord,
  'vote.cast': voteCast,
  'share.add': shareAdd,
  'share.remove': shareRemove,
  'favourite.add': favouriteAdd,
  'favourite.remove': favouriteRemove,
  'playlist.create': playlistCreate,
  'playlist.update': playlistUpdate,
  'playlist.delete': playlistDelete,
  'playlist.restore': playlistRestore,
  'playlist.add': playlistAdd,
  'playlist.remove': playlistRemove,
  'playlist.move': playlistMove,
  'playlist.like': playlistLike,
  'playlist.unlike': playlistUnlike,
  'release.create': releaseCreate,
  'release.update': releaseUpdate,
  'release.arrange': releaseArrange,
  'release.remove': releaseRemove,
  'release.delete': releaseDelete,
  'track.create': trackCreate,
  'track.update': trackUpdate,
  'track.texts': trackTexts,
  'track.radio': trackRadio,
  'track.delete': trackDelete,
  'profile.update': profileUpdate,
  'message.send': messageSend,
  'messages.read': messagesRead,
  'connection.request': connectionRequest,
  'connection.answer': connectionAnswer,
  'connection.end': connectionEnd,
  'connection.block': connectionBlock,
  'connection.unblock': connectionUnblock,
  'report.send': reportSend,
  'appeal.send': appealSend,
  'history.hide': historyHide,
} as const;

export type ActionKind = keyof typeof actions;
export type ActionPayload<K extends ActionKind> = z.infer<(typeof actions)[K]['payload']>;
/** An action of any kind. Its functions take only payloads that its own schema has parsed. */
export type AnyAction = Action<ActionKind, Record<string, unknown>>;

export const actionKinds = Object.keys(actions).filter(isActionKind);

export function isActionKind(kind: string): kind is ActionKind {
  return Object.hasOwn(actions, kind);
}

/** Null for a kind of a newer version of the app. */
export function actionOf(kind: string): AnyAction | null {
  return isActionKind(kind) ? actions[kind] : null;
}
