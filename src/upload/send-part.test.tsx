import { expect, it, vi } from 'vitest';
import { sendPart } from './send-part.ts';

const body = new Blob([new Uint8Array(100_000)]);
const part = (signal: AbortSignal) => ({ headers: { 'upload-offset': '0' }, body, signal, onProgress: vi.fn() });

it('sendPart() resolves with the same response as fetch, and reports its progress', async () => {
  const sent = part(new AbortController().signal);
  const [answer, asFetch] = [await sendPart('/no-such-part', sent), await fetch('/no-such-part', { method: 'PATCH' })];
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    asFetch.status,
    asFetch.headers.get('content-type'),
  ]);
  expect(sent.onProgress).toHaveBeenLastCalledWith(body.size);
});

it('sendPart() is aborted by its signal', async () => {
  const ending = new AbortController();
  const sending = sendPart('/no-such-part', part(ending.signal));
  ending.abort();
  await expect(sending).rejects.toThrow('could not be sent');
  await expect(sendPart('/no-such-part', part(ending.signal))).rejects.toThrow('could not be sent');
});
