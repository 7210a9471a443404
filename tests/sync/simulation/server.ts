import type { Failure, Reply } from '../../../sync/core/ports.ts';
import type { Digest } from '../../../sync/model/digest.ts';
import type { MessagePosition } from '../../../sync/model/position.ts';
import type { VisitRequest, VisitResponse } from '../../../sync/model/visit.ts';
import type { Acknowledgement, PullRequest, PullResponse, PushAction, PushResponse } from '../../../sync/model/wire.ts';
import { PENDING_LIMIT, PUSH_LIMIT } from '../../../sync/model/wire.ts';
import { applyAction } from './effects.ts';
import { countsAfter, publishChanges } from './digests.ts';
import { History, type HistoryCopy } from './history.ts';
import { olderMessages, reportedWhileFilling, startsOf } from './messages.ts';
import {
  canSee,
  copyState,
  emptyState,
  isHeld,
  reportedAt,
  toRow,
  type Logged,
  type ServerRow,
  type State,
} from './server-state.ts';
import type { Tally } from './tally.ts';

export interface Transaction {
  readonly xid: number;
  work: ((state: State, xid: number) => void) | null;
}

export interface PushTransaction extends Transaction {
  reply: Reply<PushResponse>;
}

export interface Page {
  rows: { row: ServerRow; xid: number }[];
  isLast: boolean;
}

export interface Backup {
  readonly state: State;
  readonly epoch: string;
  readonly minSince: number;
  readonly nextXid: number;
  readonly history: HistoryCopy;
}

const TIME = '2027-01-01T00:00:00.000Z';

/** One in this many new actions is rate-limited. */
const RATE_LIMITED_EVERY = 23;
const RETRY_AFTER_S = 20;

/** Models Postgres (SY-5 to SY-9): transactions overlap and commit in any order; a pull is one snapshot. */
export class Server {
  epoch = 'epoch-1';
  state: State = emptyState();
  /** Clients below this protocol version must update (SY-8). */
  minClientV = 1;
  minSince = 0;
  onMisuse: (message: string) => void = () => undefined;
  /** Yields in mid-request. Only faulty servers use it. */
  pause: () => Promise<void> = () => Promise.resolve();
  protected nextXid = 100;
  protected readonly open = new Set<Transaction>();
  /** Whether the server gives and checks marks. An older one does neither, and is never restored without a new epoch. */
  givesMarks = true;
  readonly history = new History();
  private order = 0;
  private freshActions = 0;
  private readonly rateLimited = new Set<string>();
  private readonly tokens = new Map<string, number>();

  /** @param pageRows small, so that most cycles have several pages */
  constructor(
    readonly pageRows: number,
    readonly tally: Tally,
  ) {
    this.history.beginRun(this.nextXid);
  }

  begin(): Transaction {
    const transaction: Transaction = { xid: this.nextXid++, work: null };
    this.open.add(transaction);
    return transaction;
  }

  commit(transaction: Transaction): void {
    // A restore may have ended the transaction.
    if (!this.open.delete(transaction)) return;
    if ([...this.open].some((other) => other.xid < transaction.xid))
      this.tally.add('commits before an older transaction');
    transaction.work?.(this.state, transaction.xid);
    this.history.position += 1;
  }

  abort(transaction: Transaction): void {
    this.open.delete(transaction);
  }

  commitAll(): void {
    for (const transaction of [...this.open]) this.commit(transaction);
  }

  expireTokens(user: string): void {
    this.tokens.set(user, this.token(user) + 1);
  }

  token(user: string): number {
    return this.tokens.get(user) ?? 0;
  }

  backUp(): Backup {
    const { epoch, minSince, nextXid } = this;
    return { state: copyState(this.state), epoch, minSince, nextXid, history: this.history.copy() };
  }

  restart(): void {
    this.open.clear();
    this.history.beginRun(this.nextXid);
  }

  /** Puts back an old data folder, unannounced: transaction ids and positions continue from the restored folder's (SY-8). */
  restoreFolder(backup: Backup): void {
    if (!this.givesMarks) return this.restore(backup);
    const { state, epoch, minSince, nextXid, history } = backup;
    this.state = copyState(state);
    Object.assign(this, { epoch, minSince, nextXid });
    this.history.restore(history);
    this.restart();
  }

