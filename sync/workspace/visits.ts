import type { Row } from '../core/ports.ts';
import { shortenConversations } from '../core/conversation-starts.ts';
import { fetchOlder } from '../core/older-messages.ts';
import { visitRows, type VisitPorts } from '../core/visit.ts';
import { forgetMessages, forgetVisited } from '../core/guard.ts';
import type { LargeTable } from '../model/tables.ts';
import { VISIT_IDS, type Visit, type VisitResponse } from '../model/visit.ts';
import type { Position } from '../model/position.ts';
import type { MoreRequest } from '../overlay/explore-lists.ts';
import type { Views } from './views.ts';

/** Number of `Unheld` rows per table that stay at a start of the app: the last visited ones (SY-36). */
const VISITED_ROWS = 2_000;
/** Number of messages fetched on demand, over all conversations, that stay at a start of the app (SY-37). */
const FETCHED_MESSAGES = 5_000;
/** Rows visited and messages fetched more recently also stay: another tab may show them. */
const FORGET_AFTER_MS = 86_400_000;
/** A refused visit is repeated after these delays, because a pull must come first. */
const REFUSED_DELAYS_MS = [500, 2_000, 8_000];
/** Maximum number of pages that are fetched of one person's tracks. */
const PERSON_PAGES = 10;

/** A stored row that pulls do not keep up to date. `visitedAt` is in ms since the epoch; 0 if the row left the shelf. */
export interface Unheld {
  table: LargeTable;
  id: string;
  visitedAt: number;
}

/** Fetches rows beyond the shelf, on demand (SY-36). */
export interface Visits {
  /** Requests a list's next page, or a search's matches on the server. @param begin called once the workspace is open */
  more(begin: () => MoreRequest | null): Promise<void>;
  /**
   * Fetches tracks, and waits for those that are already being fetched. Fetches a track that is on the device only if Explore continues beyond
   * the device: then the track may be outdated. Never rejects: after a failure, the missing tracks are neither on the device nor absent.
   */
  tracks(ids: readonly string[]): Promise<void>;
  /** Fetches a person's profile, shares and tracks, unless the device knows the person's name and Explore ends on the device. */
  person(id: string): Promise<void>;
  /** Fetches the next older page of a conversation, and shows a part of the page (SY-37). */
  older(partnerId: string): Promise<void>;
  /** Removes surplus rows, the longest unvisited first. */
  forget(unheld: readonly Unheld[]): Promise<void>;
  /** Removes surplus messages that were fetched on demand, of the conversations that were fetched longest ago. */
  forgetMessages(): Promise<void>;
}

export interface VisitsInput extends VisitPorts {
  userId: string | null;
  views: Pick<Views, 'apply' | 'catalogue' | 'conversations' | 'absent' | 'nameOf'>;
  /** A visit before this would be refused. */
  firstScreenSettled: Promise<void>;
  pull(): void;
  /** Tracks that must stay although they are not held. */
  neededTracks(): Promise<ReadonlySet<string>>;
}

const isStored = <T extends { kind: string }>(outcome: T): outcome is Extract<T, { kind: 'stored' }> =>
  outcome.kind === 'stored';

