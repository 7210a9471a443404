/** The only door of the engine, for `src` and `sw`. */
export type * from './api.ts';
