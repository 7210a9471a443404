import { deviceTextName } from '../core/names.ts';
import { withTimeout } from '../core/timeout.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { DeviceDatabase } from '../outbox/database.ts';
import { uuidV7 } from '../outbox/uuid.ts';
import type { Views } from './views.ts';

const DEVICE_KEY = 'device-id';

/** Opening that takes longer counts as failed, and is repeated later (SY-22). */
const OPEN_MS = 15_000;

/**
 * Opens the person's database, and reports an eviction: an entry in local storage distinguishes an evicted device from a new one (SY-22).
 * @returns the id of this device @throws NoAnswer: in WebKit a sleeping page can block others
 */
export function openDevice(
  device: Pick<DeviceDatabase, 'open' | 'engine'>,
  environment: Pick<SyncEnvironment, 'localTexts' | 'now'>,
  owner: string,
  views: Pick<Views, 'patchStatus'>,
): Promise<string> {
  return withTimeout(OPEN_MS, open(device, environment, owner, views));
}

async function open(
  device: Pick<DeviceDatabase, 'open' | 'engine'>,
  environment: Pick<SyncEnvironment, 'localTexts' | 'now'>,
  owner: string,
  views: Pick<Views, 'patchStatus'>,
): Promise<string> {
  await device.open();
  const seen = deviceTextName(owner);
  const stored = await device.engine.get(DEVICE_KEY);
  if (stored === undefined && environment.localTexts.get(seen)) views.patchStatus({ storage: 'evicted' });
  environment.localTexts.set(seen, '1');
  if (typeof stored?.value === 'string') return stored.value;
  const value = uuidV7(environment.now());
  await device.engine.put({ key: DEVICE_KEY, value });
  return value;
}
