import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLink } from '../../../tests/support/follow-link.ts';
import { openTestStack, type TestStack } from '../test-stack.ts';
import { authLimits } from './auth-limits.ts';
import { isRightPassword, PASSWORD_ROUNDS } from './right-password.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack({ trustedProxies: 1 });
});
afterAll(() => test.close());

let addresses = 0;
const newAddress = () => `203.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;

async function post(path: string, body: object, address = newAddress()) {
  const { url, keys } = test.stack;
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  const answer: { error_code?: string; msg?: string } = JSON.parse((await response.text()) || '{}');
  return {
    status: response.status,
    code: answer.error_code ?? null,
    msg: answer.msg ?? null,
    wait: response.headers.get('retry-after'),
  };
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const signIn = (email: string, password: string, address?: string) =>
  post('token?grant_type=password', { email, password }, address);

describe('Password attempts', () => {
  it('are limited for each e-mail across all IP addresses, whether the e-mail has an account or not', async () => {
    const { email, password } = await test.createUser();
    const outcomes = await Promise.all(
      [email, 'nobody@example.com'].map(async (address) => {
        const answers = await Promise.all(times(40).map((n) => signIn(address, `wrong ${n}`)));
        const refusals = answers.map(({ status, code, msg }) => [status, code, msg].join(' '));
        return [...new Set(refusals)]
          .sort()
          .map((refusal) => [refusal, refusals.filter((each) => each === refusal).length]);
      }),
    );
    expect(outcomes[0]).toEqual([
      ['400 invalid_credentials Invalid login credentials', authLimits.wrongPasswordsOfEmail.most],
      ['429 over_request_rate_limit Too many attempts. Please wait a minute and try again.', 20],
    ]);
    expect(outcomes[1]).toEqual(outcomes[0]);
    const right = await signIn(email.toUpperCase(), password);
    expect([right.status, Number(right.wait) > 0]).toEqual([429, true]);
  });

  it('are limited for each IP address across all e-mails; the right password does not count', async () => {
    const { email, password } = await test.createUser();
    const address = newAddress();
    for (const _ of times(21)) expect((await signIn(email, password, address)).status).toBe(200);
    const wrong = await Promise.all(times(61).map((n) => signIn(`person-${n}@example.com`, 'wrong', address)));
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await signIn(email, password, address)).status).toBe(429);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('cost the same work whether there is an account or not', async () => {
    const { email, password } = await test.createUser();
    await post('signup', { email: 'pending@example.com', password, ...(await test.passGate()) });
    // Accounts use as many bcrypt rounds as the dummy comparison for an unknown e-mail.
    const costs = await test.sql<{ cost: string }[]>`
      select distinct substr(encrypted_password, 5, 3) as cost from auth.users where email in (${email}, 'pending@example.com')`;
    expect([...costs]).toEqual([{ cost: `${PASSWORD_ROUNDS}$` }]);
    const statements: string[] = [];
    const spied = new Proxy(test.sql, {
      apply: (target, self, [strings, ...values]) => {
        statements.push(`${strings.join('?')} with ${values.length} values, ${String(values[1]).slice(0, 7)}`);
        return Reflect.apply(target, self, [strings, ...values]);
      },
    });
    for (const address of [email, 'pending@example.com', 'nobody@example.com'])
      expect(await isRightPassword(spied, address, 'wrong')).toBe(false);
    expect(statements).toHaveLength(3);
    expect(new Set(statements).size).toBe(1);
    expect(statements[0]).toContain('$2a$10$');
    expect((await signIn('pending@example.com', 'wrong')).code, 'a wrong password reveals nothing').toBe(
      'invalid_credentials',
    );
    expect((await signIn('pending@example.com', password)).code).toBe('email_not_confirmed');
  });
});

it('a sign-up and a sign-in accept a non-ASCII password', async () => {
  const email = 'far@example.com';
  const password = 'Grüße, 東京 €5 \u00ff';
  await post('signup', { email, password, ...(await test.passGate()) });
  expect((await signIn(email, password)).code).toBe('email_not_confirmed');
});

describe('A code', () => {
  it('expires after a few wrong tries from any IP addresses, and a new mail brings a new code', async () => {
    const email = 'code@example.com';
    const password = 'correct horse';
    await post('signup', { email, password, ...(await test.passGate()) });
    const first = test.stack.mailbox.latestTo(email);
    const wrong = (n: number) => String((Number(first?.code) + 1 + n) % 1_000_000).padStart(6, '0');
    const expired = ['otp_expired', 'Email link is invalid or has expired'];
    for (const n of times(authLimits.wrongCodesOfEmail.most)) {
      const { code, msg } = await post('verify', { email, token: wrong(n), type: 'signup' });
      expect([code, msg]).toEqual(expired);
    }
    const dead = await post('verify', { email, token: first?.code, type: 'signup' });
    expect([dead.code, dead.msg], 'the right code gets the same answer').toEqual(expired);

    await post('recover', { email });
    const second = test.stack.mailbox.latestTo(email);
    expect((await post('verify', { email, token: second?.code, type: 'recovery' })).status).toBe(200);
  });

  it('cannot be guessed through the link, because the link is signed', async () => {
    const { email } = await test.createUser();
    await post('otp', { email });
    const link = readLink(test.stack.mailbox.latestTo(email)?.link);
    const [hash = '', signature = ''] = link.token_hash.split('.');
    for (const token of [hash, `${hash}.`, `${hash}.${'0'.repeat(signature.length)}`]) {
      expect((await post('verify', { token_hash: token, type: 'magiclink' })).code).toBe('otp_expired');
    }
    expect((await post('verify', { token_hash: `${hash}.${signature}`, type: 'magiclink' })).status).toBe(200);
  });

  it('shares with links one limit of wrong tries for each IP address', async () => {
    const address = newAddress();
    const { most } = authLimits.wrongCodesOfAddress;
    const answers = await Promise.all(
      times(most + 5).map((n) =>
        post('verify', { email: `p${n}@example.com`, token: '123456', type: 'signup' }, address),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await post('verify', { token_hash: 'x', type: 'signup' }, address)).status).toBe(429);
  });
});

describe('A mail', () => {
  it.each(['otp', 'magiclink', 'recover', 'resend'])(
    'goes to one e-mail at most once a minute, and no response reveals whether there is an account: %s',
    async (endpoint) => {
      const { email } = await test.createUser();
      const pending = `pending-${endpoint}@example.com`;
      await post('signup', { email: pending, password: 'correct horse', ...(await test.passGate()) });
      const outcomes = [];
      for (const address of [email, `nobody-${endpoint}@example.com`, pending]) {
        const body = { email: address, ...(endpoint === 'resend' ? { type: 'signup' } : {}) };
        const answers = [
          await post(endpoint, body),
          await post(endpoint, body),
          await post(endpoint, { ...body, email: address.toUpperCase() }),
        ];
        outcomes.push(answers.map(({ status, code }) => `${status} ${code}`));
      }
      const limited = '429 over_email_send_rate_limit';
      expect(outcomes[2]).toEqual(endpoint === 'resend' ? [limited, limited, limited] : ['200 null', limited, limited]);
      expect(outcomes[1]).toEqual(['200 null', limited, limited]);
      if (endpoint !== 'resend') expect(outcomes[0]).toEqual(outcomes[1]);
      else expect(outcomes[0], 'who signed up a moment ago').toEqual([limited, limited, limited]);
    },
  );

  it('is limited for each requesting IP address', async () => {
    const address = newAddress();
    const { most } = authLimits.mailsOfAddress;
    const answers = await Promise.all(
      times(most + 3).map((n) => post('recover', { email: `q${n}@example.com` }, address)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('is not sent for a second sign-up within a minute, whether the e-mail has an account or not', async () => {
    const { email } = await test.createUser();
    const password = 'correct horse';
    const fresh = 'fresh@example.com';
    expect((await post('signup', { email: fresh, password, ...(await test.passGate()) })).status).toBe(200);
    for (const address of [email, fresh])
      expect((await post('signup', { email: address, password, ...(await test.passGate()) })).code).toBe(
        'over_email_send_rate_limit',
      );
  });
});
