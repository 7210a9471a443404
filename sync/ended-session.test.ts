import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  badTokenResponse,
  config,
  fetchAnswering,
  offline,
  play,
  session,
  signedIn,
  USER,
  using,
} from '../tests/sync/support/opened-client.ts';
import { type Browser, newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { waitFor } from '../tests/support/wait-for.ts';
import { openSync, type SyncEnvironment } from './client.ts';
import { LEAVING_TEXT, ownerName } from './core/names.ts';
import { openSessionStore, type StoredSession } from './remote/session-store.ts';
import { createEndedSessionCheck } from './workspace/ended-session.ts';

const claims = (body: Record<string, unknown>) => `head.${btoa(JSON.stringify(body)).replaceAll('=', '')}.signature`;
const SESSION_ID = '0197f000-0000-7000-8000-0000000000aa';
const token = claims({ session_id: SESSION_ID, sub: USER });

/** A server that has ended the session. `answer` replies to the device's question why the session ended. */
const endedServer = (answer: (body: unknown) => Response): SyncEnvironment['fetch'] =>
  fetchAnswering({
    '/rest/v1/rpc/sync_pull': badTokenResponse,
    '/rest/v1/rpc/sync_push': badTokenResponse,
    '/auth/v1/token': () => Response.json({ error_code: 'refresh_token_not_found', msg: 'Not Found' }, { status: 400 }),
    '/rest/v1/rpc/was_session_ended': answer,
  });

const databasesOf = async (browser: Browser) =>
  (await browser.indexedDB.databases()).filter(({ name = '' }) => name.includes(ownerName(USER)));

async function usedBrowser(): Promise<Browser> {
  const browser = newBrowser();
  await signedIn(browser, { accessToken: token });
  await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
    const scope = await scopeOf(client);
    await scope.enqueue('play.record', play);
    scope.device.setText('player', 'a queue');
  });
  return browser;
}

describe('a device that was signed out from another one', () => {
  it('[S-5] deletes the data of the person, also unsent actions', async () => {
    const browser = await usedBrowser();
    const questions: unknown[] = [];
    const fetch = endedServer((body) => {
      questions.push(body);
      return Response.json(true);
    });
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      await until(client.account, ({ kind }) => kind === 'nobody');
      await until(client.wasSessionEndedElsewhere, (was) => was);
      expect(await databasesOf(browser)).toEqual([]);
      expect([...browser.localTexts.keys()]).toEqual([]);
    });
    expect(questions).toEqual([{ p_session: SESSION_ID }]);
  });

  it('[S-5] deletes the data at a later start, if the server was not reached before', async () => {
    const browser = await usedBrowser();
    await using(openSync(pageOf(browser, config, { fetch: endedServer(() => Response.error()) })), async (client) => {
      await until(client.account, (account) => account.kind === 'user' && account.locked);
      expect(await (await scopeOf(client)).readPending()).toHaveLength(1);
    });
    const fetch = endedServer(() => Response.json(true));
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      await until(client.wasSessionEndedElsewhere, (was) => was);
      expect(await databasesOf(browser)).toEqual([]);
    });
  });
});

it('[S-5] a tab that slept deletes nothing once the person has signed in again in another tab', async () => {
  const browser = await usedBrowser();
  let onAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  let reply: (response: Response) => void = () => undefined;
  const server = endedServer(() => Response.error());
  const fetch: SyncEnvironment['fetch'] = (input, init) => {
    if (!String(input instanceof Request ? input.url : input).endsWith('was_session_ended')) return server(input, init);
    onAsked();
    return new Promise((resolve) => (reply = resolve));
  };
  await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
    await asked;
    await signedIn(browser, { accessToken: claims({ session_id: 'another' }), refreshToken: 'refresh-2' });
    reply(Response.json(true));
    await waitFor(() => expect(browser.localTexts.has(LEAVING_TEXT)).toBe(false));
    expect(client.wasSessionEndedElsewhere.get()).toBe(false);
  });
  expect(await databasesOf(browser)).not.toEqual([]);
  expect((await openSessionStore(browser.indexedDB).read())?.refreshToken).toBe('refresh-2');
});

describe('a device whose session ended otherwise', () => {
  it.each([
    ['the server says so', () => Response.json(false)],
    [
      'an older server does not know',
      () => Response.json({ code: 'PGRST202', message: 'No such function' }, { status: 404 }),
    ],
    ['a captive portal answers', () => new Response('<html>Welcome</html>')],
    ['a proxy answers with another value', () => Response.json({ ended: true })],
  ])('[SY-19] keeps its data: %s', async (_case, answer) => {
    const browser = await usedBrowser();
    const asked = vi.fn(answer);
    await using(openSync(pageOf(browser, config, { fetch: endedServer(asked) })), async (client) => {
      await until(client.account, (account) => account.kind === 'user' && account.locked);
      await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
      expect(await (await scopeOf(client)).readPending()).toHaveLength(1);
      expect(client.wasSessionEndedElsewhere.get()).toBe(false);
    });
    expect(await databasesOf(browser)).not.toEqual([]);
  });
});

describe('the question why a session ended', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function asking(answers: SyncEnvironment['fetch'][]) {
    let rejected: StoredSession | null = { ...session, accessToken: token, locked: true };
    const forget = vi.fn(() => Promise.resolve());
    const fetch = vi.fn<SyncEnvironment['fetch']>((...request) => (answers.shift() ?? offline)(...request));
    const environment = { config, fetch, betaToken: { get: () => null } };
    const check = createEndedSessionCheck({ environment, rejected: () => rejected, forget });
    return {
      check,
      fetch,
      forget,
      signInAgain() {
        rejected = null;
        check.check();
      },
    };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('is asked once for each session, and again half a minute after a failure', async () => {
    const { check, fetch, forget } = asking([offline, () => Promise.resolve(Response.json(true))]);
    check.check();
    check.check();
    await settle();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    await vi.advanceTimersByTimeAsync(29_000);
    check.check();
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    await settle();
    expect(forget).toHaveBeenCalledTimes(1);
  });

  it('has no consequence if the person has signed in again before the answer', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { check, fetch, forget, signInAgain } = asking([() => new Promise((resolve) => (answer = resolve))]);
    check.check();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    signInAgain();
    answer(Response.json(true));
    await settle();
    expect(forget).not.toHaveBeenCalled();
  });
});
