import type { HandlerCallbackOptions } from 'workbox-core';
import type { Strategy } from 'workbox-strategies';

/** Answers by a strategy. That its answer could not be stored, as on a full disk, is no error; Workbox leaves that rejection unhandled. */
export function answerBy(strategy: Strategy, options: HandlerCallbackOptions): Promise<Response> {
  const [answered, stored] = strategy.handleAll(options);
  stored.catch(() => undefined);
  return answered;
}
