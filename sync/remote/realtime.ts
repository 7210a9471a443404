import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './types.gen.ts';

type Listened = keyof Database['public']['Tables'];

/** The channels of a person (part 1 §7): tables, and the columns by which a row is theirs. */
const ofPerson: Record<string, readonly (readonly [table: Listened, column: string])[]> = {
  'zap-economy-v3': [
    ['zap_actions', 'user_id'],
    ['user_balances', 'user_id'],
    ['user_stats', 'user_id'],
  ],
  // Own ones too: another device of this person writes and reads them.
  messages: [
    ['messages', 'receiver_id'],
    ['messages', 'sender_id'],
  ],
  connections: [
    ['connections', 'user_id'],
    ['connections', 'connection_id'],
  ],
};

/**
 * Listens for changes and only says that there are some (SY-18): what they are comes with the next pull. A new
 * subscription says so too, because what happened while the socket was down was missed.
 * @param userId null for a guest, who hears of public tracks only
 * @returns how to stop
 */
export async function listen(
  supabase: SupabaseClient<Database>,
  userId: string | null,
  onChange: () => void,
): Promise<() => Promise<void>> {
  // Before the first join: a channel that is joined without a token hears as nobody, and the token that follows is lost.
  await supabase.realtime.setAuth();
  const channels: RealtimeChannel[] = [];
  const subscribe = (name: string, filters: readonly (readonly [table: Listened, filter: string])[]) => {
    let channel = supabase.channel(name);
    for (const [table, filter] of filters)
      channel = channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, onChange);
    channels.push(channel);
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') onChange();
    });
  };
  if (userId !== null)
    for (const [name, tables] of Object.entries(ofPerson))
      subscribe(
        name,
        tables.map(([table, column]) => [table, `${column}=eq.${userId}`]),
      );
  subscribe('public-tracks', [['tracks', 'is_public=eq.true']]);
  return async () => {
    await Promise.all(channels.map((channel) => supabase.removeChannel(channel)));
    await supabase.realtime.disconnect();
  };
}
