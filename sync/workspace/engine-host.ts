import type { SyncEnvironment } from '../environment.ts';
import { storeDigest } from '../core/digest.ts';
import { createEngine, type Engine } from '../core/engine.ts';
import { runForLeader } from '../core/leader.ts';
import { lockName } from '../core/names.ts';
import type { EnginePorts } from '../core/ports.ts';
import type { LiveValue } from '../model/live.ts';
import type { DeviceDatabase } from '../outbox/database.ts';
import type { RealtimeHandlers, Listening } from '../remote/realtime.ts';
import type { PokeKind } from './channel.ts';
import { watchSignals } from './signals.ts';

/** Key of the leader's heartbeat, in the table `engine`. */
const BEAT_KEY = 'leader-beat';
/** Retry delay of a failed subscription; meanwhile the pull of each minute is enough. */
const LISTEN_RETRY_MS = 30_000;
/** How long closing waits for a running turn. */
const STOP_MS = 1_000;

export interface EngineHost {
  /** As the engine's `pokeNow`. A tab that does not lead forwards the poke to the leading tab. */
  pokeNow(endsBusyDelays?: boolean): void;
  /** Another page of this person, which counts as visible for a while, asked the leader to sync. */
  requestedElsewhere(how?: PokeKind): void;
  /** Sends new actions; a hidden tab may wait up to `mayWaitMs`. */
  queued(mayWaitMs: number): void;
  stop(): Promise<void>;
}

export interface EngineHostInput {
  environment: SyncEnvironment;
  owner: string;
  /** Null for a guest. */
  userId: string | null;
  device: DeviceDatabase;
  leads: LiveValue<boolean>;
  ports: Omit<EnginePorts, 'now' | 'random' | 'timer'>;
  /** Resolves after the first screen: no request may compete with it on a slow line (SY-23). */
  ready: Promise<unknown>;
  pokeOthers(how?: PokeKind): void;
  renewSession(): void;
  listen(heard: RealtimeHandlers): Promise<Listening>;
}

/** Runs the engine while this tab leads (SY-17), and pokes it at signals (SY-18). */
export function hostEngine(input: EngineHostInput): EngineHost {
  const { environment, device } = input;
  let engine: Engine | null = null;
  let stopping: Promise<void> = Promise.resolve();
  let closed = false;
  let listening: Listening | null = null;
  /** Called when `signals.isWatched()` may have changed. */
  let onWatchChange = () => undefined as void;
  /** Settles when the previous digest is stored. Digests are stored in order, because each needs its predecessor's number in the cursor (G-4). */
  let storing: Promise<unknown> = Promise.resolve();
  const heard: RealtimeHandlers = {
    onChange: (transaction) => signals.changed(transaction),
    onSubscribed: () => signals.subscribed(),
    onDigest(digest) {
      // If a digest cannot be stored, the next pull brings its content.
      storing = storing.then(() => storeDigest(input.ports, input.userId, digest)).catch(() => undefined);
      if (digest.has_changes) signals.happenedToMany();
    },
  };

  const lead = () => {
    const created = createEngine({
      ...input.ports,
      now: () => environment.now(),
      random: () => environment.random(),
      timer: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    engine = created;
    input.leads.set(true);
    void input.ready.then(() => created.pokeNow(true));
    const stopListening = startListening();
    return () => {
      if (engine === created) engine = null;
      input.leads.set(engine !== null);
      stopListening();
      stopping = created.stop();
    };
  };

  /** One socket, in the leading tab, once any page of this person is visible (SY-18). */
  const startListening = () => {
    let stopped = false;
    let hasStarted = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const begin = async () => {
      await input.ready;
      if (stopped || hasStarted || !signals.isWatched() || !environment.isOnline()) return;
      hasStarted = true;
      const started = await input.listen(heard);
      if (stopped) return started.stop();
      listening = started;
      started.hearDigests(signals.isWatched());
    };
    const attempt = () => {
      begin().catch(() => {
        hasStarted = false;
        timer = setTimeout(attempt, LISTEN_RETRY_MS);
      });
    };
    attempt();
    onWatchChange = attempt;
    const stopOnline = environment.onNetworkChange(attempt);
    return () => {
      stopped = true;
      onWatchChange = () => undefined;
      stopOnline();
      if (timer !== null) clearTimeout(timer);
      listening?.stop().catch(() => undefined);
      listening = null;
    };
  };

  const poke = (how?: PokeKind) => {
    if (how === undefined) engine?.poke();
    else engine?.pokeNow(how === 'asked');
  };
  const pokeLeader = (how?: PokeKind) => {
    if (engine) poke(how);
    else input.pokeOthers(how);
  };
  const pokeNow = (endsBusyDelays = false) => pokeLeader(endsBusyDelays ? 'asked' : 'now');

  const signals = watchSignals(environment, {
    pull(upTo) {
      if (!engine) input.pokeOthers();
      else if (upTo === null) engine.poke();
      else engine.pokeFor(upTo);
    },
    pullNow: pokeNow,
    resend: () =>
      void input.ports.outbox.nextAttemptAt(environment.now()).then(
        (at) => at !== null && pokeNow(true),
        () => undefined,
      ),
    pullEachMinute: () => pokeLeader(),
    renewSession: input.renewSession,
    watchChanged() {
      onWatchChange();
      listening?.hearDigests(signals.isWatched());
    },
  });

  const stopLeading = runForLeader(
    {
      locks: environment.locks,
      lockName: lockName(input.owner),
      readBeat: async () => {
        const beat = await device.engine.get(BEAT_KEY);
        return typeof beat?.value === 'number' ? beat.value : null;
      },
      writeBeat: async (at) => {
        await device.engine.put({ key: BEAT_KEY, value: at });
      },
      now: () => environment.now(),
      isVisible: () => environment.visibility.isVisible(),
      every: (ms, callback) => {
        const timer = setInterval(callback, ms);
        return () => clearInterval(timer);
      },
    },
    lead,
  );

  return {
    pokeNow,
    requestedElsewhere(how) {
      // Each page remembers that another page is visible, because each may lead later.
      signals.watchedElsewhere();
      // Only a leading page acts on the request. If others passed it on, two pages would send it to each other for ever.
      poke(how);
    },
    queued: (mayWaitMs) => signals.queued(mayWaitMs),
    async stop() {
      if (closed) return;
      closed = true;
      stopLeading();
      signals.stop();
      // Do not wait for a request that hangs: its answer is dropped.
      await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, STOP_MS))]);
    },
  };
}
