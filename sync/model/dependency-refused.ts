/** Code of an action that is dead because one that it depends on was refused. */
export const DEPENDENCY_REFUSED = 'dependency';
