/** A transfer without progress for this long is silent, in ms. */
const SILENT_MS = 2_500;
/** If all bytes are sent and no answer comes for this long, a request checks whether the server responds (ms). */
const CHECK_MS = 300;

/** Detects a stalled transfer. */
export interface Silence {
  /** Bytes moved. `isAllSent`: only the server's check is pending, which may take long on a healthy connection. */
  progressed(isAllSent: boolean): void;
  /** The transfer is over. */
  end(): void;
}

interface SilenceListeners {
  onChange(isSilent: boolean): void;
  /** Sends any request to the server; its timeout reveals a dead connection. */
  checkServer(): void;
}

/** Watches a transfer from now until `end`. */
export function watchSilence({ onChange, checkServer }: SilenceListeners): Silence {
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setSilent = (next: boolean) => {
    if (next === isSilent) return;
    isSilent = next;
    onChange(next);
  };
  const restartTimer = () => {
    timer = setTimeout(() => {
      setSilent(true);
      checkServer();
    }, SILENT_MS);
  };
  restartTimer();
  return {
    progressed(isAllSent) {
      clearTimeout(timer);
      setSilent(false);
      if (isAllSent) timer = setTimeout(checkServer, CHECK_MS);
      else restartTimer();
    },
    end() {
      clearTimeout(timer);
      setSilent(false);
    },
  };
}
