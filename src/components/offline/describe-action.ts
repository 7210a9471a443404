import { useMemo, useSyncExternalStore } from 'react';
import type { Live, PendingAction, Scope } from '../../../sync/client.ts';
import { fieldsOf, type EditableField } from '../../../sync/model/action-fields.ts';
import { wordsOf } from '../../../sync/model/action-words.ts';
import { isolated } from '../../platform/bidi.ts';
import { durationInWords } from '../../platform/format.ts';
import { constantLive, useScope } from '../../engine/live.ts';
import { rateLimitText } from '../../engine/use-rate-limit.ts';
import { deviceTexts } from './device-texts.ts';

export function useActionDescription(action: PendingAction): string {
  const scope = useScope();
  const { subscribe, get } = useMemo(() => describeAction(scope, action), [scope, action]);
  return useSyncExternalStore(subscribe, get);
}

/** The action in words. The value changes when a name or title in it loads. */
export function describeAction(
  scope: Pick<Scope, 'track' | 'person' | 'connections'>,
  { kind, payload }: PendingAction,
): Live<string> {
  const words = wordsOf(kind, payload);
  if (!words) return constantLive(deviceTexts.otherVersion);
  const sources = new Set<Live<unknown>>();
  const valueOf = <T>(live: Live<T>): T => {
    sources.add(live);
    return live.get();
  };
  const get = () =>
    words({
      track(id, ownTitle = '') {
        const title = valueOf(scope.track(id))?.title ?? ownTitle;
        return title === '' ? 'a track' : `\u201c${isolated(title)}\u201d`;
      },
      person(id) {
        const connection = valueOf(scope.connections).find(({ partnerId }) => partnerId === id);
        if (connection?.partner?.artistName) return connection.partner.artistName;
        const state = valueOf(scope.person(id));
        return (state.kind === 'public' && state.person.artist_name) || 'somebody';
      },
    });
  return {
    get,
    subscribe(listener) {
      get();
      const stops = [...sources].map((live) => live.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Fields that the person may change: only those of an action that was never sent, or that the server refused. */
export function editableFields({ kind, payload, isEditable }: PendingAction): readonly EditableField[] {
  return isEditable ? fieldsIn(kind, payload) : [];
}

/** The action's text of several lines, such as a message; null without one. */
export function longText({ kind, payload }: PendingAction): string | null {
  const field = fieldsIn(kind, payload).find(({ isLong }) => isLong);
  return field ? String(payload[field.name]) : null;
}

function fieldsIn(kind: string, payload: Record<string, unknown>): EditableField[] {
  return fieldsOf(kind).filter(({ name }) => payload[name] != null);
}

/** The present time by two clocks, in ms since the epoch: the server's, and the device's, by which attempts are scheduled. */
export interface Now {
  readonly server: number;
  readonly device: number;
}

/** Why the action is still on the device, and since when. */
export function reasonOf(action: PendingAction, isOffline: boolean, now: Now): string {
  const { state } = action;
  if (state.kind === 'dead') return state.error.message;
  if (state.kind === 'held') return deviceTexts.setAside;
  const age = deviceTexts.since(durationInWords(now.server - action.createdAt));
  if (state.kind === 'in_flight' || state.kind === 'answered') return `${age} ${deviceTexts.sending}`;
  const limitText = rateLimitText(action);
  if (limitText !== null && !isOffline) return `${age} ${limitText}`;
  const reason = state.kind === 'retrying' ? `${age} ${state.why?.message ?? deviceTexts.mayBeThere}` : age;
  if (isOffline) return `${reason} ${deviceTexts.noNetwork}`;
  if (state.kind === 'queued' || state.next_at <= now.device) return reason;
  return `${reason} ${deviceTexts.nextTry(Math.ceil((state.next_at - now.device) / 1000))}`;
}

/** Size of an action's payload as JSON, in bytes. */
export function sizeOf(action: PendingAction): number {
  return new TextEncoder().encode(JSON.stringify(action.payload)).length;
}
