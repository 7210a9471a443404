import type { Reply } from '../../../sync/core/ports.ts';
import type { MessagePosition } from '../../../sync/model/position.ts';
import type { Acknowledgement, PullRequest, PullResponse, PushAction } from '../../../sync/model/wire.ts';
import { Server, type Page, type PushTransaction } from '../simulation/server.ts';
import type { ServerRow, State } from '../simulation/server-state.ts';

/** Reads the parts of an answer at different moments: in a VOLATILE procedure, each statement has a snapshot of its own (SY-5). */
class VolatilePull extends Server {
  override async pull(user: string | null, request: PullRequest): Promise<Reply<PullResponse>> {
    if (user === null || this.resetOf(request) !== null) return super.pull(user, request);
    const page = this.page(user, request);
    for (let statements = 0; statements < 3; statements++) await this.pause();
    return this.respond(user, request, page, this.floor(), this.state);
  }
}

/** Applies the effect at the start of the push, and writes the log line at its commit (SY-9). */
class EffectOutsideLog extends Server {
  private readonly applied = new Map<string, Acknowledgement>();

  override beginPush(user: string | null, actions: readonly PushAction[]): PushTransaction {
    const push = super.beginPush(user, actions);
    if (user === null || actions.some((action) => action.payload['is_poison'] === true)) return push;
    for (const action of actions) {
      if (this.state.log.has(`${user}/${action.id}`)) continue;
      this.applied.set(`${push.xid}/${action.id}`, super.apply(this.state, push.xid, user, action));
    }
    return push;
  }

  protected override apply(state: State, xid: number, user: string, action: PushAction): Acknowledgement {
    return this.applied.get(`${xid}/${action.id}`) ?? super.apply(state, xid, user, action);
  }
}

/** Bases the cursor on write time, and ignores older open transactions (SY-6). */
class TimestampCursor extends Server {
  protected override floor(): number {
    return this.nextXid;
  }
}

/** Applies a repeated action again (SY-9). */
class NoLog extends Server {
  protected override execute(state: State, xid: number, user: string, action: PushAction): Acknowledgement {
    state.log.delete(`${user}/${action.id}`);
    return super.execute(state, xid, user, action);
  }
}

/** Omits a deleted row, unless it is the last of its page (SY-7). */
class NoTombstones extends Server {
  protected override page(user: string, request: PullRequest): Page {
    const page = super.page(user, request);
    return { ...page, rows: page.rows.filter((entry) => !entry.row.isDeleted || entry === page.rows.at(-1)) };
  }
}

/** Ends a page between two rows that have the same xid and the same id (SY-6). */
class SplitTies extends Server {
  protected override page(user: string, request: PullRequest): Page {
    const page = super.page(user, request);
    return { ...page, rows: page.rows.slice(0, this.pageRows) };
  }
}

/** Sends other people's private rows (SY-7). */
class LeakedPrivateRows extends Server {
  protected override page(user: string, request: PullRequest): Page {
    const page = super.page(user, request);
    const others: ServerRow[] = [...this.state.rows.values()].filter((row) => row.owner !== null && row.owner !== user);
    const entries = others.map((row) => ({ row, xid: row.xid }));
    return page.isLast ? { ...page, rows: [...page.rows, ...entries] } : page;
  }
}

/** Does not check clients' marks (SY-8). */
class NoMarkCheck extends Server {
  protected override refutes(): boolean {
    return false;
  }
}

/** Leaves out the counts that no digest has reported (SY-33). */
class CountsOfDigestsOnly extends Server {
  protected override countsAfter(user: string, after: number | null, state: State): PullResponse['counts'] {
    return super.countsAfter(user, after, { ...state, undigested: new Map() });
  }
}

/** Answers with the starts that the first page of a fill saw, although conversations have grown since (SY-37). */
class StartsOfFirstPage extends Server {
  private readonly first = new Map<string, Record<string, MessagePosition>>();

  override pull(user: string | null, request: PullRequest): Promise<Reply<PullResponse>> {
    if (user !== null && request.after === null) this.first.set(user, super.startsOf(user, this.state));
    return super.pull(user, request);
  }

  protected override startsOf(user: string): Record<string, MessagePosition> {
    return this.first.get(user) ?? {};
  }
}

export const serverFaults = {
  'the starts of conversations at the first page': StartsOfFirstPage,
  'a pull without the counts of the next digest': CountsOfDigestsOnly,
  'VOLATILE pull': VolatilePull,
  "an effect outside the log's transaction": EffectOutsideLog,
  'a timestamp cursor': TimestampCursor,
  'a repeat is applied again': NoLog,
  'no tombstones': NoTombstones,
  'a page ends between rows of one id': SplitTies,
  "other people's private rows": LeakedPrivateRows,
  'marks that are not checked': NoMarkCheck,
} as const;