export function createVisits(input: VisitsInput): Visits {
  const { views } = input;

  const show = (rows: readonly { t: string; row: Row }[]) => {
    const changesOf = (table: LargeTable) => rows.flatMap(({ t, row }) => (t === table ? [{ id: row.id, row }] : []));
    // Profiles first: one that is applied after the tracks would rebuild every track of its artist.
    views.apply.user_profiles(changesOf('user_profiles'));
    // Applied at once, not as a slice: a list that already extends to these tracks would have a gap until it is updated.
    views.catalogue.apply(changesOf('tracks'));
    views.apply.shared_tracks(changesOf('shared_tracks'));
  };

  /** Repeats a refused attempt. Null if it failed for another reason, or too often. */
  const whileRefused = async <T extends { kind: string }>(
    attempt: () => Promise<T>,
  ): Promise<Extract<T, { kind: 'stored' }> | null> => {
    await input.firstScreenSettled;
    for (const delay of [...REFUSED_DELAYS_MS, null]) {
      const outcome = await attempt().catch(() => null);
      if (outcome === null) return null;
      if (isStored(outcome)) return outcome;
      // A pull also detects a lost network, which the status shows.
      input.pull();
      if (outcome.kind !== 'refused' || delay === null) return null;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
    return null;
  };

  const visit = async (
    what: Visit,
    onAnswer: (answer: VisitResponse, apply: () => void) => void,
  ): Promise<VisitResponse | null> => {
    let answer: VisitResponse | null = null;
    const take = (next: VisitResponse, rows: readonly { t: string; row: Row }[]) => {
      answer = next;
      onAnswer(next, () => show(rows));
    };
    await whileRefused(() =>
      // An answer that the disk refuses is shown all the same.
      visitRows(input, input.userId, what, take).catch((error: unknown) => {
        if (answer === null) throw error;
        return { kind: 'stored' };
      }),
    );
    return answer;
  };

  const apply = (_answer: VisitResponse, show: () => void) => show();
  /** Current requests for tracks, by id. */
  const requests = new Map<string, Promise<void>>();

  const fetchTracks = async (ids: readonly string[]) => {
    const { absent } = views;
    for (let at = 0; at < ids.length; at += VISIT_IDS) {
      const tracks = ids.slice(at, at + VISIT_IDS);
      const answer = await visit({ kind: 'rows', tracks, profiles: [] }, apply);
      if (!answer) return;
      const found = new Set(answer.rows.map(({ row }) => row.id));
      const known = [...absent.get()].filter((id) => !found.has(id));
      absent.set(new Set([...known, ...tracks.filter((id) => !found.has(id))]));
    }
  };

  const tracksOf = async (userId: string) => {
    let after: Position | null = null;
    for (let page = 0; page < PERSON_PAGES; page++) {
      const answer: VisitResponse | null = await visit({ kind: 'tracks_of', user_id: userId, after }, apply);
      after = answer?.next ?? null;
      if (after === null) return;
    }
  };

  return {
    async more(begin) {
      const more = begin();
      if (!more) return;
      if ((await visit(more.what, more.answered)) === null) more.failed();
    },

    async older(partnerId) {
      const { conversations } = views;
      const request = conversations.beginOlder(partnerId);
      if (!request) return;
      const stored = await whileRefused(() => fetchOlder(input, partnerId));
      if (stored) conversations.setStarts(stored.starts);
      request.ended(stored !== null);
    },

    async tracks(ids) {
      const { catalogue } = views;
      const wanted = [...new Set(ids)].filter((id) => catalogue.isCut() || !catalogue.has(id));
      const unrequested = wanted.filter((id) => !requests.has(id));
      const request = fetchTracks(unrequested).finally(() => {
        for (const id of unrequested) requests.delete(id);
      });
      for (const id of unrequested) requests.set(id, request);
      await Promise.all(new Set([request, ...wanted.flatMap((id) => requests.get(id) ?? [])]));
    },

    async person(id) {
      if (!views.catalogue.isCut() && views.nameOf(id).get() !== null) return;
      await Promise.all([
        visit({ kind: 'rows', tracks: [], profiles: [id] }, apply),
        visit({ kind: 'shares_of', user_id: id }, apply),
        tracksOf(id),
      ]);
    },

    async forget(unheld) {
      const needed = await input.neededTracks();
      const { generation } = await input.outbox.cursor();
      for (const table of new Set(unheld.map((row) => row.table))) {
        const forgettable = unheld.filter((row) => row.table === table && !needed.has(row.id));
        const ids = forgettable
          .sort((one, other) => other.visitedAt - one.visitedAt)
          .slice(VISITED_ROWS)
          .filter(({ visitedAt }) => visitedAt < input.now() - FORGET_AFTER_MS)
          .map((row) => row.id);
        await forgetVisited(input.replica, generation, table, ids);
      }
    },

    async forgetMessages() {
      const { conversations } = views;
      const { generation, conversationStarts: before } = await input.outbox.cursor();
      const starts = await input.outbox.changeStarts(generation, (stored) =>
        shortenConversations(stored, FETCHED_MESSAGES, input.now() - FORGET_AFTER_MS),
      );
      if (before === null || starts === null) return;
      conversations.setStarts(starts);
      for (const [partnerId, { round }] of Object.entries(starts)) {
        if (round === before[partnerId]?.round) continue;
        await forgetMessages(input.replica, generation, conversations.idsBeforeStart(partnerId), round);
      }
    },
  };
}
