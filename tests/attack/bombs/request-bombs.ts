import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { action } from '../../../supabase/tests/scene.ts';
import type { WildRequest } from '../wild-request.ts';

export interface RequestBomb extends Omit<WildRequest, 'body'> {
  readonly name: string;
  readonly body: string | Uint8Array | null;
  /** Whether the request exceeds the endpoint's size limit, so that the connection may be cut before the refusal is read. */
  readonly isOversized?: true;
}

/** Size of the bodies sent to REST and Auth: just below their limit of 2 MiB. */
const REST_BODY_BYTES = 2_000_000;
/** Size of the bodies sent to functions and Storage: just below their limit of 256 KiB. */
const FUNCTION_BODY_BYTES = 250_000;

const json = { 'content-type': 'application/json' };

const jsonBombs = (size: number): readonly (readonly [name: string, body: string])[] => [
  ['lists within lists', '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['lists that never end', '['.repeat(size)],
  ['objects within objects', `${'{"a":'.repeat(Math.floor(size / 6))}1${'}'.repeat(Math.floor(size / 6))}`],
  ['keys', `{${Array.from({ length: Math.floor(size / 16) }, (_, n) => `"k${n}":0`).join(',')}}`],
  ['numbers', `{"p_actions":[${'0,'.repeat(Math.floor(size / 2) - 20)}0]}`],
  ['a number of as many digits', `{"p":${'9'.repeat(size - 20)}}`],
  ['escapes', `{"email":"${'\\u0000'.repeat(Math.floor(size / 6) - 10)}"}`],
  ['one text', `{"p_track_id":"${'x'.repeat(size - 40)}","passcode":"${'x'.repeat(10)}"}`],
  ['quotes', '"'.repeat(size)],
  ['one key repeated', `{${'"p_actions":1,'.repeat(Math.floor(size / 14) - 2)}"p_actions":[]}`],
];

export function requestBombs(key: string, token: string): RequestBomb[] {
  const headers = { apikey: key, authorization: `Bearer ${token}` };
  const post = (name: string, path: string, body: string | Uint8Array, more: Record<string, string> = json) => ({
    name: `${name} at ${path}`,
    method: 'POST',
    path,
    headers: { ...headers, ...more },
    body,
  });
  const get = (name: string, path: string, more: Record<string, string> = {}): RequestBomb => ({
    name,
    method: 'GET',
    path,
    headers: { ...headers, ...more },
    body: null,
  });
  const bodies = (size: number, paths: readonly string[]) =>
    jsonBombs(size).flatMap(([name, body]) => paths.map((path) => post(name, path, body)));
  const zeros = new Uint8Array(200_000_000).fill(32);
  const packed = [
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros.subarray(0, 50_000_000))],
  ] as const;
  const many = Array.from({ length: 5_000 }, () => action('vote.cast', { track_id: 'x', weight: 1 }));
  const long = Array.from({ length: 50 }, () => action('report.send', { details: 'x'.repeat(30_000) }));
  const ids = Array.from({ length: 40_000 }, () => '00000000-0000-4000-8000-000000000000');
  const pull = { v: 1, epoch: null, since: '0', after: null, pending: ids, limit: 200, tables: ['tracks'] };
  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  const deep = base64('['.repeat(8_000));
  return [
    ...bodies(REST_BODY_BYTES, [
      '/rest/v1/rpc/sync_push',
      '/rest/v1/rpc/sync_pull',
      '/rest/v1/tracks',
      '/auth/v1/signup',
      '/auth/v1/token?grant_type=password',
    ]),
    ...bodies(FUNCTION_BODY_BYTES, [
      '/functions/v1/validate-beta-passcode',
      '/functions/v1/check-upload',
      '/functions/v1/remove-files',
      '/storage/v1/object/list/covers',
      '/storage/v1/object/copy',
    ]),
    post('five thousand actions', '/rest/v1/rpc/sync_push', JSON.stringify({ p_actions: many })),
    post('long actions', '/rest/v1/rpc/sync_push', JSON.stringify({ p_actions: long })),
    post('forty thousand pending ids', '/rest/v1/rpc/sync_pull', JSON.stringify({ p: pull })),
    ...packed.flatMap(([encoding, body]) =>
      [
        '/rest/v1/rpc/sync_push',
        '/auth/v1/signup',
        '/functions/v1/validate-beta-passcode',
        '/storage/v1/object/list/covers',
        '/storage/v1/object/covers/x/x.png',
      ].map((path) => post(`200 MB by ${encoding}`, path, body, { ...json, 'content-encoding': encoding })),
    ),
    ...['/rest/v1/rpc/sync_push', '/functions/v1/check-upload', '/auth/v1/signup'].map((path): RequestBomb => ({
      ...post('30 MB', path, new Uint8Array(30_000_000).fill(32)),
      isOversized: true,
    })),
    ...['/rest/v1/tracks', '/', '/radio/api/nowplaying', '/functions/v1/radio-playlist'].flatMap((path) => [
      get(`a header of 14 KB at ${path}`, path, { 'x-a': 'x'.repeat(14_000) }),
      { ...get(`a header of 300 KB at ${path}`, path, { 'x-a': 'x'.repeat(300_000) }), isOversized: true as const },
      get(
        `headers without number at ${path}`,
        path,
        Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`x-${n}`, '1'])),
      ),
      get(`an address of 200 KB at ${path}`, `${path}?a=${'x'.repeat(200_000)}`),
      get(`parameters at ${path}`, `${path}?${'a=1&'.repeat(3_500)}`),
    ]),
    ...['/rest/v1/tracks', '/auth/v1/user', '/storage/v1/object/covers/x'].flatMap((path) => [
      get(`a deep token at ${path}`, path, { authorization: `Bearer ${deep}.${deep.slice(0, 4_000)}.x` }),
      get(`a token of dots at ${path}`, path, { authorization: `Bearer ${'.'.repeat(12_000)}` }),
    ]),
    get('conditions within conditions', `/rest/v1/tracks?or=(${'and('.repeat(1_500)}id.eq.1`),
    get('a list of columns', `/rest/v1/tracks?select=${'id,'.repeat(4_000)}id`),
    get('casts of casts', `/rest/v1/tracks?select=id${'->a'.repeat(4_000)}`),
    ...forms().map(([name, type, body]) =>
      post(name, '/storage/v1/object/covers/x/x.png', body, { 'content-type': type }),
    ),
    ...['9'.repeat(400), '-1', '1e400', '9007199254740991', '0x10', '1,1'].map((length) =>
      post(`an upload of ${length.slice(0, 20)} bytes`, '/storage/v1/upload/resumable', '', {
        'tus-resumable': '1.0.0',
        'upload-length': length,
        'upload-metadata': `bucketName ${base64('covers')},objectName ${base64('x/x.png')}`,
      }),
    ),
    post('metadata of 12 KB', '/storage/v1/upload/resumable', '', {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': Array.from({ length: 1_500 }, (_, n) => `k${n} eA==`).join(','),
    }),
  ];
}

