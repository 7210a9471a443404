import { describe, expect, it } from 'vitest';
import { failureOf, isAboutRefusals, toCallFailure, toCallResult } from './failure.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  failureOf(Response.json(body, { status, headers }));

describe('the failure of an unsuccessful response', () => {
  it('[SY-16] is `auth` on 401, so that the session is renewed', async () => {
    expect(await json(401, { code: 'PGRST301', message: 'JWT expired' })).toEqual({ kind: 'auth' });
  });

  it('[SY-16] [S-5] is `network` when a proxy or a captive portal requests its own sign-in', async () => {
    const portal = new Response('<html>Sign in to Hotel WiFi</html>', {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="Hotel"' },
    });
    expect(await failureOf(portal)).toEqual({ kind: 'network' });
    expect(await failureOf(new Response('Authentication required', { status: 401 }))).toEqual({ kind: 'network' });
    // A response to HEAD has no body, so the auth service decides whether the session is over.
    expect(await failureOf(new Response(null, { status: 401 }))).toEqual({ kind: 'auth' });
  });

  it("[SY-16] is `auth` when Storage rejects a token, but not after a policy violation or for Auth's own tokens", async () => {
    const denied = (message: string) => json(400, { statusCode: '403', error: 'Unauthorized', message });
    const policy = 'new row violates row-level security policy';
    expect(await denied('"exp" claim timestamp check failed')).toEqual({ kind: 'auth' });
    expect(await denied(policy)).toEqual({ kind: 'refused', code: 'Unauthorized', message: policy });
    const other = { statusCode: '409', error: 'Duplicate', message: 'The token exists' };
    expect(await json(409, other)).toEqual({ kind: 'refused', code: 'Duplicate', message: 'The token exists' });
    const old = { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token: Refresh Token Not Found' };
    expect(await json(400, old)).toMatchObject({ kind: 'refused', code: 'refresh_token_not_found' });
    const asPlainText = (text: string) =>
      failureOf(new Response(text, { status: 403, headers: { 'tus-resumable': '1.0.0' } }));
    expect(await asPlainText('jwt expired')).toEqual({ kind: 'auth' });
    expect(await asPlainText(policy)).toEqual({ kind: 'refused', code: '403', message: policy });
  });

  it('[SY-16] is `busy` with the delay of the Retry-After', async () => {
    expect(await json(429, { message: 'slow down' }, { 'retry-after': '7' })).toEqual({
      kind: 'busy',
      retryAfterMs: 7_000,
      message: 'slow down',
    });
    const dates = { 'retry-after': 'Fri, 01 Jan 2027 00:01:00 GMT', date: 'Fri, 01 Jan 2027 00:00:00 GMT' };
    expect(await json(503, { message: 'away' }, dates)).toEqual({
      kind: 'busy',
      retryAfterMs: 60_000,
      message: 'away',
    });
  });

  it.each([
    ['no Retry-After', {}, null],
    ['one in the past', { 'retry-after': '-5' }, 0],
    ['one that cannot be read', { 'retry-after': 'soon' }, null],
    ['a date without the server’s time', { 'retry-after': 'Fri, 01 Jan 2027 00:01:00 GMT' }, null],
    [
      'a date in the past',
      { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT', date: 'Fri, 01 Jan 2027 00:01:00 GMT' },
      0,
    ],
  ])('[SY-16] is `busy` with the delay of %s', async (_name, headers, retryAfterMs) => {
    expect(await json(429, { message: 'slow down' }, headers)).toMatchObject({ kind: 'busy', retryAfterMs });
  });

  it('[SY-16] is `busy` after a timeout, and after an error of the server other than 500', async () => {
    for (const status of [408, 429, 501, 503])
      expect(await json(status, { code: 'XX000', message: 'x' })).toMatchObject({ kind: 'busy', message: 'x' });
    expect(await failureOf(new Response('<html>', { status: 500 }))).toMatchObject({
      kind: 'busy',
      message: 'HTTP 500',
    });
  });

  it('has the code and the message of each service of the backend', async () => {
    const refusals: [body: Record<string, unknown>, code: string, message: string][] = [
      [{ code: 422, error_code: 'weak_password', msg: 'Too weak' }, 'weak_password', 'Too weak'],
      [{ code: 422, msg: 'Too weak' }, '400', 'Too weak'],
      [{ error: 'invalid_grant', error_description: 'Expired' }, 'invalid_grant', 'Expired'],
      [{ error: 'invalid_grant' }, 'invalid_grant', 'invalid_grant'],
      [{ code: 'UC001', message: '' }, 'UC001', ''],
      [{ code: 'UC001', message: { text: 'x' } }, 'UC001', ''],
    ];
    for (const [body, code, message] of refusals)
      expect(await json(400, body)).toEqual({ kind: 'refused', code, message });
    expect(await json(400, { error: { text: 'x' }, other: 1 })).toEqual({ kind: 'network' });
  });

  it('has at most 500 characters of a plain text, without the spaces around it', async () => {
    const headers = { 'tus-resumable': '1.0.0' };
    const text = await failureOf(new Response(` \n${'x'.repeat(600)} `, { status: 413, headers }));
    expect(text).toEqual({ kind: 'refused', code: '413', message: 'x'.repeat(500) });
    expect(await failureOf(new Response('', { status: 413, headers }))).toEqual({ kind: 'network' });
  });

  it('[SY-16] is `busy` after a deadlock, a serialization failure and other transient errors of the database', async () => {
    for (const code of ['40P01', '40001', '55P03', '08006', '53300', '57P01', '57P03', '58030']) {
      expect(await json(500, { code, message: 'x' })).toEqual({ kind: 'busy', retryAfterMs: null, message: 'x' });
    }
  });

  it("names the request's id after a failure of the server, so that a person can report it", async () => {
    const headers = { 'x-request-id': '0123456789abcdef' };
    const messageOf = async (status: number, body: unknown, more: Record<string, string> = headers) =>
      await json(status, body, more).then((failure) => ('message' in failure ? failure.message : failure.kind));
    expect(await messageOf(500, { code: 'XX000', message: 'It broke.' })).toBe(
      'It broke. Report code for the operator: 0123456789abcdef.',
    );
    expect(await messageOf(500, { code: 'XX000', message: '' })).toBe(
      'Something went wrong on the server. Report code for the operator: 0123456789abcdef.',
    );
    expect(await messageOf(400, { code: 'UC001', message: 'Too many.' })).toBe('Too many.');
    for (const id of ['<b>no code</b>', 'x0123456789abcdef', '0123456789abcdef0'])
      expect(await messageOf(500, { code: 'XX000', message: 'It broke.' }, { 'x-request-id': id })).toBe('It broke.');
  });

  it('[SY-16] is `busy` when a gateway is down, whatever its message', async () => {
    const gateway = new Response('<html>502</html>', { status: 502 });
    expect(await failureOf(gateway)).toEqual({ kind: 'busy', retryAfterMs: null, message: 'HTTP 502' });
    const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
    expect(await failureOf(new Response(broken, { status: 502 }))).toMatchObject({ message: 'HTTP 502' });
  });

  it('[SY-16] is a refusal when the request itself causes it, so that its batch is halved', async () => {
    for (const code of ['57014', 'XX000']) {
      expect(await json(500, { code, message: 'x' })).toEqual({ kind: 'refused', code, message: 'x' });
    }
    expect(await json(400, { code: '22P02', message: 'invalid' })).toEqual({
      kind: 'refused',
      code: '22P02',
      message: 'invalid',
    });
  });

  it("[S-5] is `network` for a captive portal's page", async () => {
    expect(await failureOf(new Response('<html>Pay</html>', { status: 403 }))).toEqual({ kind: 'network' });
  });
});

describe('a failure', () => {
  it('is shown to a caller without its delay, and asks to sign in when the session is over', () => {
    const refused = { kind: 'refused', code: 'UC001', message: 'No.' } as const;
    expect(toCallFailure({ kind: 'network' })).toEqual({ kind: 'network' });
    expect(toCallFailure({ kind: 'busy', retryAfterMs: 5, message: 'Later.' })).toEqual({
      kind: 'busy',
      message: 'Later.',
    });
    expect(toCallFailure({ kind: 'auth' })).toEqual({ kind: 'refused', code: '401', message: 'Please sign in again.' });
    expect(toCallFailure(refused)).toEqual(refused);
    expect(toCallResult({ ok: false, failure: refused })).toEqual({ ok: false, failure: refused });
    expect(toCallResult({ ok: true, value: 7 })).toEqual({ ok: true, value: 7 });
  });

  it('[S-15] is about refused files if the server has paused its checks for that reason', () => {
    const busy = (message: string) => ({ kind: 'busy', retryAfterMs: null, message }) as const;
    expect(isAboutRefusals(busy('Too many files were refused. Please wait.'))).toBe(true);
    expect(isAboutRefusals(busy('Too many requests.'))).toBe(false);
    expect(isAboutRefusals({ kind: 'refused', code: 'x', message: 'Too many files were refused.' })).toBe(false);
  });
});
