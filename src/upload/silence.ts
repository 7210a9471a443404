/** A line on which nothing moves for this long is said to be waited for, in ms. */
const SILENT_MS = 2_500;
/** When all bytes have left and nothing is answered for this long, the server is asked whether it is there (ms). */
const ASK_MS = 300;

/** Whether the line of a transfer hangs. */
export interface Silence {
  /** Something of it has moved. `isAllSent`: what is left is the server's judgement, which may take long on a line that is well. */
  heard(isAllSent: boolean): void;
  /** Nothing is waited for any more. */
  end(): void;
}

interface Told {
  onChange(isSilent: boolean): void;
  /** Asks the server anything: a line that does not answer is noticed there. */
  ask(): void;
}

/** Listens from now on until `end`. */
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
