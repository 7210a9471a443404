import type { Scope } from '../../sync/client.ts';

/** A person's small stored values, in memory. */
export function scriptedDevice(texts = new Map<string, string>()): Scope['device'] {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => void values.set(key, value),
    text: (key) => texts.get(key) ?? null,
    setText: (key, text) => Boolean(text === null ? texts.delete(key) : texts.set(key, text)),
  };
}
