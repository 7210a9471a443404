import type { Database } from '../remote/types.gen.ts';

/** A list of the person's own rows, read from the server page by page: a device may hold only a part of it, or none. */
export interface OwnList {
  /** A table, or a procedure that returns rows. */
  table: keyof Database['public']['Tables'] | `rpc/${keyof Database['public']['Functions']}`;
  /** A PostgREST query. The policies and the procedure return the person's own rows only. */
  query: string;
  /** The column that the query renames to `id`. */
  id?: string;
}

export const ownLists = {
  ledger: {
    table: 'zap_actions',
    query: 'select=id,action_type,zap_value,metadata,credited_on,created_at&deleted_at=is.null',
  },
  plays: {
    table: 'track_plays',
    query: 'select=id,track_id,played_on,is_manual,is_self_play,zaps_earned,created_at&deleted_at=is.null',
  },
  /** Also covers months whose plays and ledger lines the operator has removed (G-7). */
  days: {
    table: 'user_days',
    query: 'select=id:day,day,plays,chosen_plays,ledger_lines,zaps,zaps_earned',
    id: 'day',
  },
  votes: {
    table: 'track_votes',
    query: 'select=id,track_id,vote_weight,created_at,updated_at&deleted_at=is.null',
  },
  releases: {
    table: 'releases',
    query: 'select=id,title,artist_name,kind,notes,places,publish_at,published_at,created_at&deleted_at=is.null',
  },
  texts: {
    table: 'rpc/get_own_track_texts',
    query: 'select=id:track_id,track_id,description,lyrics',
    id: 'track_id',
  },
  appeals: {
    table: 'rpc/get_own_appeals',
    query: 'select=id,decision,track_id,content,created_at,settled_at,outcome,answer',
  },
  reports: {
    table: 'rpc/get_own_reports',
    query: 'select=id,subject,subject_id,reason,details,created_at',
  },
  sessions: {
    table: 'rpc/list_my_sessions',
    query: 'select=id:session_id,user_agent,started_at,used_at,is_current',
    id: 'session_id',
  },
  messages: {
    table: 'messages',
    query: 'select=id,sender_id,receiver_id,content,is_read,created_at&deleted_at=is.null',
  },
} satisfies Record<string, OwnList>;
