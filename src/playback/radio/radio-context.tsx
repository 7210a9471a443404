import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Live } from '../../../sync/client.ts';
import type { PageSound } from '../output/page-sound.ts';
import { radioBase } from '../../engine/backend-config.ts';
import { useLive } from '../../engine/live.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { toast } from '../../engine/toast.ts';
import type { RadioControls, RadioEngine } from './radio-engine.ts';
import type { RadioState } from './radio-state.ts';
import { radioTexts } from './radio-texts.ts';

interface RadioApi {
  engine: RadioEngine | null;
  /** Pressed while the code is still loading. */
  isOpening: boolean;
  start(controls: RadioControls): void;
}

const nothing = () => undefined;
const RadioContext = createContext<RadioApi>({ engine: null, isOpening: false, start: nothing });

async function loadRadio(loadSound: () => Promise<PageSound>): Promise<RadioEngine> {
  const [{ openRadio }, { createStreamOutput }, { askStation }, sound, base] = await Promise.all([
    import('./radio-engine.ts'),
    import('../output/stream-output.ts'),
    import('./station.ts'),
    loadSound(),
    // Without a base URL every start fails with a toast.
    radioBase().catch(() => null),
  ]);
  return openRadio({ base, output: createStreamOutput(), sound, ask: askStation });
}

/**
 * Loads the radio's code when the page is idle, so that a press can start audio synchronously, and keeps it.
 * `loadSound` must return the same sound each time.
 */
export function RadioProvider({ loadSound, children }: { loadSound: () => Promise<PageSound>; children: ReactNode }) {
  const [engine, setEngine] = useState<RadioEngine | null>(null);
  const [isOpening, setOpening] = useState(false);
  const loading = useRef<Promise<RadioEngine> | null>(null);

  const load = useCallback((): Promise<RadioEngine> => {
    if (loading.current) return loading.current;
    loading.current = loadRadio(loadSound).then(
      (opened) => {
        startTransition(() => setEngine(opened));
        return opened;
      },
      (error: unknown) => {
        // The code could not be fetched: the next press retries.
        loading.current = null;
        throw error;
      },
    );
    return loading.current;
  }, [loadSound]);

  // A failed preload stays silent: a press retries and shows the error. It starts after the player's preload, because
  // the player is more often pressed first.
  useEffect(() => whenIdle(() => void load().catch(nothing), 3000), [load]);

  const start = useCallback(
    (controls: RadioControls) => {
      if (engine) return engine.start(controls);
      setOpening(true);
      load()
        .then(
          (opened) => opened.start(controls),
          () => toast({ id: 'radio', kind: 'error', title: radioTexts.unavailable }),
        )
        .finally(() => setOpening(false));
    },
    [engine, load],
  );

  const api = useMemo(() => ({ engine, isOpening, start }), [engine, isOpening, start]);
  return <RadioContext value={api}>{children}</RadioContext>;
}

export function useRadioApi(): RadioApi {
  return useContext(RadioContext);
}

const off: Live<RadioState> = { get: () => 'off', subscribe: () => nothing };

export function useRadioState(): RadioState {
  const { engine, isOpening } = useRadioApi();
  const state = useLive(engine?.state ?? off);
  return isOpening && state === 'off' ? 'connecting' : state;
}