  /** Loads a dump into a fresh server. The epoch is new, and transaction ids continue after those of the dump (SY-8). */
  restore({ state, nextXid }: Backup): void {
    this.history.beginAnew();
    this.state = copyState(state);
    Object.assign(this, { epoch: `epoch-${this.history.restoreCount + 1}`, minSince: 0, nextXid });
    this.restart();
  }

  /** Sweeps the tombstones below the floor. Clients with an older cursor must pull everything again (SY-8). */
  raiseFloor(): void {
    this.minSince = this.floor();
    for (const [key, row] of this.state.rows) {
      if (!row.isDeleted || row.xid >= this.minSince) continue;
      this.state.rows.delete(key);
      this.state.swept.add(key);
      if (row.t === 'messages') this.state.recent.delete(row.id);
      this.tally.add('tombstones swept');
    }
  }

  /** The rows that the user may see. `isHeld`: whether the user's devices must have the row (G-1). */
  visibleTo(user: string): Map<string, { row: ServerRow; isHeld: boolean }> {
    const visible = [...this.state.rows].filter(([, row]) => canSee(this.state, row, user));
    return new Map(visible.map(([key, row]) => [key, { row, isHeld: isHeld(this.state, row, user) }]));
  }

  /** Answers a pull from one snapshot (SY-5). */
  async pull(user: string | null, request: PullRequest): Promise<Reply<PullResponse>> {
    if (user === null) return fail({ kind: 'auth' });
    const reset = this.resetOf(request);
    if (reset !== null) {
      return { ok: true, value: { ...this.base('0'), rows: [], gone: [], acks: [], next: null, reset } };
    }
    const page = this.page(user, request);
    return this.respond(user, request, page, this.floor(), this.state);
  }

  /** Returns the public rows among these ids, and the user's own (SY-36), or older messages (SY-37). */
  visit(user: string | null, { epoch, what }: VisitRequest): Reply<VisitResponse> {
    if (user === null) return fail({ kind: 'auth' });
    const floor = this.floor();
    const mark = this.givesMarks ? this.history.giveMark(floor) : null;
    if (epoch !== this.epoch) return { ok: true, value: { ...this.base(String(floor)), rows: [], reset: 'epoch' } };
    if (what.kind === 'messages') {
      const older = olderMessages(this.state, user, what.partner_id, what.before);
      const rows = older.rows.map((row) => ({ t: row.t, row: toRow(this.state, row) }));
      this.tally.add('older messages sent', rows.length);
      return { ok: true, value: { ...this.base(String(floor)), rows, mark, next_message: older.next } };
    }
    const ids = what.kind === 'rows' ? what.tracks : [];
    const rows = ids.flatMap((id) => {
      const row = this.state.rows.get(`tracks/${id}`);
      return row && canSee(this.state, row, user) ? [{ t: row.t, row: toRow(this.state, row) }] : [];
    });
    this.tally.add('rows visited', rows.length);
    return { ok: true, value: { ...this.base(String(floor)), rows, mark } };
  }

  beginPush(user: string | null, actions: readonly PushAction[]): PushTransaction {
    const transaction = Object.assign(this.begin(), {
      reply: fail({ kind: 'busy', retryAfterMs: null, message: '40001' }),
    });
    const push: PushTransaction = transaction;
    push.work = (state, xid) => {
      if (user === null) push.reply = fail({ kind: 'auth' });
      else if (actions.length > PUSH_LIMIT) this.onMisuse(`a push of ${actions.length} actions`);
      else if (actions.some(isPoison)) {
        this.tally.add('batches with a poisoned action');
        push.reply = fail({ kind: 'refused', code: 'XX000', message: 'cannot digest' });
      } else {
        if (actions.length === PUSH_LIMIT) this.tally.add('batches of 50');
        const results = this.executeAll(state, xid, user, actions);
        push.reply = { ok: true, value: { results, server_time: TIME } };
      }
    };
    return push;
  }

