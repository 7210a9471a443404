/** A transfer without progress for this long is silent, in ms. */
const SILENT_MS = 2_500;
/** If all bytes are sent and no answer comes for this long, a request checks whether the server responds (ms). */
const ASK_MS = 300;

/** Detects a stalled transfer. */
export interface Silence {
  /** Bytes moved. `isAllSent`: only the server's judgement is pending, which may take long on a healthy connection. */
  heard(isAllSent: boolean): void;
  /** The transfer is over. */
  end(): void;
}

interface Told {
  onChange(isSilent: boolean): void;
  /** Sends any request to the server; its timeout reveals a dead connection. */
  ask(): void;
}

/** Watches a transfer from now until `end`. */
export function listenForSilence({ onChange, ask }: Told): Silence {
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const become = (next: boolean) => {
    if (next === isSilent) return;
    isSilent = next;
    onChange(next);
  };
  const listen = () => {
    timer = setTimeout(() => {
      become(true);
      ask();
    }, SILENT_MS);
  };
  listen();
  return {
    heard(isAllSent) {
      clearTimeout(timer);
      become(false);
      if (isAllSent) timer = setTimeout(ask, ASK_MS);
      else listen();
    },
    end() {
      clearTimeout(timer);
      become(false);
    },
  };
}
