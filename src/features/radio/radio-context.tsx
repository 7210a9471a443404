import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { radioBase } from '../../lib/backend-config.ts';
import type { RadioEngine, RadioPlace, RadioState } from './radio-engine.ts';

/** What the radio needs of whatever else sounds on this page (S-20). */
export interface OtherSound {
  /** It gives up the sound and sets aside what it had. */
  radioStarted(): void;
  /** It takes back what it set aside, paused. */
  radioStopped(): void;
  /** It takes the sound back by itself: a track was pressed. */
  onTakenOver(listener: () => void): () => void;
  /** 0 to 1. */
  volume(): number;
}

interface RadioDoor {
  engine: RadioEngine | null;
  /** Pressed before its code was there. */
  isOpening: boolean;
  start(place: RadioPlace): void;
}

const nothing = () => undefined;
const RadioContext = createContext<RadioDoor>({ engine: null, isOpening: false, start: nothing });

/** Volume of the beta gate's radio. */
export const GATE_VOLUME = 0.7;

/** Loads the radio's code when the page is idle, so that a press starts the sound by itself, and keeps it. */
export function RadioProvider({ other, children }: { other: OtherSound; children: ReactNode }) {
  const [engine, setEngine] = useState<RadioEngine | null>(null);
  const [pressed, setPressed] = useState<RadioPlace | null>(null);
  const opening = useRef<Promise<RadioEngine> | null>(null);

  const open = useCallback(() => {
    opening.current ??= Promise.all([import('./radio-engine.ts'), radioBase().catch(() => null)]).then(
      ([{ openRadio }, base]) => {
        const opened = openRadio(base);
        setEngine(opened);
        return opened;
      },
    );
    opening.current.catch(() => {
      // The code could not be fetched: the next press asks for it again.
      opening.current = null;
    });
    return opening.current;
  }, []);

  useEffect(() => whenIdle(() => void open().catch(nothing)), [open]);

  const begin = useCallback(
    (radio: RadioEngine, place: RadioPlace) => {
      radio.enter(place, place === 'gate' ? GATE_VOLUME : other.volume());
      if (place === 'bar') other.radioStarted();
      radio.start();
    },
    [other],
  );

  const start = useCallback(
    (place: RadioPlace) => {
      if (engine) return begin(engine, place);
      setPressed(place);
      open().then(
        (radio) => {
          setPressed(null);
          begin(radio, place);
        },
        () => setPressed(null),
      );
    },
    [engine, begin, open],
  );

  useEffect(() => {
    if (!engine) return;
    const stopTakingOver = other.onTakenOver(engine.displace);
    const stopFollowing = engine.state.subscribe(() => engine.state.get() === 'off' && other.radioStopped());
    return () => {
      stopTakingOver();
      stopFollowing();
    };
  }, [engine, other]);

  const door = useMemo(() => ({ engine, isOpening: pressed !== null, start }), [engine, pressed, start]);
  return <RadioContext value={door}>{children}</RadioContext>;
}

export function useRadioDoor(): RadioDoor {
  return useContext(RadioContext);
}

const noSubscription = () => nothing;

export function useRadioState(): RadioState {
  const { engine, isOpening } = useRadioDoor();
  const state = useSyncExternalStore(
    engine?.state.subscribe ?? noSubscription,
    engine ? engine.state.get : (): RadioState => 'off',
  );
  return isOpening && state === 'off' ? 'connecting' : state;
}

/** After the player's own code, which is more often the first thing pressed. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 600);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(run, { timeout: 3000 });
  return () => window.cancelIdleCallback(idle);
}
