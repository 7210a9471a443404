import { request } from 'node:http';
import { Random } from '../../supabase/seed/random.ts';
import type { TestStack } from '../../supabase/local/test-stack.ts';
import { type WildRequest, wildRequest } from './wild-request.ts';

export interface Fuzzed {
  readonly byStatus: ReadonlyMap<number, number>;
  /** Texts that the requests contained and that no log may contain, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The requests without a response (status 0), or with a 5xx. */
  readonly broken: readonly { readonly request: WildRequest; readonly status: number; readonly answer: string }[];
}

export async function fuzz({ stack, createUser }: TestStack, seed: string, count: number): Promise<Fuzzed> {
  const random = new Random(seed);
  const user = await createUser();
  const keys = [
    stack.keys.publishableKey,
    stack.keys.publishableKey,
    user.token,
    user.token,
    user.token,
    'x',
    `${user.token}x`,
  ];
  const byStatus = new Map<number, number>();
  const broken: { request: WildRequest; status: number; answer: string }[] = [];
  let remaining = count;
  const work = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1;
      const wild = wildRequest(random, keys);
      const { status, answer } = await sendWild(stack.port, wild);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (status === 0 || status >= 500) broken.push({ request: wild, status, answer });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const secrets = {
    email: user.email,
    password: user.password,
    token: user.token,
    user: user.id,
    address: '127.0.0.1',
  };
  return { byStatus, secrets, broken };
}

/** Sends one request. Status 0 means no valid response within half a minute. */
export function sendWild(
  port: number,
  { method, path, headers, body }: Omit<WildRequest, 'body'> & { readonly body: string | Uint8Array | null },
): Promise<{ status: number; answer: string }> {
  return new Promise((done) => {
    const failed = (error: unknown) => done({ status: 0, answer: String(error) });
    try {
      const req = request({ port, host: '127.0.0.1', method, path, headers, timeout: 30_000, agent: false }, (res) => {
        let answer = '';
        res.setEncoding('utf8');
        res.on('data', (part: string) => (answer.length < 500 ? (answer += part) : undefined));
        res.once('close', () => done({ status: res.statusCode ?? 0, answer }));
      });
      req.on('timeout', () => req.destroy(new Error('no answer')));
      req.on('error', failed);
      req.end(body ?? undefined);
    } catch (error) {
      failed(error);
    }
  });
}
