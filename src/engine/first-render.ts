import { whenIdle } from '../platform/when-idle.ts';

const IDLE_MS = 1_000;

let resolveRendered: () => void = () => undefined;
const rendered = new Promise<void>((resolve) => (resolveRendered = resolve));

/** Resolves once the page is idle after the first render, which earlier work would delay. */
export async function afterFirstRender(): Promise<void> {
  await rendered;
  await new Promise<void>((resolve) => whenIdle(resolve, IDLE_MS));
}

export function markFirstRender(): void {
  resolveRendered();
}
