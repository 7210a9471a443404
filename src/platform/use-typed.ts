import { useEffect, useState } from 'react';

/** A pause in typing after which the text is passed on, in ms. */
const PAUSE_MS = 250;

/**
 * A text that is typed here and kept elsewhere, such as in the address. The field is ahead: what is typed shows at once and is
 * passed on after a pause. What the keeper says by itself (Back, a link) takes the field's place.
 * @returns the text of the field, and what sets it
 */
export function useTyped(kept: string, pass: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const [known, setKnown] = useState(kept);
  const [passed, setPassed] = useState(kept);
  if (known !== kept) {
    setKnown(kept);
    // An echo of what was passed on says nothing new, and by now more may be typed.
    if (kept !== passed) {
      setTyped(kept);
      setPassed(kept);
    }
  }
  useEffect(() => {
    if (typed === passed) return;
    const timer = setTimeout(() => {
      setPassed(typed);
      pass(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, passed, pass]);
  return [typed, setTyped];
}
