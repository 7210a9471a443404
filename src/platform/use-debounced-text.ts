import { useEffect, useState } from 'react';

/** Debounce before the text is published, in ms. */
const DEBOUNCE_MS = 250;

/**
 * A text field whose state is external, such as in the address. Typed text shows at once and is published after a
 * debounce. An external change (Back, a link) replaces the field's text.
 * @returns the field's text and its setter
 */
export function useDebouncedText(value: string, publish: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [published, setPublished] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    // Ignore our own value coming back, because more may have been typed since.
    if (value !== published) {
      setTyped(value);
      setPublished(value);
    }
  }
  useEffect(() => {
    if (typed === published) return;
    const timer = setTimeout(() => {
      setPublished(typed);
      publish(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, published, publish]);
  return [typed, setTyped];
}
