/** The commit or tag whose data folders and browser profiles the upgrade drill starts from: the release before this one. */
export const RELEASE_BEFORE = 'dec1ae11';
