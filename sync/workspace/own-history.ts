import type { Live } from '../answers.ts';
import type { Row } from '../core/ports.ts';
import { createLive } from '../model/live.ts';
import { readRow } from '../model/tables.ts';
import type { TrackPlayRow } from '../model/tables/track-plays.ts';
import type { ReplicaDatabase } from '../replica/database.ts';
import { rowsByMonth, rowsOfDays } from '../replica/read-months.ts';
import { groupOf, rowId } from '../replica/schemas.ts';
import type { OwnHistory, OwnPlays } from '../view-types.ts';

const GROUP = groupOf('track_plays', '');

interface OwnHistoryInput {
  /** The replica's present database. */
  database(): Promise<ReplicaDatabase>;
  /** Changes when a rebuilt replica has been read (SY-8). */
  isFilled: Live<boolean>;
}

export function openOwnHistory(input: OwnHistoryInput): OwnHistory {
  return {
    plays: openOwnPlays(input),
    async ledger(from, to) {
      const rows = await rowsOfDays((await input.database()).collection('small'), 'zap_actions', from, to);
      return rows.flatMap((row) => readRow('zap_actions', { ...row, id: rowId(row.id) }) ?? []);
    },
  };
}

/** The person's plays, read from the replica while they are watched, with the writes of all tabs. */
function openOwnPlays({ database, isFilled }: OwnHistoryInput): Live<OwnPlays> {
  const live = createLive<OwnPlays>({ state: 'reading', plays: [] });
  let stop = () => undefined as void;
  let stopRebuilds = () => undefined as void;
  /** The database whose rows are shown. */
  let shown: ReplicaDatabase | null = null;

  const start = () => {
    stop();
    let isStopped = false;
    let unsubscribe = () => undefined as void;
    stop = () => {
      isStopped = true;
      unsubscribe();
    };
    const entries = new Map<string, { rev: number; play: TrackPlayRow | null }>();
    const put = (id: string, rev: number, row: Row | null) => {
      const before = entries.get(id);
      if (before && before.rev >= rev) return false;
      entries.set(id, { rev, play: row && readRow('track_plays', { ...row, id: rowId(id) }) });
      return true;
    };
    const show = (state: OwnPlays['state']) => {
      if (isStopped) return;
      const plays = [...entries.values()].flatMap(({ play }) => play ?? []);
      live.set({ state, plays: plays.sort((a, b) => (a.heard_at < b.heard_at ? 1 : -1)) });
    };
    const read = async () => {
      const opened = await database();
      if (isStopped) return;
      shown = opened;
      const small = opened.collection('small');
      // Subscribe before reading: a change in between arrives twice, and the older revision is dropped.
      const subscription = small.changeStream().subscribe(({ events }) => {
        const isChanged = events.map(({ documentId, operation, documentData: row }) => {
          if (!documentId.startsWith(GROUP)) return false;
          return put(documentId, row.rev, operation === 'DELETE' ? null : row);
        });
        if (isChanged.includes(true)) show(live.get().state);
      });
      unsubscribe = () => subscription.unsubscribe();
      for await (const rows of rowsByMonth(small, 'track_plays')) {
        if (isStopped) return;
        for (const row of rows) put(row.id, row.rev, row);
        // The latest month at once; then all others together, because each update renders the list.
        if (live.get().plays.length === 0) show('reading');
      }
      show('complete');
    };
    // Once stopped, the replica may be closed, so a failure is expected.
    read().catch(() => show('failed'));
  };
  const restartIfRebuilt = () => {
    database().then(
      (present) => present !== shown && live.subscribed && start(),
      () => undefined,
    );
  };

  return {
    get: live.get,
    subscribe(onChange) {
      const isFirst = !live.subscribed;
      const unsubscribe = live.subscribe(onChange);
      if (isFirst) {
        stopRebuilds = isFilled.subscribe(restartIfRebuilt);
        start();
      }
      return () => {
        unsubscribe();
        if (live.subscribed) return;
        stopRebuilds();
        stop();
      };
    },
  };
}
