import { useEffect, useState } from 'react';

/** Debounce before the text is passed on, in ms. */
const PAUSE_MS = 250;

/**
 * A text field whose state is external, such as in the address. Typed text shows at once and is passed on after a
 * debounce. An external change (Back, a link) replaces the field's text.
 * @returns the field's text and its setter
 */
export function useTyped(kept: string, pass: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const [known, setKnown] = useState(kept);
  const [passed, setPassed] = useState(kept);
  if (known !== kept) {
    setKnown(kept);
    // Ignore our own value coming back, because more may have been typed since.
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
