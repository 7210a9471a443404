import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { UploadApi } from '../../sync/client.ts';
import { useLive, useScope } from '../engine/live.ts';
import { renderFor } from '../testing/scope-test.tsx';
import { uploadDevice, uploadOf } from '../testing/upload-device.ts';
import { UploadProgressLines } from './progress-lines.tsx';
import { driveUploads } from './upload-driver.ts';

let stop = () => {};
afterEach(() => stop());

function Uploads() {
  const { records } = useScope().uploads;
  return useLive(records)?.map((record) => <UploadProgressLines key={record.id} record={record} label="Upload" />);
}

type Sent = Awaited<ReturnType<UploadApi['send']>>;

async function render(send: () => Sent) {
  const device = uploadDevice([uploadOf('one')], { send: () => Promise.resolve(send()) });
  await renderFor(device.scope, <Uploads />);
  stop = driveUploads(device.scope);
  return device;
}

const said = (text: string) => expect.element(page.getByText(text)).toBeVisible();

describe('an upload that waits', () => {
  it('says that the server has no room, and continues once it has room', async () => {
    let isFull = true;
    const device = await render(() => (isFull ? { kind: 'waits', for: 'room' } : { kind: 'up' }));
    await said('The server has no room at the moment. It goes on by itself.');
    isFull = false;
    // Without this event the next attempt would come only after ten seconds.
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => device.queued).toHaveLength(1);
    expect(page.getByText('no room').query()).toBeNull();
  });

  it.each([
    ['network', 'Waiting to send'],
    ['session', 'Waiting to send'],
    ['check', 'The server has not checked it yet. It goes on by itself.'],
  ] as const)('says so while it waits for the %s', async (reason, text) => {
    await render(() => ({ kind: 'waits', for: reason }));
    await said(text);
  });
});
