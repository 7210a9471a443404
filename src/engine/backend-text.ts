/** Storage key of the cached backend configuration (src/engine/backend-config.ts). */
export const BACKEND_TEXT = 'backend_config';
