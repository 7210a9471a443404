import type { Acknowledgement, PullRequest, PullResponse, PushAction, PushResponse } from '../../../sync/model/wire.ts';
import type { Failure, Reply, Row } from '../../../sync/core/ports.ts';

interface ServerRow {
  t: string;
  id: string;
  rev: number;
  xid: number;
  deleted: boolean;
  /** Whose private row it is; null for tables that others may see. */
  owner: string | null;
  data: Record<string, unknown>;
}

interface Logged {
  xid: number;
  request: string;
  ack: Acknowledgement;
}

interface State {
  rows: Map<string, ServerRow>;
  log: Map<string, Logged>;
}

/** An open transaction: what it will have done when it commits. */
export interface Transaction {
  xid: number;
  work: ((state: State, xid: number) => void) | null;
}

/** Pages are small, so that most cycles have several. */
const PAGE = 4;

/**
 * What Postgres does, in memory (SY-5 to SY-9): transactions overlap and commit in any order, a row carries the id of the
 * last transaction that changed it, a push is one transaction.
 */
export class Server {
  epoch = 'epoch-1';
  state: State = { rows: new Map(), log: new Map() };
  /** Lane entries in the order the server executed them. */
  executed: { user: string; device: string; lane: string; seq: number; id: string }[] = [];
  private nextXid = 100;
  private open = new Set<Transaction>();
  private valid = new Map<string, number>();

  begin(): Transaction {
    const transaction: Transaction = { xid: this.nextXid++, work: null };
    this.open.add(transaction);
    return transaction;
  }

  commit(transaction: Transaction): void {
    this.open.delete(transaction);
    transaction.work?.(this.state, transaction.xid);
  }

  abort(transaction: Transaction): void {
    this.open.delete(transaction);
  }

  commitAll(): void {
    for (const transaction of [...this.open]) this.commit(transaction);
  }

  expireTokens(user: string): void {
    this.valid.set(user, (this.valid.get(user) ?? 0) + 1);
  }

  token(user: string): number {
    return this.valid.get(user) ?? 0;
  }

  snapshot(): State {
    return structuredClone(this.state);
  }

  /** A restored backup: another epoch, and every row stamped by a transaction of this server (SY-8). */
  restore(state: State): void {
    for (const transaction of [...this.open]) this.abort(transaction);
    this.state = structuredClone(state);
    this.epoch = `${this.epoch}'`;
    const xid = this.nextXid++;
    for (const row of this.state.rows.values()) {
      row.xid = xid;
      row.rev += 1;
    }
    for (const logged of this.state.log.values()) logged.xid = xid;
  }

  /** What this user may see now: table and id to row. */
  visibleTo(user: string): Map<string, Row> {
    return new Map(
      [...this.state.rows.values()].filter((row) => canSee(row, user)).map((row) => [`${row.t}/${row.id}`, toRow(row)]),
    );
  }

  pull(user: string, token: number, request: PullRequest): Reply<PullResponse> {
    if (token !== this.token(user)) return { ok: false, failure: { kind: 'auth' } };
    const floor = Math.min(this.nextXid, ...[...this.open].map((transaction) => transaction.xid));
    const base = { epoch: this.epoch, floor: String(floor), server_time: '2027-01-01T00:00:00.000Z' };
    if (request.epoch !== null && request.epoch !== this.epoch) {
      return { ok: true, value: { ...base, rows: [], gone: [], acks: [], next: null, reset: 'epoch' } };
    }
    const since = Number(request.since);
    const after = request.after ? { xid: Number(request.after.xid), id: request.after.id } : null;
    const changed = [...this.state.rows.values()]
      .filter((row) => row.owner === null || row.owner === user)
      .filter(
        (row) => row.xid >= since && (!after || row.xid > after.xid || (row.xid === after.xid && row.id > after.id)),
      )
      .sort((a, b) => a.xid - b.xid || (a.id < b.id ? -1 : 1));
    // Rows of one transaction may share an id across tables: a page never ends between them.
    const cut = changed[PAGE - 1];
    const page = changed.filter((row, at) => at < PAGE || (row.xid === cut?.xid && row.id === cut.id));
    const last = page.length >= PAGE ? page.at(-1) : undefined;
    const acks = request.pending.flatMap((id) => {
      const logged = this.state.log.get(`${user}/${id}`);
      if (!logged) return [];
      const isSafe = logged.ack.status === 'rejected' || (!last && (!after || logged.xid >= after.xid));
      return isSafe ? [logged.ack] : [];
    });
    return {
      ok: true,
      value: {
        ...base,
        rows: page.filter((row) => canSee(row, user)).map((row) => ({ t: row.t, row: toRow(row) })),
        gone: page.filter((row) => !canSee(row, user)).map(({ t, id, rev }) => ({ t, id, rev })),
        acks,
        next: last ? { xid: String(last.xid), id: last.id } : null,
      },
    };
  }

