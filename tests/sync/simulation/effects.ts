import type { Acknowledgement, PushAction } from '../../../sync/model/wire.ts';
import { insertMessage } from './messages.ts';
import { canSee, countPlay, pin, writeRow, type State } from './server-state.ts';

/** Applies an action at the server. A device must hold the rows and counts of `changed` when the action leaves the overlay (SY-13). */
export function applyAction(state: State, xid: number, user: string, action: PushAction): Acknowledgement {
  const { id, kind, payload } = action;
  const trackId = String(payload['track_id']);
  const changed: [string, number][] = [];
  const write = (...args: Parameters<typeof writeRow> extends [State, number, ...infer Rest] ? Rest : never) =>
    changed.push(writeRow(state, xid, ...args));
  const applied = (): Acknowledgement => ({ id, status: 'applied', result: { changed } });
  const rejected = (code: string): Acknowledgement => ({
    id,
    status: 'rejected',
    result: { code, message: code },
  });

  if (kind === 'send') {
    const message = { id: `${user}-${id}`, user, partner: String(payload['partner_id']), isOwn: true };
    changed.push(insertMessage(state, xid, message));
    return applied();
  }
  const track = state.rows.get(`tracks/${trackId}`);
  if (kind === 'create') {
    if (payload['is_unlawful'] === true) return rejected('unlawful');
    if (track || state.swept.has(`tracks/${trackId}`)) return rejected('exists');
    write({ t: 'tracks', id: trackId }, () => ({ user_id: user, is_public: true }));
    return applied();
  }
  if (!track || !canSee(state, track, user)) return rejected('missing');
  if (kind === 'edit') {
    if (track.data['user_id'] !== user) return rejected('not_yours');
    write({ t: 'tracks', id: trackId }, (data) => ({ ...data, title: payload['title'] }));
    return applied();
  }
  if (kind === 'vote') {
    const weight = action.v === 1 ? payload['stars'] : payload['weight'];
    const vote = { t: 'votes', id: `${user}-${trackId}`, owner: user };
    write(vote, () => ({ user_id: user, track_id: trackId, weight }));
    pin(state, xid, user, track);
    return applied();
  }
  const play = { t: 'plays', id: `${user}-${trackId}`, owner: user };
  const found = state.rows.get(`plays/${play.id}`);
  if (found) {
    // An earlier play, perhaps another device's, was counted (SY-13).
    changed.push([`plays/${play.id}`, found.rev]);
    return applied();
  }
  write(play, () => ({ user_id: user, track_id: trackId }));
  changed.push([`counts/${trackId}`, countPlay(state, trackId)]);
  write({ t: 'balances', id: user, owner: user }, (data) => ({ user_id: user, zaps: Number(data['zaps'] ?? 0) + 1 }));
  return applied();
}
