import { assign, fromCallback, setup } from 'xstate';
import type { Live, SyncStatus } from '../../../sync/client.ts';

/** Work that is shorter is not shown, so that the pill does not flash. */
export const QUIET_MS = 2000;

type SyncEvent = { type: 'status.changed'; status: SyncStatus };

const isAttentionNeeded = ({ failed, work, storage }: SyncStatus) =>
  failed > 0 || work.kind === 'outdated' || storage === 'full' || storage === 'unavailable';
const isBusy = ({ work, waiting }: SyncStatus) => work.kind === 'working' || waiting > 0;

export const syncMachine = setup({
  types: {
    context: {} as { live: Live<SyncStatus>; status: SyncStatus },
    events: {} as SyncEvent,
    input: {} as { live: Live<SyncStatus> },
  },
  actors: {
    status: fromCallback<SyncEvent, { live: Live<SyncStatus> }>(({ sendBack, input: { live } }) => {
      const send = () => sendBack({ type: 'status.changed', status: live.get() });
      send();
      return live.subscribe(send);
    }),
  },
  actions: {
    storeStatus: assign({ status: ({ event }) => event.status }),
  },
  guards: {
    needsAttention: ({ context }) => isAttentionNeeded(context.status),
    isOffline: ({ context }) => context.status.network === 'offline',
    isSilent: ({ context }) => context.status.isSilent,
    isBusy: ({ context }) => isBusy(context.status),
    isStillBusy: ({ event: { status } }) =>
      !isAttentionNeeded(status) && status.network !== 'offline' && !status.isSilent && isBusy(status),
  },
  delays: { quiet: QUIET_MS },
}).createMachine({
  id: 'sync',
  context: ({ input }) => ({ live: input.live, status: input.live.get() }),
  invoke: { src: 'status', input: ({ context }) => ({ live: context.live }) },
  initial: 'deciding',
  on: { 'status.changed': { target: '.deciding', actions: 'storeStatus' } },
  states: {
    /** Also the initial state, so that the first render shows the right pill. */
    deciding: {
      always: [
        { guard: 'needsAttention', target: 'attention' },
        { guard: 'isOffline', target: 'offline' },
        { guard: 'isSilent', target: 'silent' },
        { guard: 'isBusy', target: 'busy' },
        { target: 'synced' },
      ],
    },
    synced: {},
    busy: {
      initial: 'quiet',
      // Further work does not restart the delay.
      on: { 'status.changed': { guard: 'isStillBusy', actions: 'storeStatus' } },
      states: {
        quiet: { after: { quiet: 'shown' } },
        shown: {},
      },
    },
    silent: {},
    offline: {},
    attention: {},
  },
});
