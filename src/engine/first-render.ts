import { whenIdle } from '../platform/when-idle.ts';

const IDLE_MS = 1_000;

let resolveRendered: () => void = () => undefined;
const rendered = new Promise<void>((resolve) => (resolveRendered = resolve));

/** Resolves after the first render, once the page is idle or a second has passed. Work before that would delay the render. */
export async function afterFirstRender(): Promise<void> {
  await rendered;
  await new Promise<void>((resolve) => whenIdle(resolve, IDLE_MS));
}

export function markFirstRender(): void {
  resolveRendered();
}
