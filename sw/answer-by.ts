import type { HandlerCallbackOptions } from 'workbox-core';
import type { Strategy } from 'workbox-strategies';

/** Answers by a Workbox strategy. Ignores a failure to cache the answer, as on a full disk; Workbox would leave its rejection unhandled. */
export function answerBy(strategy: Strategy, options: HandlerCallbackOptions): Promise<Response> {
  const [answered, stored] = strategy.handleAll(options);
  stored.catch(() => undefined);
  return answered;
}
