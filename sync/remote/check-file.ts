import * as z from 'zod/mini';
import type { FileSent, FileToSend } from '../upload-types.ts';
import { isAboutRefusals } from './failure.ts';
import { type AccessToken, type HttpEnvironment, requestAs } from './http.ts';

const verdict = z.object({ kind: z.string() });
const pictures = ['png', 'jpeg', 'webp', 'gif'];

/** Has the server check an uploaded file. Before that, no action can refer to the file (S-15). */
export async function checkFile(
  environment: HttpEnvironment,
  { bucket, path }: Pick<FileToSend, 'bucket' | 'path'>,
  accessToken: AccessToken,
): Promise<FileSent> {
  const body = { bucket, name: path };
  const reply = await requestAs(environment, accessToken, '/functions/v1/check-upload', { body });
  if (reply.ok) {
    const parsed = verdict.safeParse(reply.value);
    if (!parsed.success) return { kind: 'waits', for: 'network' };
    const isAllowed = bucket === 'tracks' ? parsed.data.kind === 'mpeg' : pictures.includes(parsed.data.kind);
    return isAllowed ? { kind: 'up' } : { kind: 'refused', message: 'Invalid file. Please check file type and size.' };
  }
  const { failure } = reply;
  if (failure.kind === 'auth') return { kind: 'waits', for: 'session' };
  if (failure.kind === 'network') return { kind: 'waits', for: 'network' };
  if (isAboutRefusals(failure)) return { kind: 'refused', message: failure.message };
  // A missing file is a final refusal too. Any other failure may be a fault of the checking function, so the check is repeated later.
  if (failure.kind === 'refused' && failure.code === 'file_missing')
    return { kind: 'refused', message: failure.message };
  return { kind: 'waits', for: 'check' };
}
