/** Under which the tab keeps its beta session (S-2). */
export const BETA_TOKEN = 'beta_session_token';
