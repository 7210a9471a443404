import { whenIdle } from '../platform/when-idle.ts';

const IDLE_MS = 1_000;

let resolveRendered: () => void = () => undefined;
const rendered = new Promise<void>((resolve) => (resolveRendered = resolve));

/** Resolves once the first render is on screen and the page is idle, at most a second later. Earlier work would compete with that render. */
export async function afterFirstRender(): Promise<void> {
  await rendered;
  await new Promise<void>((resolve) => whenIdle(resolve, IDLE_MS));
}

export function markFirstRender(): void {
  resolveRendered();
}
