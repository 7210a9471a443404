import type { SyncEnvironment } from '../environment.ts';
import { createEngine, type Engine } from '../core/engine.ts';
import { runForLeader } from '../core/leader.ts';
import { lockName } from '../core/names.ts';
import type { EnginePorts } from '../core/ports.ts';
import type { LiveValue } from '../overlay/live.ts';
import type { DeviceDatabase } from '../outbox/database.ts';
import { watchSignals, type Signals } from './signals.ts';

const BEAT_KEY = 'leader-beat';
/** How long one session of listening may take to begin; without it the minute's pull does the work. */
const LISTEN_RETRY_MS = 30_000;
/** Closing waits this long for a turn that is under way. */
const STOP_MS = 1_000;

export interface EngineHost {
  /** Sync now, in whichever tab leads. */
  pokeNow(): void;
  /** Another page of this person asks, which is looked at. */
  askedElsewhere(): void;
  /** Sends what was queued; while nobody looks at this tab it may wait so long. */
  queued(mayWaitMs: number): void;
  stop(): Promise<void>;
}

export interface EngineHostInput {
  environment: SyncEnvironment;
  owner: string;
  device: DeviceDatabase;
  /** Set while this tab leads. */
  leads: LiveValue<boolean>;
  ports: Omit<EnginePorts, 'now' | 'random' | 'timer'>;
  /** Settles when the first screen has come or failed: nothing competes with it for a slow line (SY-23). */
  ready: Promise<unknown>;
  /** Tells the leading tab. */
  pokeOthers(): void;
  renewSession(): void;
  listen(onChange: Signals['changed']): Promise<() => Promise<void>>;
}

/** Runs the engine while this tab leads (SY-17), and turns what happens around it into pokes (SY-18). */
export function hostEngine(input: EngineHostInput): EngineHost {
  const { environment, device } = input;
  let engine: Engine | null = null;
  let stopping: Promise<void> = Promise.resolve();
  let closed = false;

  const lead = () => {
    const own = createEngine({
      ...input.ports,
      now: () => environment.now(),
      random: () => environment.random(),
      timer: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    engine = own;
    input.leads.set(true);
    void input.ready.then(() => own.poke());
    const stopListening = listenWhileVisible();
    return () => {
      if (engine === own) engine = null;
      input.leads.set(engine !== null);
      stopListening();
      stopping = own.stop();
    };
  };

  /** One socket, in the leading tab, opened when the page is first seen. */
  const listenWhileVisible = () => {
    let stopped = false;
    let stop: (() => Promise<void>) | null = null;
    let isBegun = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const begin = async () => {
      await input.ready;
      if (stopped || isBegun || !environment.visibility.isVisible() || !environment.isOnline()) return;
      isBegun = true;
      const end = await input.listen((whose, transaction) => signals.changed(whose, transaction));
      if (stopped) await end();
      else stop = end;
    };
    const attempt = () => {
      begin().catch(() => {
        isBegun = false;
        timer = setTimeout(attempt, LISTEN_RETRY_MS);
      });
    };
    attempt();
    const stopVisibility = environment.visibility.onChange(attempt);
    const stopOnline = environment.onNetworkChange(attempt);
    return () => {
      stopped = true;
      stopVisibility();
      stopOnline();
      if (timer !== null) clearTimeout(timer);
      stop?.().catch(() => undefined);
    };
  };

  const pokeNow = () => {
    if (engine) engine.pokeNow();
    else input.pokeOthers();
  };

  const signals = watchSignals(environment, {
    pull(upTo) {
      if (!engine) input.pokeOthers();
      else if (upTo === null) engine.poke();
      else engine.pokeFor(upTo);
    },
    pullNow: pokeNow,
    pullByTheMinute: () => (engine ? engine.pokeByTheMinute() : input.pokeOthers()),
    renewSession: input.renewSession,
  });

  const resign = runForLeader(
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
    askedElsewhere() {
      // Of two pages that do not lead, each would pass on what it hears of the other.
      if (engine) signals.askedElsewhere();
    },
    queued: (mayWaitMs) => signals.queued(mayWaitMs),
    async stop() {
      if (closed) return;
      closed = true;
      resign();
      signals.stop();
      // A request may hang for as long as it likes; what it brings is dropped.
      await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, STOP_MS))]);
    },
  };
}
