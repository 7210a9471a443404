import type { TestStack } from '../../supabase/local/test-stack.ts';
import { openTestStack } from '../../supabase/local/test-stack.ts';
import { checkLedger } from './invariants.ts';
import { countsText, type Report } from './report.ts';
import { sendWild } from './fuzz.ts';
import { liteProcesses } from '../support/lite-processes.ts';
import type { WildRequest } from './wild-request.ts';

const names = [...Object.getOwnPropertyNames(Object.prototype), 'constructor.prototype', '__proto__.__proto__'];
const properties = [
  'get',
  'set',
  'fd',
  'schema',
  'where',
  'ignoreAuthorization',
  'keys',
  'then',
  'toJSON',
  'value',
  '0',
];
const json = 'application/json';

function requestsWith(name: string, key: string, token: string): WildRequest[] {
  const e = encodeURIComponent;
  const headers = { apikey: key, authorization: `Bearer ${token}` };
  const get = (path: string, more = {}): WildRequest => ({
    method: 'GET',
    path,
    headers: { ...headers, ...more },
    body: null,
  });
  const post = (path: string, body: string, type = json): WildRequest => ({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': type },
    body,
  });
  const embedded = '/rest/v1/tracks?select=id,shared_tracks(id,tracks(id)),track_votes(id)';
  const queries = [
    ...properties.flatMap((property) => [
      `${embedded}&shared_tracks.${name}.${property}=eq.1`,
      `${embedded}&${name}.${property}=eq.1`,
      `/rest/v1/tracks?${name}.${property}=eq.1`,
    ]),
    `${embedded}&track_votes.${name}.order=id`,
    `${embedded}&track_votes.${name}.limit=1`,
    `${embedded}&${name}.order=id`,
    `${embedded}&shared_tracks.or=(${name}.eq.1)`,
    `/rest/v1/tracks?${name}=eq.1`,
    `/rest/v1/tracks?id=${name}.1`,
    `/rest/v1/tracks?select=${name}:id`,
    `/rest/v1/tracks?select=id,${name}(id)`,
    `/rest/v1/tracks?order=${name}.desc`,
    `/rest/v1/tracks?or=(${name}.eq.1,id.${name}.2)`,
    `/rest/v1/store_items?metadata=cs.${e(`{"${name}":{"a":1}}`)}`,
    `/rest/v1/store_items?select=metadata->${name}->>a`,
    `/rest/v1/${name}`,
    `/rest/v1/rpc/${name}`,
    `/auth/v1/${name}`,
    `/auth/v1/verify?${name}=1&type=${name}&token=${name}`,
    `/storage/v1/object/${name}/${name}`,
    `/storage/v1/object/public/covers/${name}?${name}=1`,
    `/storage/v1/render/image/public/covers/x?${name}=1`,
    `/functions/v1/${name}`,
    `/functions/v1/radio-playlist?${name}=1`,
    `/radio/${name}`,
    `/mailbox/${name}?${name}=1`,
    `/profile/${name}`,
    `/track/${name}`,
    `/${name}`,
  ];
  const body = `{"${name}":{"polluted":1},"a":{"${name}":{"${name}":true}},"p_metadata":{"${name}":1}}`;
  const postPaths = [
    '/rest/v1/tracks',
    '/rest/v1/zap_actions',
    '/rest/v1/rpc/sync_push',
    '/rest/v1/rpc/sync_pull',
    '/rest/v1/rpc/record_zap_action',
    '/auth/v1/signup',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/otp',
    '/auth/v1/verify',
    '/auth/v1/recover',
    '/auth/v1/user',
    '/storage/v1/object/list/covers',
    '/storage/v1/object/copy',
    '/storage/v1/bucket',
    '/functions/v1/validate-beta-passcode',
    '/functions/v1/check-upload',
  ];
  const form = `${name}=1&${name}[a]=1&${name}.a=1`;
  return [
    ...queries.map((path) => get(path)),
    ...postPaths.flatMap((path) => [
      post(path, body),
      post(path, `[${body}]`),
      post(path, form, 'application/x-www-form-urlencoded'),
      post(path, `${name},a\n1,2\n`, 'text/csv'),
    ]),
    ...['accept-profile', 'prefer', 'accept', 'x-metadata', 'x-beta-session', 'x-client-info'].map((header) =>
      get('/rest/v1/tracks?limit=1', { [header]: name }),
    ),
    get('/rest/v1/tracks?limit=1', { [name.replace(/[^\w-]/g, '-')]: '1' }),
    {
      method: 'POST',
      path: '/storage/v1/upload/resumable',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': [
          `${name} ${Buffer.from('1').toString('base64')}`,
          `bucketName ${Buffer.from('covers').toString('base64')}`,
          `metadata ${Buffer.from(`{"${name}":{"a":1}}`).toString('base64')}`,
        ].join(','),
      },
      body: '',
    },
  ];
}

async function findHealthFaults({ stack }: TestStack, key: string): Promise<string[]> {
  const healthPaths = ['/healthz', '/', '/rest/v1/genres?limit=1', '/auth/v1/settings', '/functions/v1/radio-playlist'];
  const answers = await Promise.all(
    healthPaths.map((path) => sendWild(stack.port, { method: 'GET', path, headers: { apikey: key }, body: null })),
  );
  return answers.flatMap(({ status, answer }, n) =>
    status === 200 ? [] : [`${healthPaths[n]} answered ${status} ${answer}`],
  );
}

/**
 * Sends the name of each property of `Object.prototype` wherever a request has a name. No response may be missing or a 5xx,
 * REST and Auth must refuse the name in a URL and keep running, and the ledger must add up.
 */
export async function pollute(): Promise<Report> {
  const test = await openTestStack({ app: ({ res }) => void res.end('the app') });
  const faults: string[] = [];
  const statuses: string[] = [];
  try {
    const user = await test.createUser();
    const key = test.stack.keys.publishableKey;
    const lites = liteProcesses(process.pid);
    for (const name of names) {
      for (const wild of requestsWith(name, key, user.token)) {
        const { status, answer } = await sendWild(test.stack.port, wild);
        statuses.push(String(status));
        if (status === 0 || status >= 500) faults.push(`answered ${status}: ${wild.method} ${wild.path} ${answer}`);
        // A name with a dot is a path in a URL, but one key in JSON.
        const isRest = /^\/(rest|auth)\/v1\//.test(wild.path) && wild.path.includes(name) && !name.includes('.');
        if (isRest && status < 400) faults.push(`accepted ${name}: ${wild.method} ${wild.path} ${status}`);
      }
      faults.push(...(await findHealthFaults(test, key)).map((fault) => `after ${name}: ${fault}`));
    }
    if (JSON.stringify(liteProcesses(process.pid)) !== JSON.stringify(lites))
      faults.push('REST and Auth were restarted');
    const ledger = await checkLedger(test.sql);
    const lines = [`${statuses.length} requests with ${names.length} names: ${countsText(statuses)}`, ledger.line];
    return { lines, faults: [...faults, ...ledger.faults] };
  } finally {
    await test.close();
  }
}
