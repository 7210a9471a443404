import type { PendingAction, Scope } from '../../../sync/client.ts';
import { span } from '../../lib/format.ts';
import { deviceTexts } from './device-texts.ts';

/** What an action is, in the words of the person who did it. */
export function describeAction(sync: Scope, { kind, payload }: PendingAction): string {
  const track = () => {
    const title = sync.track(String(payload['track_id'])).get()?.title ?? payload['title'];
    return typeof title === 'string' && title !== '' ? `\u201c${title}\u201d` : 'a track';
  };
  const partner = () =>
    sync.connections.get().find((one) => one.partnerId === payload['partner_id'])?.partner?.artistName ?? 'somebody';
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
  if (action.state === 'dead') return action.error?.message ?? '';
  if (action.state === 'held') return deviceTexts.setAside;
  const age = deviceTexts.since(span(now - action.createdAt));
  const since = action.isEditable || action.state === 'in_flight' ? age : `${age} ${deviceTexts.mayBeThere}`;
  if (action.state === 'in_flight') return `${since} ${deviceTexts.sending}`;
  if (isOffline) return `${since} ${deviceTexts.noNetwork}`;
  if (action.nextAt > now) return `${since} ${deviceTexts.nextTry(Math.ceil((action.nextAt - now) / 1000))}`;
  return since;
}

/** How much of the device it takes, in bytes: its payload as it is stored. */
export function sizeOf(action: PendingAction): number {
  return new TextEncoder().encode(JSON.stringify(action.payload)).length;
}
