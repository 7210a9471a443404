import { version } from '../../package.json';

/** The running release, as in CHANGELOG.md. */
export const APP_VERSION = version;
