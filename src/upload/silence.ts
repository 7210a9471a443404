/** Without progress for this long, a transfer is silent. */
const SILENT_MS = 2_500;
/** Time for the server's answer after the last byte, before a request checks whether the server responds. */
const CHECK_MS = 300;

export interface Silence {
  /** With `isAllSent`, only the server's check is pending, which may take long on a healthy connection. */
  progressed(isAllSent: boolean): void;
  end(): void;
}

interface SilenceListeners {
  onChange(isSilent: boolean): void;
  /** Sends a request, whose timeout reveals a dead connection. */
  checkServer(): void;
}

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
