interface GatedStack {
  readonly url: string;
  readonly keys: { readonly serviceRoleKey: string };
}

/** Opens a beta session for one sign-up (S-39), without the cost of hashing a passcode. @returns its token */
export async function openBetaSession({ url, keys }: GatedStack): Promise<string> {
  const response = await fetch(`${url}/rest/v1/rpc/beta_open_session`, {
    method: 'POST',
    headers: { apikey: keys.serviceRoleKey, 'content-type': 'application/json' },
    body: '{}',
  });
  const session: unknown = await response.json();
  if (typeof session === 'object' && session !== null && 'session_token' in session)
    return String(session.session_token);
  throw new Error(`No beta session: ${JSON.stringify(session)}`);
}