  /** Starts a push; the answer is known when its transaction commits. */
  beginPush(user: string, token: number, actions: PushAction[]): Transaction & { reply: Reply<PushResponse> } {
    const transaction = Object.assign(this.begin(), unanswered());
    transaction.work = (state, xid) => {
      if (token !== this.token(user)) transaction.reply = fail({ kind: 'auth' });
      else if (actions.some((action) => action.kind === 'poison')) {
        transaction.reply = fail({ kind: 'refused', code: 'XX000', message: 'cannot digest' });
      } else {
        const results = actions.map((action) => this.execute(state, xid, user, action));
        transaction.reply = { ok: true, value: { results, server_time: '2027-01-01T00:00:00.000Z' } };
      }
    };
    return transaction;
  }

  private execute(state: State, xid: number, user: string, action: PushAction): Acknowledgement {
    const key = `${user}/${action.id}`;
    const request = JSON.stringify([action.kind, action.v, action.occurred_at, action.payload]);
    const known = state.log.get(key);
    if (known) {
      if (known.request === request) return known.ack;
      return { id: action.id, status: 'rejected', result: { code: 'id_reuse', message: 'another request' } };
    }
    const ack = effect(state, xid, user, action);
    state.log.set(key, { xid, request, ack });
    const { lane, seq, device } = action.payload;
    this.executed.push({ user, device: String(device), lane: String(lane), seq: Number(seq), id: action.id });
    return ack;
  }
}

/** What the sender hears of a transaction that was aborted. */
function unanswered(): { reply: Reply<PushResponse> } {
  return { reply: fail({ kind: 'busy', retryAfterMs: null, message: 'serialization' }) };
}

function fail(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}

function canSee(row: ServerRow, user: string): boolean {
  return (
    !row.deleted &&
    (row.owner === null ? row.data['is_public'] === true || row.data['user_id'] === user : row.owner === user)
  );
}

function toRow(row: ServerRow): Row {
  return { ...row.data, id: row.id, rev: row.rev };
}

/** Writes a row as a trigger stamps it (SY-4). */
export function write(
  state: State,
  xid: number,
  at: { t: string; id: string; owner?: string },
  change: (data: Record<string, unknown>) => Record<string, unknown>,
  deleted = false,
): void {
  const key = `${at.t}/${at.id}`;
  const old = state.rows.get(key);
  state.rows.set(key, {
    t: at.t,
    id: at.id,
    owner: at.owner ?? old?.owner ?? null,
    rev: (old?.rev ?? 0) + 1,
    xid,
    deleted,
    data: change(old?.data ?? {}),
  });
}

function effect(state: State, xid: number, user: string, action: PushAction): Acknowledgement {
  const trackId = String(action.payload['track_id']);
  const applied = (result: Record<string, unknown>): Acknowledgement => ({ id: action.id, status: 'applied', result });
  const rejected = (code: string): Acknowledgement => ({
    id: action.id,
    status: 'rejected',
    result: { code, message: code },
  });
  const track = state.rows.get(`tracks/${trackId}`);
  if (action.kind === 'create') {
    if (track) return rejected('exists');
    write(state, xid, { t: 'tracks', id: trackId }, () => ({ user_id: user, is_public: true, plays: 0 }));
    return applied({});
  }
  if (!track || !canSee(track, user)) return rejected('missing');
  if (action.kind === 'vote') {
    const vote = { t: 'votes', id: `${user}-${trackId}`, owner: user };
    write(state, xid, vote, () => ({ user_id: user, track_id: trackId, weight: action.payload['weight'] }));
    return applied({});
  }
  const play = { t: 'plays', id: `${user}-${trackId}`, owner: user };
  if (state.rows.has(`plays/${play.id}`)) return applied({ success: false });
  write(state, xid, play, () => ({ user_id: user, track_id: trackId }));
  write(state, xid, { t: 'tracks', id: trackId }, (data) => ({ ...data, plays: Number(data['plays']) + 1 }));
  write(state, xid, { t: 'balances', id: user, owner: user }, (data) => ({
    user_id: user,
    zaps: Number(data['zaps'] ?? 0) + 1,
  }));
  return applied({ success: true });
}
