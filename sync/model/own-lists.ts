import type { Database } from '../remote/types.gen.ts';

/** Rows of a person that the server tells page by page: some of them are on no device, or on none in full. */
export interface OwnList {
  table: keyof Database['public']['Tables'];
  /** As PostgREST writes it; the row's id is among the columns. Others' rows are not told in any case. */
  query: string;
}

/** Everything of that kind, by the name it has for the person whose it is. */
export const ownLists = {
  ledger: {
    table: 'zap_actions',
    query: 'select=id,action_type,zap_value,metadata,credited_on,created_at&deleted_at=is.null',
  },
  plays: {
    table: 'track_plays',
    query: 'select=id,track_id,played_on,is_manual,is_self_play,zaps_earned,created_at&deleted_at=is.null',
  },
  votes: {
    table: 'track_votes',
    query: 'select=id,track_id,vote_weight,created_at,updated_at&deleted_at=is.null',
  },
  messages: {
    table: 'messages',
    query: 'select=id,sender_id,receiver_id,content,is_read,created_at&deleted_at=is.null',
  },
} satisfies Record<string, OwnList>;
