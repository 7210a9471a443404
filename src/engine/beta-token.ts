/** Session storage key of the tab's beta session (S-2). */
export const BETA_TOKEN = 'beta_session_token';
