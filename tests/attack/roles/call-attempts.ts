import { randomUUID } from 'node:crypto';
import type { Attacker } from './attackers.ts';
import type { Attempt, Procedure, World } from './attempt.ts';

const TABLES_WITH_IDS = ['tracks', 'messages', 'connections', 'shared_tracks', 'reports', 'store_items', 'zap_actions'];

/**
 * Calls every procedure (a procedure that takes an id, once with each id of the victim), pulls every table, and pushes every kind of
 * action. Skips only the deletion of the attacker's own account.
 */
export function* callAttempts(world: World, attacker: Attacker): Generator<Attempt> {
  for (const procedure of world.procedures) {
    // Attackers may delete their own account.
    if (procedure.name === 'delete_my_profile' && attacker.account !== null) continue;
    yield* calls(world, attacker, procedure);
  }
  yield* pulls(world);
  for (const kind of world.kinds)
    for (const aim of ['private', 'public'] as const) yield push(world, attacker, kind, aim);
}

function* calls(world: World, { victim }: Attacker, { name, arguments: args }: Procedure): Generator<Attempt> {
  const path = `/rest/v1/rpc/${name}`;
  const hasId = args.some(({ name: argument, type }) => type === 'uuid' && argument !== 'p_action_id');
  for (const id of hasId ? idsOf(world, victim) : [victim]) {
    const body = Object.fromEntries(args.map(({ name: arg, type }) => [arg, valueOf(world, victim, id, arg, type)]));
    yield { kind: 'procedure', label: `call ${name} with ${id}`, method: 'POST', path, body };
  }
  const query = args.map(({ name: arg, type }) => {
    const value = valueOf(world, victim, victim, arg, type);
    return `${arg}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`;
  });
  yield { kind: 'procedure', label: `get ${name}`, method: 'GET', path: `${path}?${query.join('&')}` };
}

function idsOf(world: World, victim: string): string[] {
  const rows = TABLES_WITH_IDS.map((table) => world.idOf(table, victim));
  return [...new Set([victim, privateTrackOf(world, victim), ...rows.filter((id) => id !== null)])];
}

const privateTrackOf = (world: World, victim: string) => world.idOf('private tracks', victim) ?? randomUUID();

function valueOf(world: World, victim: string, id: string, name: string, type: string): unknown {
  if (name === 'p_action_id') return world.idOf('action_log', victim, 'action_id');
  if (name === 'p_bucket') return 'tracks';
  if (name === 'p_name') return world.fileOf('tracks', victim);
  if (name === 'p_page') return 'track';
  if (name === 'p_action_type') return 'zap';
  if (name === 'p_actions') return [];
  if (name === 'p_files') return [{ bucket: 'tracks', name: world.fileOf('tracks', victim) }];
  if (type === 'public.messages' || type === 'messages') return `(${world.idOf('messages', victim)},,,,,,,,)`;
  if (type === 'uuid') return id;
  if (type === 'uuid[]') return [id, victim, ...Object.values(world.scene.ids)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'bigint') return 5;
  if (type === 'jsonb') return {};
  return 'anything';
}

function* pulls({ shapes, scene, idOf }: World): Generator<Attempt> {
  const names = [...shapes.keys()];
  const pending = Object.values(scene.ids)
    .map((id) => idOf('action_log', id, 'action_id'))
    .filter((id) => id !== null);
  for (const tables of [names, ...names.map((name) => [name])]) {
    for (const procedure of ['sync_pull', 'first_screen']) {
      const p = { v: 1, epoch: null, since: '0', after: null, tables, pending, limit: 1000 };
      const label = `${procedure} of ${tables.length > 1 ? 'everything' : tables[0]}`;
      yield { kind: 'procedure', label, method: 'POST', path: `/rest/v1/rpc/${procedure}`, body: { p } };
    }
  }
}

function push(world: World, { victim }: Attacker, kind: string, aim: 'private' | 'public'): Attempt {
  const track = aim === 'private' ? privateTrackOf(world, victim) : world.idOf('tracks', victim);
  const message = world.idOf('messages', victim);
  const values: Readonly<Record<string, unknown>> = {
    artist_name: 'Stolen',
    audio_path: world.fileOf('tracks', victim),
    content: 'Stolen',
    cover_path: world.fileOf('covers', victim),
    details: '',
    genre: 'House',
    is_manual: true,
    is_public: true,
    item_id: '00000000-0000-4000-b000-000000000004',
    message_id: message,
    metadata: { track_id: track },
    partner_id: victim,
    privacy_setting: 'public',
    progress_ms: 180_000,
    quantity: 1,
    radio_opt_in: true,
    read_to: new Date().toISOString(),
    reason: 'spam',
    rights_confirmed: true,
    status: 'accepted',
    subject: aim === 'private' ? 'message' : 'track',
    subject_id: aim === 'private' ? message : track,
    title: 'Stolen',
    track_id: track,
    type: 'zap',
    weight: 1,
  };
  const payload = Object.fromEntries(world.payloadKeys.map((key) => [key, values[key] ?? victim]));
  const action = { id: randomUUID(), kind, v: 1, occurred_at: new Date().toISOString(), payload };
  const label = `push ${kind} at ${aim} rows`;
  return { kind: 'push', label, method: 'POST', path: '/rest/v1/rpc/sync_push', body: { p_actions: [action] } };
}
