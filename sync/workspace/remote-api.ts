import * as z from 'zod/mini';
import type { Scope } from '../api.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { RemoteApi } from '../remote-types.ts';
import { createActs } from '../remote/acts.ts';
import { createReads } from '../remote/reads.ts';
import { type Calls, parseAnswer } from '../remote/calls.ts';
import { createMutex } from './mutex.ts';

/** Rows per page of `RemoteApi.page`. */
const PAGE_ROWS = 1_000;
const ownRows = z.array(z.looseObject({ id: z.string() }));

type RemoteScope = Pick<Scope, 'owner' | 'device' | 'status' | 'isLocked' | 'syncNow' | 'onClose'>;

export function openRemoteApi(scope: RemoteScope, calls: Calls, environment: SyncEnvironment): RemoteApi {
  const reads = createReads({
    ask: ({ from }) =>
      'procedure' in from ? calls.call(from.procedure, from.with) : calls.select(from.table, from.query),
    snapshots: scope.device,
    now: () => environment.serverClock.now(),
    isVisible: () => environment.visibility.isVisible(),
  });
  const acts = createActs({
    call: calls.call,
    device: scope.device,
    withLock: createMutex(environment.locks, `acts:${scope.owner}`),
    now: () => environment.serverClock.now(),
    invalidate: reads.invalidate,
    pull: () => scope.syncNow(),
  });

  let network = scope.status.get().network;
  const stops = [
    environment.visibility.onChange(reads.refetchOld),
    environment.onNetworkChange(() => environment.isOnline() && reads.refetchOld()),
    scope.isLocked.subscribe(reads.refetchOld),
    // The engine's contact with the server is more reliable than the browser's network events (SY-18).
    scope.status.subscribe(() => {
      const before = network;
      network = scope.status.get().network;
      if (network === 'online' && before !== 'online') reads.refetchOld();
    }),
    reads.close,
  ];
  scope.onClose(() => stops.forEach((stop) => stop()));
  return {
    read: reads.read,
    act: acts.act,
    async page({ table, query, id = 'id' }, after, signal) {
      const from = after === null ? '' : `&${id}=gt.${after}`;
      const rows = `${query}&order=${id}.asc&limit=${PAGE_ROWS}${from}`;
      return parseAnswer(await calls.select(table, rows, signal), ownRows);
    },
  };
}
