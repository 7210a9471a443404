import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './types.gen.ts';

/**
 * Listens for changes and only says that there are some (SY-18): what they are comes with the next pull. A new
 * subscription says so too, because what happened while the socket was down was missed.
 * @param userId null for a guest, who hears of public tracks only
 * @returns how to stop
 */
export function listen(
  supabase: SupabaseClient<Database>,
  userId: string | null,
  onChange: () => void,
): () => Promise<void> {
  const channels: RealtimeChannel[] = [];
  const subscribe = (channel: RealtimeChannel) => {
    channels.push(channel);
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') onChange();
    });
  };
  if (userId !== null) {
    let own = supabase.channel('zap-economy-v3');
    for (const table of ['zap_actions', 'user_balances', 'user_stats']) {
      own = own.on(
        'postgres_changes',
        { event: '*', schema: 'public', table, filter: `user_id=eq.${userId}` },
        onChange,
      );
    }
    subscribe(own);
  }
  subscribe(
    supabase
      .channel('public-tracks')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'tracks', filter: 'is_public=eq.true' }, onChange),
  );
  return async () => {
    await Promise.all(channels.map((channel) => supabase.removeChannel(channel)));
    await supabase.realtime.disconnect();
  };
}
