/** Key of the cached server configuration in localStorage. */
export const BACKEND_TEXT = 'backend_config';
