import { version } from '../../package.json';

/** The release that runs here, as in CHANGELOG.md. */
export const APP_VERSION = version;
