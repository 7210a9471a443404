import { whenIdle } from '../platform/when-idle.ts';

/** Work that waits for the first render begins after this time at the latest, in ms. */
const IDLE_MS = 1_000;

let resolveRendered: () => void = () => undefined;
const rendered = new Promise<void>((resolve) => (resolveRendered = resolve));

/** Resolves once the app has rendered and the page is idle. Work before that would delay the first render. */
export async function afterFirstRender(): Promise<void> {
  await rendered;
  await new Promise<void>((resolve) => whenIdle(resolve, IDLE_MS));
}

export function markFirstRender(): void {
  resolveRendered();
}
