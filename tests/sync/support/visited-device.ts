import { IDBKeyRange } from 'fake-indexeddb';
import { openSync, type Scope, type SyncClient } from '../../../sync/client.ts';
import { ownerName } from '../../../sync/core/names.ts';
import { readCursor } from '../../../sync/core/ports.ts';
import { DeviceDatabase } from '../../../sync/outbox/database.ts';
import { openReplicaDatabase } from '../../../sync/replica/database.ts';
import { allRows } from '../../../sync/replica/read.ts';
import { openSessionStore } from '../../../sync/remote/session-store.ts';
import { collectionNames } from '../../../sync/replica/schemas.ts';
import { newBrowser, pageOf, scopeOf, until } from './page.ts';

/**
 * What the network does to requests. From the first push on, `loses answers` delivers requests but no answers, and `loses pulls` delivers no
 * pulls. Earlier pulls are delivered, because an engine without an answer pulls before it pushes.
 */
export type DeviceNetwork = 'good' | 'cut' | 'loses answers' | 'loses pulls';

export interface VisitedDevice {
  network: DeviceNetwork;
  /** Opens the app, signs in at the first visit, and closes the app after the work. */
  visit<T>(work: (scope: Scope, client: SyncClient) => Promise<T>): Promise<T>;
  /** The token expires before the next visit. */
  expireToken(): Promise<void>;
  /** The rows of the replica by table and id, without RxDB's own fields. Only while the app is closed. */
  rows(): Promise<Record<string, unknown>>;
}

interface VisitedDeviceOptions {
  readonly user: { readonly id: string; readonly email: string; readonly password: string };
  readonly supabaseUrl: string;
  readonly publishableKey: string;
}

/**
 * A browser with the real client and its own storage. In one process, two clients of a person would share RxDB's connections and their
 * channels like two tabs, so only one device of a person may be visited at a time.
 */
export function openVisitedDevice({ user, supabaseUrl, publishableKey }: VisitedDeviceOptions): VisitedDevice {
  const browser = newBrowser();
  const owner = ownerName(user.id);
  let isSignedIn = false;
  const device: VisitedDevice = {
    network: 'good',
    async visit(work) {
      let hasPushed = false;
      const fetchOver: typeof fetch = async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const { network } = device;
        hasPushed ||= network !== 'good' && network !== 'cut' && pathname.endsWith('/sync_push');
        if (network === 'cut' || (network === 'loses pulls' && hasPushed && pathname.endsWith('/sync_pull')))
          throw new TypeError('fetch failed');
        const answer = await fetch(input, init);
        if (network === 'loses answers' && hasPushed) throw new TypeError('fetch failed');
        return answer;
      };
      const environment = pageOf(browser, { supabaseUrl, publishableKey }, { fetch: fetchOver });
      const client = openSync(environment);
      try {
        if (!isSignedIn) {
          const signedIn = await client.auth.signIn(user.email, user.password);
          if (!signedIn.ok) throw new Error(`${user.email} could not sign in: ${JSON.stringify(signedIn)}`);
        }
        isSignedIn = true;
        const scope = await scopeOf(client);
        await until(scope.opening, ({ kind }) => kind === 'open');
        return await work(scope, client);
      } finally {
        await client.close();
      }
    },
    async expireToken() {
      await openSessionStore(browser.indexedDB).change((stored) => stored && { ...stored, expiresAt: 0 });
    },
    async rows() {
      const database = new DeviceDatabase(owner, browser.indexedDB, IDBKeyRange);
      const { generation } = readCursor((await database.cursors.get('pull'))?.cursor);
      database.close();
      const databases = { indexedDB: browser.indexedDB, IDBKeyRange };
      const replica = await openReplicaDatabase(databases, owner, generation, () => undefined);
      const rows: Record<string, unknown> = {};
      for (const name of collectionNames) {
        const add = (found: readonly Record<string, unknown>[]) => {
          for (const row of found)
            rows[name === 'small' ? String(row['id']) : `${name}/${String(row['id'])}`] = Object.fromEntries(
              Object.entries(row).filter(([key]) => !key.startsWith('_')),
            );
        };
        await allRows(replica.collection(name), 1000, add, () => Promise.resolve());
      }
      await replica.close();
      return rows;
    },
  };
  return device;
}
