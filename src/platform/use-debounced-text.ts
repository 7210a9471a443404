import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

/** A text field with external state. Typed text shows at once and is published after a debounce. */
export function useDebouncedText(value: string, publish: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [published, setPublished] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    // Ignore our own value coming back: more may have been typed since.
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
