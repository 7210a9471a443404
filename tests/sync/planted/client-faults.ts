/** A fault that replaces the passage `sound`, which must occur once in the file, by `broken`. */
export interface ClientFault {
  readonly name: string;
  /** Path in `sync/`. */
  readonly file: string;
  readonly sound: string;
  readonly broken: string;
}

export const clientFaults: readonly ClientFault[] = [
  {
    name: "the last page's floor",
    file: 'core/pull.ts',
    sound: 'const floor = cursor.after === null ? page.floor : (cursor.floor ?? cursor.since);',
    broken: 'const floor = page.floor;',
  },
  {
    name: 'no rev guard',
    file: 'core/guard.ts',
    sound: 'if (!previous || rev > previous.rev)',
    broken: 'if (!previous || rev > 0)',
  },
  {
    name: 'no rev guard for counts',
    file: 'core/counts.ts',
    sound: 'if (countsRevOf(other) <= countsRevOf(row)) return row;',
    broken: '',
  },
  {
    name: 'a digest is believed to follow the stored counts',
    file: 'core/digest.ts',
    sound: 'if (cursor.counts === after)',
    broken: 'if (cursor.counts !== null)',
  },
  {
    name: 'the mark of a digest is not stored',
    file: 'core/digest.ts',
    sound: 'await outbox.adopt({ generation, epoch, mark, filledFrom, floor: null })',
    broken: 'await outbox.adopt({ generation, epoch, mark: null, filledFrom, floor: null })',
  },
  {
    name: 'a digest from before the pulls is stored',
    file: 'core/digest.ts',
    sound: 'if (isLater) {',
    broken: 'if (isLater || floor) {',
  },
  {
    name: 'the counts of a pull are not stored',
    file: 'core/pull.ts',
    sound: 'await storeCounts(ports.replica, next.generation, counts);',
    broken: '',
  },
  {
    name: 'the weaker of two marks of a run is kept',
    file: 'core/marks.ts',
    sound: '!other || reached > other.reached',
    broken: '!other || reached < other.reached',
  },
  {
    name: 'the cursor is saved before the rows',
    file: 'core/pull.ts',
    sound: `  await storePage(ports.replica, next.generation, page.rows, page.gone);
  await storeLeft(ports.replica, next.generation, left);
  await storeCounts(ports.replica, next.generation, counts);
  return ports.outbox.commit(next, cursor.marks.slice(0, MARKS_LIMIT), acks, forgotten);`,
    broken: `  const stored = await ports.outbox.commit(next, cursor.marks.slice(0, MARKS_LIMIT), acks, forgotten);
  await storePage(ports.replica, next.generation, page.rows, page.gone);
  await storeLeft(ports.replica, next.generation, left);
  await storeCounts(ports.replica, next.generation, counts);
  return stored;`,
  },
  {
    name: 'the overlay is dropped on the response',
    file: 'core/queue.ts',
    sound: `(record) => ({ ...record, state: { kind: 'answered' } })`,
    broken: '() => null',
  },
  {
    name: 'a write conflict of two leaders is not retried',
    file: 'core/guard.ts',
    sound: 'pending = pending.filter((row) => conflicts.has(row.id));',
    broken: 'pending = [];',
  },
  {
    name: 'an action leaves the overlay in the middle of a cycle',
    file: 'core/pull.ts',
    sound: 'const isSinglePage = cursor.after === null && page.next === null;',
    broken: 'const isSinglePage = true;',
  },
  {
    name: 'a lane continues past an action that cannot be sent yet',
    file: 'core/lanes.ts',
    sound: `hasPendingDependency(record, byId)) {
      blocked.add(record.lane);`,
    broken: 'hasPendingDependency(record, byId)) {',
  },
  {
    name: 'lanes are ordered by the clock',
    file: 'core/lanes.ts',
    sound: 'sort((a, b) => a.seq - b.seq)',
    broken: 'sort((a, b) => a.created_at - b.created_at)',
  },
  {
    name: 'a dependent action does not wait for its dependency',
    file: 'core/lanes.ts',
    sound: 'return dependency !== undefined && !isDone(dependency);',
    broken: 'return dependency === null;',
  },
  {
    name: 'dependents of a refused action stay in the queue',
    file: 'core/queue.ts',
    sound: 'for (const dependent of dependents(records, record.id).filter(isWaiting)) {',
    broken: 'for (const dependent of dependents([], record.id)) {',
  },
  {
    name: 'a vote in flight is replaced',
    file: 'core/lanes.ts',
    sound: "if (last?.state.kind !== 'queued' || last.kind !== incoming.kind) return null;",
    broken: 'if (!last || last.kind !== incoming.kind) return null;',
  },
  {
    name: 'a retry has a new id',
    file: 'core/push.ts',
    sound: 'return { id: record.id,',
    broken: "return { id: record.state.failures.all > 0 ? record.id + '-' + record.state.failures.all : record.id,",
  },
  {
    name: 'a sent action is upcast',
    file: 'core/queue.ts',
    sound: "const form = state.kind === 'queued' ? upcast(record) : {};",
    broken: 'const form = upcast(record);',
  },
  {
    name: 'actions that a restored server forgot are never sent again',
    file: 'core/queue.ts',
    sound: 'lost.has(record.id)',
    broken: 'lost.size < 0',
  },
  {
    name: 'a change of epoch is ignored while the replica is being filled',
    file: 'core/pull.ts',
    sound: '} else if (page.reset || page.epoch !== cursor.epoch) {',
    broken: '} else if (page.reset) {',
  },
  {
    name: 'two leaders fill one replica from two epochs',
    file: 'core/pull.ts',
    sound: 'floor }))) return null;',
    broken: 'floor })) && false) return null;',
  },
  {
    name: 'the mark of a page is not stored',
    file: 'core/pull.ts',
    sound: 'const marks = page.mark ? [page.mark] : cursor.marks;',
    broken: 'const marks: string[] = [];',
  },
  {
    name: "a page's mark is not stored before its rows",
    file: 'core/pull.ts',
    sound: 'if (isFirst || hasRows) {',
    broken: 'if (isFirst || !hasRows) {',
  },
  {
    name: 'a request does not say where the replica began',
    file: 'core/pull.ts',
    sound: 'filled_from: cursor.filledFrom,',
    broken: 'filled_from: null,',
  },
  {
    name: 'a page is stored although another began the replica since its request',
    file: 'core/adopt.ts',
    sound: 'if (stored.filledFrom !== filledFrom) return null;',
    broken: '',
  },
  {
    name: 'visited rows are stored without their mark',
    file: 'core/visit.ts',
    sound: 'epoch: answer.epoch, mark, filledFrom,',
    broken: 'epoch: answer.epoch, mark: null, filledFrom,',
  },
  {
    name: 'a visit replaces a row that is held',
    file: 'core/guard.ts',
    sound: 'if (leftRevOf(stored) === 0) return withCountsOf(row, previous);',
    broken: '',
  },
  {
    name: 'a visited row that comes to be held stays visited',
    file: 'core/guard.ts',
    sound: 'if (leftRevOf(stored) === rev) return {',
    broken: 'if (leftRevOf(stored) < 0) return {',
  },
  {
    name: 'a forgotten row that comes to be held stays forgotten',
    file: 'core/guard.ts',
    sound: 'if (!stored) return { id, rev, row, previous };',
    broken: 'if (!stored) return null;',
  },
  {
    name: 'an older page that was requested from another start extends a conversation',
    file: 'core/conversation-starts.ts',
    sound: 'if (stored?.round !== start.round || stored.from?.id !== start.from?.id) return starts;',
    broken: 'if (!stored) return starts;',
  },
  {
    name: 'a conversation is extended before its messages are stored',
    file: 'core/older-messages.ts',
    sound: `  await storeFetched(ports.replica, generation, rows, start.round);
  const page = { partnerId, start, from, count: rows.length, now: ports.now() };
  const stored = await ports.outbox.changeStarts(generation, (current) => extendConversation(current, page));`,
    broken: `  const page = { partnerId, start, from, count: rows.length, now: ports.now() };
  const stored = await ports.outbox.changeStarts(generation, (current) => extendConversation(current, page));
  await storeFetched(ports.replica, generation, rows, start.round);`,
  },
  {
    name: 'a pull puts back the starts of conversations',
    file: 'core/adopt.ts',
    sound: 'conversationStarts: stored.conversationStarts ?? next.conversationStarts,',
    broken: 'conversationStarts: next.conversationStarts ?? stored.conversationStarts,',
  },
  {
    name: 'marks of another leader are dropped',
    file: 'core/marks.ts',
    sound: 'stored.filter((mark) => !sent.includes(mark))',
    broken: 'stored.filter((mark) => sent.length < 0 && mark)',
  },
  {
    name: 'pulls send no marks',
    file: 'core/pull.ts',
    sound: 'marks: cursor.marks.slice(0, MARKS_LIMIT),',
    broken: 'marks: [],',
  },
  {
    name: 'pulls send the epoch while the replica is being filled',
    file: 'core/pull.ts',
    sound: 'epoch: cursor.complete ? cursor.epoch : null,',
    broken: 'epoch: cursor.epoch,',
  },
  {
    name: 'a lost replica is not noticed',
    file: 'core/engine.ts',
    sound: 'memory.rebuilt = await rebuildIfLost(ports, memory.rebuilt);',
    broken: '',
  },
  {
    name: 'a poisoned action is never set aside',
    file: 'core/lanes.ts',
    sound: 'export const ALONE_LIMIT = 8;',
    broken: 'export const ALONE_LIMIT = Infinity;',
  },
  {
    name: 'a failing batch is not halved',
    file: 'core/push.ts',
    sound: 'next.limit = Math.ceil(batch.length / 2);',
    broken: 'next.limit = batch.length;',
  },
  {
    name: 'dependents of an action set aside block their lane',
    file: 'core/lanes.ts',
    sound: "if (state.kind === 'held' || record.deps.some((id) => setAside.has(id))) setAside.add(record.id);",
    broken: "if (state.kind === 'held') setAside.add(record.id);",
  },
  {
    name: 'a retry comes before Retry-After',
    file: 'core/retry.ts',
    sound: 'Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS)',
    broken: '0',
  },
  {
    name: 'a wait does not end when the clock is set back',
    file: 'core/retry.ts',
    sound: 'return until > now && until - now <= LONGEST_WAIT_MS;',
    broken: 'return until > now;',
  },
  {
    name: 'the renewal of a rejected session is retried',
    file: 'core/engine.ts',
    sound: "if (outcome === 'renewed') return null;",
    broken: "if (outcome !== 'unreachable') return null;",
  },
  {
    name: 'an unreachable renewal stops the engine',
    file: 'core/engine.ts',
    sound: "if (outcome === 'unreachable') return { kind: 'network' };",
    broken: "if (outcome === 'unreachable') return new Promise(() => undefined);",
  },
  {
    name: 'a frozen leader keeps the lock',
    file: 'core/leader.ts',
    sound: '> STALE_MS && !stopLeading && !stopped) requestLock(true);',
    broken: '> STALE_MS && !stopLeading && !stopped) requestLock(false);',
  },
  {
    name: 'a leader that froze before its first heartbeat keeps the lock',
    file: 'core/leader.ts',
    sound: 'const beat = (await ports.readBeat()) ?? since;',
    broken: 'const beat = (await ports.readBeat()) ?? ports.now();',
  },
  {
    name: 'a heartbeat from the future counts',
    file: 'core/leader.ts',
    sound: 'Math.abs(ports.now() - beat)',
    broken: 'ports.now() - beat',
  },
];
