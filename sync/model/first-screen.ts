/** Tracks of the first screen (SY-23): what a tall screen shows before the rest has come. */
const TRACKS = 50;

/** The procedure that a device asks which holds nothing yet, and what it asks. The page's first script asks the very same. */
export const firstScreen = { path: '/rest/v1/rpc/first_screen', parameters: { p: { limit: TRACKS } } } as const;
