import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { tables } from '../model/tables.ts';
import type { Database } from './types.gen.ts';

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
  const channels = new Map<string, RealtimeChannel>();
  for (const { name: table, live } of Object.values(tables)) {
    if (!live) continue;
    for (const filter of live.filters(userId)) {
      const channel = channels.get(live.channel) ?? supabase.channel(live.channel);
      channels.set(
        live.channel,
        channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, onChange),
      );
    }
  }
  for (const channel of channels.values())
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') onChange();
    });
  return async () => {
    await Promise.all([...channels.values()].map((channel) => supabase.removeChannel(channel)));
    await supabase.realtime.disconnect();
  };
}
