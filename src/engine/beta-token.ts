export const BETA_TOKEN = 'beta_session_token';
