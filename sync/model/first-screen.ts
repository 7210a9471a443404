/** The number of tracks of the first screen (SY-23): enough to fill a tall screen. */
const TRACKS = 50;

/** The procedure and parameters that an empty device requests first. The page's inline script sends the same request. */
export const firstScreen = { path: '/rest/v1/rpc/first_screen', parameters: { p: { limit: TRACKS } } } as const;
