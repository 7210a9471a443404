import * as z from 'zod/mini';
import type { FileSent, FileToSend } from '../upload-types.ts';
import { isAboutRefusals } from './failure.ts';
import { type AccessToken, type HttpEnvironment, requestAs } from './http.ts';

const verdict = z.object({ kind: z.string() });
const pictures = ['png', 'jpeg', 'webp', 'gif'];

/**
 * Asks the server what a file is that is up (S-15): nothing can name it before. Where Storage judges files itself the answer is
 * there at once, elsewhere the file is read meanwhile.
 * @param accessToken of the person whose file it is
 */
export async function checkFile(
  environment: HttpEnvironment,
  { bucket, path }: Pick<FileToSend, 'bucket' | 'path'>,
  accessToken: AccessToken,
): Promise<FileSent> {
  const body = { bucket, name: path };
  const reply = await requestAs(environment, accessToken, '/functions/v1/check-upload', { body });
  if (reply.ok) {
    const parsed = verdict.safeParse(reply.value);
    // A captive portal's page is no answer.
    if (!parsed.success) return { kind: 'waits', for: 'network' };
    const isFit = bucket === 'tracks' ? parsed.data.kind === 'mpeg' : pictures.includes(parsed.data.kind);
    return isFit ? { kind: 'up' } : { kind: 'refused', message: 'Invalid file. Please check file type and size.' };
  }
  const { failure } = reply;
  if (failure.kind === 'auth') return { kind: 'waits', for: 'session' };
  if (failure.kind === 'network') return { kind: 'waits', for: 'network' };
  if (isAboutRefusals(failure)) return { kind: 'refused', message: failure.message };
  // Nothing else is final: a function that fails, or is not there yet, may be mended.
  if (failure.kind === 'refused' && failure.code === 'file_missing')
    return { kind: 'refused', message: failure.message };
  return { kind: 'waits', for: 'check' };
}
