import { AsyncLocalStorage } from 'node:async_hooks';
import { App, type EmailDriver, type EmailMessage } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { backoff } from '../postgres/open-pool.ts';
import { OTP_EXPIRY_S } from '../auth/mail-links.ts';
import {
  type FromLite,
  type HeaderList,
  type LiteAnswer,
  type LiteRequest,
  type LiteSettings,
  REST_CONNECTIONS,
  type ToLite,
} from './lite-messages.ts';
import { adaptLite, keepWarnings } from './lite-internals.ts';
import { withCause } from './error-cause.ts';
import { withHeaders } from './request-headers.ts';

keepWarnings();

// This process runs with `--frozen-intrinsics`, which does not freeze the web interfaces. Freeze them too, so that no request can change objects
// that all requests share.
for (const shared of [Headers, Request, Response, URL, URLSearchParams]) {
  Object.freeze(shared.prototype);
  Object.freeze(shared);
}

const send = (message: FromLite, sent?: () => void): void => void process.send?.(message, undefined, {}, sent);

const requestUnderWay = new AsyncLocalStorage<number>();

// Report the error and exit: a new process in a known state replaces this one.
process.on('uncaughtException', (error) => {
  const requestId = requestUnderWay.getStore() ?? null;
  send({ kind: 'broken', requestId, error: error.stack ?? error.message }, () => process.exit(1));
});

let app: ReturnType<typeof openApp> | null = null;
process.on('message', (message: ToLite) => {
  if (message.kind === 'start') {
    app = openApp(message.settings);
    send({ kind: 'ready' });
  } else if (message.kind === 'ping') send({ kind: 'pong' });
  else if (message.kind === 'mailed') mails.settle(message.id, message.isKept);
  else void answer(message.id, message.request);
});
// The server exited, or it closes this process.
process.on('disconnect', () => {
  setTimeout(() => process.exit(0), 2_000).unref();
  void (app?.close() ?? Promise.resolve()).catch(() => undefined).then(() => process.exit(0));
});

const mails = new (class {
  #last = 0;
  readonly #waiting = new Map<number, (isKept: boolean) => void>();

  /** @throws Error when the mail could not be stored */
  async deliver({ to, text }: EmailMessage): Promise<void> {
    const id = (this.#last += 1);
    const isStored = new Promise<boolean>((done) => this.#waiting.set(id, done));
    const mail = { to, text: text ?? '' };
    send({ kind: 'mail', id, requestId: requestUnderWay.getStore() ?? 0, mail });
    if (!(await isStored)) throw new Error('The mail could not be kept.');
  }

  settle(id: number, isKept: boolean): void {
    this.#waiting.get(id)?.(isKept);
    this.#waiting.delete(id);
  }
})();

const emailDriver: EmailDriver = { send: (mail) => mails.deliver(mail) };

function openApp({ databaseUrl, jwtSecret, publishableKey, serviceRoleKey, siteUrl }: LiteSettings) {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: {
      max: REST_CONNECTIONS,
      backoff,
      onnotice: () => undefined,
      connection: { application_name: 'rest', statement_timeout: 15_000 },
    },
  });
  adaptLite(connection);
  const lite = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: jwtSecret,
      publishable_key: publishableKey,
      secret_key: serviceRoleKey,
      site_url: siteUrl,
      additional_redirect_urls: [],
      minimum_password_length: 6,
      email: { enable_signup: true, enable_confirmations: true, otp_length: 6, otp_expiry: OTP_EXPIRY_S },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true }, drivers: { email: emailDriver } },
  });
  return { fetch: (request: Request) => lite.fetch(request), close: () => connection.close() };
}

async function answer(id: number, request: LiteRequest): Promise<void> {
  send({ kind: 'taken', id });
  const result = await requestUnderWay.run(id, () => answerRequest(request).catch(failed));
  send({ kind: 'answer', id, answer: result });
}

async function answerRequest({ method, url, headers, body }: LiteRequest): Promise<LiteAnswer> {
  const isBare = method === 'GET' || method === 'HEAD' || body.length === 0;
  const list = headers.map(([name, value]): [string, string] => [name, value]);
  const request = new Request(url, { method, headers: list, ...(isBare ? {} : { body: new Uint8Array(body) }) });
  const { value, cause } = await withCause(() =>
    withHeaders(request, async () => {
      if (app === null) throw new Error('A request came before the settings.');
      const response = await app.fetch(request);
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
    }),
  );
  return { status: value.response.status, headers: headerList(value.response.headers), body: value.bytes, cause };
}

function failed(error: unknown): LiteAnswer {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { status: 500, headers: [], body: new Uint8Array(), cause: { kind: 'trouble', isAway: false, message } };
}

function headerList(headers: Headers): HeaderList {
  const list = [...headers].filter(([name]) => name !== 'set-cookie');
  return [...list, ...headers.getSetCookie().map((value): [string, string] => ['set-cookie', value])];
}
