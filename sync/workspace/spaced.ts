/** The lists are told of slices at most once in so many milliseconds. */
const SETTLE_MS = 250;

/** Tells the lists of slices, some of them together: each telling costs as much as the whole list is long. */
export function settleLater(settle: () => void): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = null;
        settle();
      }, SETTLE_MS);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** How far apart the overlays are computed anew while rows and answers come in by the hundred, in milliseconds. */
const APART_MS = 50;
/** As long as rows that belong together are waited for. */
const LATEST_MS = 250;

interface Spaced {
  /** The first call does the work at once; those that follow within `APART_MS` are done together at its end (SY-13). */
  soon(): void;
  /** Does it once nothing was asked for in `APART_MS`, and within `LATEST_MS`. */
  quiet(): void;
  /** The work was done. */
  done(): void;
  close(): void;
}

export function spaced(work: () => void): Spaced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAsked = false;
  let putOff = 0;
  let isClosed = false;
  const rest = () => {
    timer = null;
    putOff = 0;
    if (isAsked && !isClosed) work();
  };
  return {
    soon() {
      isAsked = true;
      if (timer === null && !isClosed) work();
    },
    quiet() {
      isAsked = true;
      if (isClosed || putOff >= LATEST_MS / APART_MS) return;
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(rest, APART_MS);
      putOff += 1;
    },
    done() {
      isAsked = false;
      timer ??= setTimeout(rest, APART_MS);
    },
    close() {
      isClosed = true;
    },
  };
}
