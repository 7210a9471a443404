/** Number of tracks of the first screen: enough to fill a tall screen (SY-23). */
const TRACKS = 50;

/** First request of an empty device. The boot script sends the same request (`src/boot/prefetch-first-rows.ts`). */
export const firstScreen = { path: '/rest/v1/rpc/first_screen', parameters: { p: { limit: TRACKS } } } as const;
