import { randomUUID } from 'node:crypto';
import { buckets as samples } from '../../../supabase/tests/matrix/storage.ts';
import type { Attacker } from './attackers.ts';
import type { Attempt, World } from './attempt.ts';

export function* fileAttempts(world: World, { account, victim }: Attacker): Generator<Attempt> {
  for (const bucket of world.buckets) {
    const victimFile = world.fileOf(bucket, victim);
    const ownFile = `${account ?? world.scene.ids.newcomer}/${randomUUID()}`;
    const newVictimFile = `${victim}/${randomUUID()}`;
    const sample = samples[bucket];
    const attempt = (label: string, method: string, path: string, body?: unknown): Attempt => ({
      kind: 'file',
      label: `${label} in ${bucket}`,
      method,
      path: `/storage/v1/${path}`,
      mustFail: true,
      ...(body === undefined ? {} : { body }),
    });
    const send = (label: string, method: string, path: string, headers: Record<string, string> = {}): Attempt => ({
      ...attempt(label, method, path, sample?.bytes),
      headers: { 'content-type': sample?.mime ?? '', ...headers },
    });
    yield send('upload into the folder of another', 'POST', `object/${bucket}/${newVictimFile}`);
    yield send('upload into no folder', 'POST', `object/${bucket}/${randomUUID()}`);
    yield send('upload past the folder', 'POST', `object/${bucket}/${account ?? victim}%2F..%2F${victimFile}`);
    yield send('replace', 'POST', `object/${bucket}/${victimFile}`, { 'x-upsert': 'true' });
    yield send('overwrite by PUT', 'PUT', `object/${bucket}/${victimFile}`);
    yield send('use a made up ticket', 'PUT', `object/upload/sign/${bucket}/${victimFile}?token=a.b.c`);
    yield attempt('ask for a ticket to replace', 'POST', `object/upload/sign/${bucket}/${victimFile}`, {});
    yield attempt('read', 'GET', `object/authenticated/${bucket}/${victimFile}`);
    yield attempt('read without a mode', 'GET', `object/${bucket}/${victimFile}`);
    yield attempt('read the info', 'GET', `object/info/${bucket}/${victimFile}`);
    yield attempt('use a made up signature', 'GET', `object/sign/${bucket}/${victimFile}?token=a.b.c`);
    yield attempt('sign', 'POST', `object/sign/${bucket}/${victimFile}`, { expiresIn: 60 });
    yield attempt('list the folder', 'POST', `object/list/${bucket}`, { prefix: victim });
    yield attempt('find the folder', 'POST', `object/list/${bucket}`, { prefix: '', search: victim });
    const copy = { bucketId: bucket, sourceKey: victimFile, destinationKey: ownFile };
    yield attempt('copy to oneself', 'POST', 'object/copy', copy);
    yield attempt('move to oneself', 'POST', 'object/move', copy);
    yield attempt('move within the folder', 'POST', 'object/move', { ...copy, destinationKey: newVictimFile });
    yield attempt('delete', 'DELETE', `object/${bucket}/${victimFile}`);
    yield attempt('delete many', 'DELETE', `object/${bucket}`, { prefixes: [victimFile, victim, ''] });
    yield {
      ...attempt('begin a resumable upload over', 'POST', 'upload/resumable'),
      headers: resumableUpload(bucket, victimFile, sample?.mime ?? '', sample?.bytes.length ?? 0),
    };
    yield attempt('change the bucket', 'PUT', `bucket/${bucket}`, { public: true, file_size_limit: 1 });
    yield attempt('empty the bucket', 'POST', `bucket/${bucket}/empty`, {});
    yield attempt('delete the bucket', 'DELETE', `bucket/${bucket}`, {});
  }
}

function resumableUpload(bucket: string, name: string, mime: string, bytes: number): Record<string, string> {
  const text = (value: string) => Buffer.from(value).toString('base64');
  return {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes),
    'upload-metadata': `bucketName ${text(bucket)},objectName ${text(name)},contentType ${text(mime)}`,
    'x-upsert': 'true',
  };
}

export function* functionAndAccountAttempts(world: World, { account, victim }: Attacker): Generator<Attempt> {
  const file = { bucket: 'tracks', name: world.fileOf('tracks', victim) };
  for (const name of world.functions) {
    const path = `/functions/v1/${name}`;
    for (const body of [{}, file, { passcode: 'a guess' }, { sweep: true, page: 'profile', id: victim }])
      yield { kind: 'function', label: `call ${name}`, method: 'POST', path, body };
    yield { kind: 'function', label: `get ${name}`, method: 'GET', path: `${path}?page=profile&id=${victim}` };
  }
  const auth = (method: string, path: string, body?: unknown): Attempt => ({
    kind: 'account',
    label: `${method} ${path}`,
    method,
    path: `/auth/v1/${path}`,
    mustFail: true,
    ...(body === undefined ? {} : { body }),
  });
  yield auth('GET', 'admin/users');
  yield auth('POST', 'admin/users', { email: 'new@example.com', password: 'correct horse', email_confirm: true });
  yield auth('GET', `admin/users/${victim}`);
  yield auth('PUT', `admin/users/${victim}`, { password: 'a stolen one', role: 'service_role' });
  yield auth('DELETE', `admin/users/${victim}`);
  yield auth('POST', 'admin/generate_link', { type: 'recovery', email: 'person1@example.com' });
  yield auth('POST', 'token?grant_type=refresh_token', { refresh_token: victim });
  if (account !== null) return;
  yield auth('GET', 'user');
  yield auth('PUT', 'user', { password: 'a stolen one' });
}
