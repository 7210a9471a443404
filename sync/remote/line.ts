/** A server that says nothing for this long is said to be waited for, in ms. A line that is only slow gives its first byte before. */
const SILENT_MS = 2_500;

/** Tells whether the line to the server hangs: it was asked, and nothing at all comes. */
export interface Line {
  /** Follows a request until its first byte, which ends the silence for all. */
  request(asked: Promise<Response>): Promise<Response>;
  /** Follows what a request waits for before it is sent; its end says nothing of the line. */
  before<T>(work: Promise<T>): Promise<T>;
}

/**
 * One line for all that one person asks: whatever is answered, the line is there. A silence lasts until the next answer, also where a
 * request has been given up meanwhile.
 */
export function createLine(onChange: (isSilent: boolean) => void): Line {
  let underWay = 0;
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const become = (next: boolean) => {
    if (next === isSilent) return;
    isSilent = next;
    onChange(next);
  };
  const listen = () => {
    clearTimeout(timer);
    if (underWay > 0) timer = setTimeout(() => become(true), SILENT_MS);
  };
  const follow = <T>(work: Promise<T>, isAnswer: boolean): Promise<T> => {
    underWay += 1;
    if (underWay === 1) listen();
    const end = () => {
      underWay -= 1;
      if (underWay === 0) listen();
    };
    work.then(() => {
      end();
      if (!isAnswer) return;
      listen();
      become(false);
    }, end);
    return work;
  };
  return { request: (asked) => follow(asked, true), before: (work) => follow(work, false) };
}