  protected floor(): number {
    let floor = this.nextXid;
    for (const transaction of this.open) floor = Math.min(floor, transaction.xid);
    return floor;
  }

  protected page(user: string, request: PullRequest): Page {
    const since = Number(request.since);
    const after = request.after ? { xid: Number(request.after.xid), id: request.after.id } : null;
    // A row that was gone before the replica's first rows were read was never in the replica. An empty replica gets no `gone` (G-7).
    const goneFrom = request.filled_from === null ? Infinity : Number(request.filled_from);
    const changed: Page['rows'] = [];
    for (const row of this.state.rows.values()) {
      const isMessage = row.t === 'messages' && row.owner === user && request.recent_messages === true;
      const xids = isMessage
        ? reportedWhileFilling(this.state, row, goneFrom)
        : reportedAt(this.state, row, user, goneFrom);
      for (const xid of xids) {
        if (xid < since) continue;
        if (after && (xid < after.xid || (xid === after.xid && row.id <= after.id))) continue;
        if (xid < goneFrom && !(canSee(this.state, row, user) && isHeld(this.state, row, user))) continue;
        changed.push({ row, xid });
      }
    }
    changed.sort((a, b) => a.xid - b.xid || (a.row.id < b.row.id ? -1 : 1));
    // Rows of one transaction may share an id across tables. A page never ends between them.
    const cut = changed[this.pageRows - 1];
    const rows = changed.filter(
      ({ row, xid }, at) => at < this.pageRows || (xid === cut?.xid && row.id === cut.row.id),
    );
    if (cut && changed[rows.length]?.xid === cut.xid) this.tally.add('pages that end inside a transaction');
    return { rows, isLast: rows.length < this.pageRows };
  }

  protected respond(user: string, request: PullRequest, page: Page, floor: number, state: State): Reply<PullResponse> {
    const last = page.isLast ? undefined : page.rows.at(-1);
    if (request.pending.length > PENDING_LIMIT) this.onMisuse(`a pull with ${request.pending.length} pending ids`);
    if (request.pending.length === PENDING_LIMIT) this.tally.add('pulls with 200 pending ids');
    const after = request.after ? Number(request.after.xid) : null;
    const acks = request.pending.flatMap((id) => {
      const logged = state.log.get(`${user}/${id}`);
      if (!logged) return [];
      return this.mayAcknowledge(logged, !last, after) ? [logged.ack] : [];
    });
    const all = page.rows.map(({ row }) => row);
    const gone = all.filter((row) => !canSee(state, row, user));
    const left = all.filter((row) => canSee(state, row, user) && !isHeld(state, row, user));
    const sent = all.filter((row) => canSee(state, row, user) && isHeld(state, row, user));
    this.tally.add('rows sent', sent.length);
    this.tally.add('rows gone', gone.length);
    this.tally.add('rows that left the shelf', left.length);
    return {
      ok: true,
      value: {
        ...this.base(String(floor)),
        rows: sent.map((row) => ({ t: row.t, row: toRow(state, row) })),
        gone: gone.map(({ t, id, rev }) => ({ t, id, rev })),
        left: left.map(({ t, id, rev }) => ({ t, id, rev })),
        acks,
        next: last ? { xid: String(last.xid), id: last.row.id } : null,
        ...(request.recent_messages && !last ? { conversation_starts: this.startsOf(user, state) } : {}),
        ...(this.givesMarks ? { mark: this.history.giveMark(floor) } : {}),
        ...(request.counts_after !== undefined ? { counts: this.countsAfter(user, request.counts_after, state) } : {}),
      },
    };
  }

  /** Makes the next digest; null if nothing changed that everybody may see (G-4). */
  publish(): Digest | null {
    const changes = publishChanges(this.state);
    if (!changes) return null;
    this.history.position += 1;
    const floor = this.floor();
    const mark = this.givesMarks ? this.history.giveMark(floor) : null;
    this.tally.add('rows in digests', changes.rows.length);
    this.tally.add('removals in digests', changes.gone.length);
    return { epoch: this.epoch, floor: String(floor), mark, ...changes };
  }

