import { whenIdle } from '../platform/when-idle.ts';

const IDLE_MS = 1_000;

let resolveRendered: () => void = () => undefined;
const rendered = new Promise<void>((resolve) => (resolveRendered = resolve));

/** Work before the first render would delay it. */
export async function afterFirstRender(): Promise<void> {
  await rendered;
  await new Promise<void>((resolve) => whenIdle(resolve, IDLE_MS));
}

export function markFirstRender(): void {
  resolveRendered();
}
