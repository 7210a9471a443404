/** Time without a response after which the line counts as silent. A slow line delivers its first byte sooner. */
const SILENT_MS = 2_500;

/** The connection to the server, which is silent while no response comes (SY-18). */
export interface Line {
  /** Watches a request until its first byte, which ends the silence. */
  request(response: Promise<Response>): Promise<Response>;
  /** Watches work that precedes a request, such as a token renewal. Its end does not end a silence. */
  before<T>(work: Promise<T>): Promise<T>;
}

/** Any response proves that the line works. A silence lasts until the next response, even after an abort. */
export function createLine(onChange: (isSilent: boolean) => void): Line {
  let pending = 0;
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setSilent = (next: boolean) => {
    if (next === isSilent) return;
    isSilent = next;
    onChange(next);
  };
  const restartTimer = () => {
    clearTimeout(timer);
    if (pending > 0) timer = setTimeout(() => setSilent(true), SILENT_MS);
  };
  const watch = <T>(work: Promise<T>, isAnswer: boolean): Promise<T> => {
    pending += 1;
    if (pending === 1) restartTimer();
    const end = () => {
      pending -= 1;
      if (pending === 0) restartTimer();
    };
    work.then(() => {
      end();
      if (!isAnswer) return;
      restartTimer();
      setSilent(false);
    }, end);
    return work;
  };
  return { request: (response) => watch(response, true), before: (work) => watch(work, false) };
}