function forms(): readonly (readonly [name: string, type: string, body: string])[] {
  const type = 'multipart/form-data; boundary=b';
  const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
  const file = '--b\r\nContent-Disposition: form-data; name=""; filename="x.png"\r\nContent-Type: image/png\r\n';
  return [
    ['a form of fields', type, `${field.repeat(80_000)}--b--\r\n`],
    ['a form that never ends', type, field.repeat(80_000)],
    ['a part with a head of 4 MB', type, `${file}x: ${'y'.repeat(4_000_000)}\r\n\r\n1\r\n--b--\r\n`],
    ['a part with heads', type, `${file}${'x: y\r\n'.repeat(600_000)}\r\n1\r\n--b--\r\n`],
    ['a form of boundaries', type, '--b\r\n'.repeat(1_000_000)],
    ['almost boundaries', type, `${file}\r\n${'\r\n--'.repeat(1_000_000)}`],
    ['a boundary of 8 KB', `multipart/form-data; boundary=${'b'.repeat(8_000)}`, `--${'b'.repeat(4_000_000)}`],
    ['files in one form', type, `${file}\r\n1\r\n`.repeat(40_000)],
  ];
}

/** Requests as raw bytes, which Node's client cannot send. */
export function rawBombs(key: string): readonly (readonly [name: string, bytes: Buffer])[] {
  const head = `POST /rest/v1/rpc/first_screen HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  return [
    ['chunks of one byte', Buffer.from(`${head}${'1\r\n \r\n'.repeat(500_000)}0\r\n\r\n`)],
    ['chunks with extensions', Buffer.from(`${head}${`1;${'x'.repeat(40)}=1\r\n \r\n`.repeat(200_000)}0\r\n\r\n`)],
    ['a chunk of the largest size', Buffer.from(`${head}fffffffffffffff\r\n${' '.repeat(3_000_000)}`)],
    ['trailers', Buffer.from(`${head}0\r\n${'x: y\r\n'.repeat(200_000)}\r\n`)],
  ];
}
