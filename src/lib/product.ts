import { version } from '../../package.json';

/** The product's name; nothing else spells it. */
export const PRODUCT_NAME = 'Undercurrent';

/** The release that runs here, as in CHANGELOG.md. */
export const APP_VERSION = version;
