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
/** As long as the answer is waited for to which rows may belong. */
const LATEST_MS = 1000;

interface Spaced {
  /** The first call does the work at once; those that follow within `APART_MS` are done together at its end (SY-13). */
  soon(): void;
  /** Does it with the next `answered` or `soon`, and within `LATEST_MS`. */
  withAnswer(): void;
  /** Does it once this was not called for `APART_MS`, so that the last rows of the answer are there, and within `LATEST_MS`. */
  answered(): void;
  /** The work was done. */
  done(): void;
  close(): void;
}

export function spaced(work: () => void): Spaced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAsked = false;
  let isHeld = false;
  let putOff = 0;
  let isClosed = false;
  const rest = () => {
    timer = null;
    isHeld = false;
    putOff = 0;
    if (isAsked && !isClosed) work();
  };
  const restIn = (ms: number) => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(rest, ms);
  };
  const spacing: Spaced = {
    soon() {
      isAsked = true;
      if (isHeld) spacing.answered();
      else if (timer === null && !isClosed) work();
    },
    withAnswer() {
      isAsked = true;
      if (isClosed || (isHeld && putOff === 0)) return;
      if (isHeld) return spacing.answered();
      isHeld = true;
      restIn(LATEST_MS);
    },
    answered() {
      isAsked = true;
      if (isClosed || putOff >= LATEST_MS / APART_MS) return;
      isHeld = true;
      restIn(APART_MS);
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
  return spacing;
}
