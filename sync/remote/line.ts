/**
 * The time without any response after which the line counts as silent, in ms. A merely slow line delivers its first byte
 * sooner.
 */
const SILENT_MS = 2_500;

/** Detects a hanging connection: requests are sent, and no response arrives. */
export interface Line {
  /** Watches a request until its first byte, which ends the silence. */
  request(asked: Promise<Response>): Promise<Response>;
  /** Watches work before a request is sent; its end does not end a silence. */
  before<T>(work: Promise<T>): Promise<T>;
}

/**
 * One line for all requests of a person: any response proves that it works. A silence lasts until the next response, even after
 * the waiting request was aborted.
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
