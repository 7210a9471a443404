export const BACKEND_TEXT = 'backend_config';