  protected startsOf(user: string, state: State): Record<string, MessagePosition> {
    return startsOf(state, user);
  }

  protected countsAfter(user: string, after: number | null, state: State): PullResponse['counts'] {
    const counts = countsAfter(state, user, after);
    if (counts.is_more) this.tally.add('pulls with more counts');
    return counts;
  }

  protected refutes(marks: readonly string[]): boolean {
    const refuted = this.history.refuted(marks, this.nextXid);
    for (const mark of refuted)
      if (this.history.isValid(mark)) this.onMisuse(`the server refuted its own mark ${mark}`);
    return refuted.length > 0;
  }

  /**
   * Whether a page acknowledges the action. Any page acknowledges a refused action. Only the last page acknowledges an applied one, and not if
   * an earlier page can have missed the action's effects (SY-13).
   */
  protected mayAcknowledge({ ack, xid }: Logged, isLast: boolean, after: number | null): boolean {
    return ack.status === 'rejected' || (isLast && (after === null || xid >= after));
  }

  protected resetOf(request: PullRequest): 'update' | 'epoch' | 'floor' | null {
    if (request.v < this.minClientV) return 'update';
    if (this.givesMarks && this.refutes(request.marks)) {
      this.tally.add('histories refuted');
      return 'epoch';
    }
    if (request.epoch !== null && request.epoch !== this.epoch) return 'epoch';
    // A replica that is being filled has read no removals since its first rows, so those must still be here.
    const readUpTo = request.epoch === null ? request.filled_from : request.since;
    return readUpTo !== null && Number(readUpTo) < this.minSince ? 'floor' : null;
  }

  /** Executes nothing after a rate-limited action. Later actions of its kind get the same response (SY-9). */
  private executeAll(state: State, xid: number, user: string, actions: readonly PushAction[]): PushResponse['results'] {
    const results: PushResponse['results'] = [];
    let limited: PushAction | null = null;
    for (const action of actions) {
      if (limited === null && this.isTooFast(state, user, action)) limited = action;
      if (limited === null) results.push(this.execute(state, xid, user, action));
      else if (action.kind === limited.kind)
        results.push({ id: action.id, status: 'later', result: { retry_after: RETRY_AFTER_S } });
    }
    return results;
  }

  private isTooFast(state: State, user: string, action: PushAction): boolean {
    const key = `${user}/${action.id}`;
    if (state.log.has(key) || this.rateLimited.has(key) || ++this.freshActions % RATE_LIMITED_EVERY !== 0) return false;
    this.rateLimited.add(key);
    this.tally.add('actions rate-limited');
    return true;
  }

  /** Effect and log line share one transaction. A repeat is answered from the log (SY-9). */
  protected execute(state: State, xid: number, user: string, action: PushAction): Acknowledgement {
    const key = `${user}/${action.id}`;
    const request = JSON.stringify([action.kind, action.v, action.occurred_at, action.payload]);
    if (action.payload['user'] !== user)
      this.onMisuse(`${action.id} of ${String(action.payload['user'])} was sent as ${user}`);
    const logged = state.log.get(key);
    if (logged) {
      this.tally.add('repeats answered from the log');
      if (logged.request !== request) this.onMisuse(`${action.id} was sent again as another request`);
      return logged.ack;
    }
    const ack = this.apply(state, xid, user, action);
    state.log.set(key, { xid, request, ack, order: ++this.order });
    return ack;
  }

  protected apply(state: State, xid: number, user: string, action: PushAction): Acknowledgement {
    const ack = applyAction(state, xid, user, action);
    const key = `${user}/${action.id}`;
    if (ack.status === 'applied') state.effects.set(key, (state.effects.get(key) ?? 0) + 1);
    return ack;
  }

  private base(floor: string) {
    return { epoch: this.epoch, floor, server_time: TIME };
  }
}

/** Whether the action makes its whole batch fail (SY-16). */
function isPoison(action: PushAction): boolean {
  return action.payload['is_poison'] === true;
}

function fail(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
