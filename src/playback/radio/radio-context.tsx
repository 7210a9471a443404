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
import type { RadioControls, RadioController } from './radio-controller.ts';
import type { RadioState } from './radio-state.ts';
import { radioTexts } from './radio-texts.ts';

interface RadioApi {
  controller: RadioController | null;
  /** True from a press until the radio's code has loaded or could not be loaded. */
  isOpening: boolean;
  start(controls: RadioControls): void;
}

const noop = () => undefined;
const RadioContext = createContext<RadioApi>({ controller: null, isOpening: false, start: noop });

async function loadRadio(loadSound: () => Promise<PageSound>): Promise<RadioController> {
  const [{ openRadio }, { createStreamOutput }, { fetchStation }, sound, base] = await Promise.all([
    import('./radio-controller.ts'),
    import('../output/stream-output.ts'),
    import('./station.ts'),
    loadSound(),
    // Without a base URL every start fails with a toast.
    radioBase().catch(() => null),
  ]);
  return openRadio({ base, output: createStreamOutput(), sound, ask: fetchStation });
}

/** Loads the radio's code before a press, so that the press can start audio synchronously. `loadSound` must always return the same sound. */
export function RadioProvider({ loadSound, children }: { loadSound: () => Promise<PageSound>; children: ReactNode }) {
  const [controller, setController] = useState<RadioController | null>(null);
  const [isOpening, setOpening] = useState(false);
  const loading = useRef<Promise<RadioController> | null>(null);

  const load = useCallback((): Promise<RadioController> => {
    if (loading.current) return loading.current;
    loading.current = loadRadio(loadSound).then(
      (opened) => {
        startTransition(() => setController(opened));
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

  // A failed preload stays silent: a press retries and shows the error. The player loads first, because it is pressed more often.
  useEffect(() => whenIdle(() => void load().catch(noop), 3000), [load]);

  const start = useCallback(
    (controls: RadioControls) => {
      if (controller) return controller.start(controls);
      setOpening(true);
      load()
        .then(
          (opened) => opened.start(controls),
          () => toast({ id: 'radio', kind: 'error', title: radioTexts.unavailable }),
        )
        .finally(() => setOpening(false));
    },
    [controller, load],
  );

  const api = useMemo(() => ({ controller, isOpening, start }), [controller, isOpening, start]);
  return <RadioContext value={api}>{children}</RadioContext>;
}

export function useRadioApi(): RadioApi {
  return useContext(RadioContext);
}

const off: Live<RadioState> = { get: () => 'off', subscribe: () => noop };

export function useRadioState(): RadioState {
  const { controller, isOpening } = useRadioApi();
  const state = useLive(controller?.state ?? off);
  return isOpening && state === 'off' ? 'connecting' : state;
}
