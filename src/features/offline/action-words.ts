import type { PendingAction, Scope } from '../../../sync/client.ts';
import { span } from '../../lib/format.ts';
import { deviceTexts } from './device-texts.ts';

/** What an action is, in the words of the person who did it. */
export function describeAction(scope: Scope, { kind, payload }: PendingAction): string {
  const track = () => {
    const title = scope.track(String(payload['track_id'])).get()?.title ?? payload['title'];
    return typeof title === 'string' && title !== '' ? `\u201c${title}\u201d` : 'a track';
  };
  const partner = () =>
    scope.connections.get().find((one) => one.partnerId === payload['partner_id'])?.partner?.artistName ?? 'somebody';
  switch (kind) {
    case 'play.record':
      return `Play of ${track()}`;
    case 'vote.cast':
      return `Vote ${String(payload['weight'])} for ${track()}`;
    case 'share.add':
      return `Share of ${track()}`;
    case 'share.remove':
      return `End of the share of ${track()}`;
    case 'track.create':
      return `New track ${track()}`;
    case 'track.update':
      return `Change of ${track()}`;
    case 'track.delete':
      return `Deletion of ${track()}`;
    case 'profile.update':
      return 'Change of your profile';
    case 'message.send':
      return `Message to ${partner()}`;
    case 'messages.read':
      return payload['partner_id'] === null ? 'All messages read' : `Messages of ${partner()} read`;
    case 'connection.request':
      return `Connection request to ${partner()}`;
    case 'connection.answer':
      return `${payload['status'] === 'accepted' ? 'Acceptance' : 'Refusal'} of the request of ${partner()}`;
  }
}

/** Since when it waits, and why. */
export function reasonOf(action: PendingAction, isOffline: boolean, now: number): string {
  const { state } = action;
  if (state.kind === 'dead') return state.error.message;
  if (state.kind === 'held') return deviceTexts.setAside;
  const age = deviceTexts.since(span(now - action.createdAt));
  if (state.kind === 'in_flight' || state.kind === 'answered') return `${age} ${deviceTexts.sending}`;
  const since = state.kind === 'retrying' ? `${age} ${deviceTexts.mayBeThere}` : age;
  if (isOffline) return `${since} ${deviceTexts.noNetwork}`;
  if (state.kind === 'queued' || state.next_at <= now) return since;
  return `${since} ${deviceTexts.nextTry(Math.ceil((state.next_at - now) / 1000))}`;
}

/** How much of the device it takes, in bytes: its payload as it is stored. */
export function sizeOf(action: PendingAction): number {
  return new TextEncoder().encode(JSON.stringify(action.payload)).length;
}
