/** Under which the device keeps where the backend is (src/engine/backend-config.ts). */
export const BACKEND_TEXT = 'backend_config';
