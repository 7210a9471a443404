/** Key of the beta token in sessionStorage. */
export const BETA_TOKEN = 'beta_session_token';
