import { useEffect, useState } from 'react';
import { useEngine } from '../../engine/live.ts';

const CHECK_EVERY_MS = 15_000;

/** Whether mails are delayed on the server. Checked at once, and every 15 s while the page is open. */
export function useMailDelayed(): boolean {
  const { auth } = useEngine();
  const [isDelayed, setDelayed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const check = () =>
      void auth.isMailDelayed().then(
        (result) => isCurrent && setDelayed(result),
        () => undefined,
      );
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [auth]);
  return isDelayed;
}
