import { randomUUID } from 'node:crypto';
import { png } from '../../../sync/media/sample-files.ts';
import type { Random } from '../../../supabase/seed/random.ts';
import { action, play, glowBorder, mysteryPack } from '../../../supabase/tests/scene.ts';
import { sendWild } from '../fuzz.ts';
import type { KillableStack } from '../killable-stack.ts';
import { call, send, upload, write, type Accepted, type Person } from '../people.ts';
import { wildRequest } from '../wild-request.ts';

export interface StormScene {
  readonly stack: KillableStack;
  readonly crowd: readonly Person[];
  readonly tracks: readonly string[];
  readonly accepted: Accepted;
  /** Exempt from the slot limit, because their tracks were inserted directly. */
  readonly artists: readonly string[];
}

/** The text of every message that the storm sends. No log may contain it. */
export const privateMessage = 'Meet me behind the old warehouse';

const cover = png({ width: 8, height: 8 });
const pull = { v: 1, epoch: null, since: '0', after: null, pending: [], limit: 200 };

export async function stormRequest(random: Random, scene: StormScene): Promise<string[]> {
  const { stack, crowd, tracks, accepted } = scene;
  const me = random.pick(crowd);
  const other = random.pick(crowd);
  const partner_id = other.id;
  const track_id = random.chance(0.95) ? random.pick(tracks) : randomUUID();
  const pushOne = (kind: string, payload: Record<string, unknown>) => send(me, [action(kind, payload)], accepted);
  const callProcedure = async (name: string, args: Record<string, unknown>) => [await call(me, name, args, accepted)];
  const callRest = async (method: string, path: string, body?: unknown) => [
    (await write(me, method, path, body)).replace('applied', 'read'),
  ];
  const { port } = new URL(stack.url);

  const requests: readonly (() => Promise<string[]>)[] = [
    () => send(me, [play(track_id)], accepted),
    () => callProcedure('increment_track_play_count', { track_id_p: track_id, progress_ms: 30_000 }),
    () => callProcedure('cast_vote_or_edit', { p_track_id: track_id, p_vote_weight: random.int(0, 6) }),
    () => pushOne('vote.cast', { track_id, weight: random.int(1, 5) }),
    () => pushOne(random.pick(['share.add', 'share.remove']), { track_id }),
    () => callProcedure('sponsor_track_for_radio', { p_track_id: track_id }),
    () => callProcedure('purchase_store_item', { item_id: random.pick([glowBorder, mysteryPack, track_id]) }),
    () => callProcedure('claim_daily_login_reward', {}),
    () => pushOne('connection.request', { partner_id }),
    () => pushOne('connection.answer', { partner_id, status: random.pick(['accepted', 'declined', 'perhaps']) }),
    () => pushOne(random.pick(['connection.end', 'connection.block', 'connection.unblock']), { partner_id }),
    () => pushOne('message.send', { message_id: randomUUID(), partner_id, content: privateMessage }),
    () => pushOne('profile.update', { artist_name: `Nina ${random.int(1, 99)}`, privacy_setting: 'public' }),
    () => pushOne('track.update', { track_id, title: 'Stolen', is_public: false }),
    () => pushOne('report.send', { subject: 'track', subject_id: track_id, reason: 'spam', details: '' }),
    () =>
      send(
        me,
        tracks.slice(0, 20).map((id) => action('vote.cast', { track_id: id, weight: 4 })),
        accepted,
      ),
    async () => [await upload(me, 'covers', `${randomUUID()}.png`, cover, accepted)],
    async () => [await upload({ ...me, id: other.id }, 'covers', `${randomUUID()}.png`, cover, accepted)],
    () =>
      callRest('POST', 'rpc/sync_pull', {
        p: { ...pull, tables: ['tracks', 'messages', 'connections', 'zap_actions'] },
      }),
    () => callRest('POST', 'rpc/first_screen', { p: { limit: 50 } }),
    () => callRest('GET', 'messages?select=*,sender_profile'),
    () => callRest('PATCH', `user_profiles?id=eq.${me.id}`, { bio: 'x'.repeat(random.int(0, 2000)) }),
    () => callRest('PATCH', `tracks?id=eq.${track_id}`, { title: 'Stolen', play_count: 1 }),
    () => callRest('POST', 'zap_actions', { user_id: me.id, action_type: 'zap', zap_value: 1000 }),
  ];
  if (random.chance(0.7)) return await random.pick(requests)();
  const { status } = await sendWild(
    Number(port),
    wildRequest(random, [stack.keys.publishableKey, me.caller.token, `${me.caller.token}x`]),
  );
  return [status === 0 ? 'lost' : `http ${status}`];
}
