import { deviceTextName } from '../core/names.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { DeviceDatabase } from '../outbox/database.ts';
import { uuidV7 } from '../outbox/uuid.ts';
import type { Views } from './views.ts';

const DEVICE_KEY = 'device-id';

/** Opens the database and answers this device's id. A text in local storage tells an evicted device from a new one (SY-22). */
export async function openDevice(
  device: DeviceDatabase,
  environment: SyncEnvironment,
  owner: string,
  views: Pick<Views, 'patchStatus'>,
): Promise<string> {
  await device.open();
  const seen = deviceTextName(owner);
  const stored = await device.engine.get(DEVICE_KEY);
  if (stored === undefined && environment.localTexts?.get(seen)) views.patchStatus({ storage: 'evicted' });
  try {
    environment.localTexts?.set(seen, '1');
  } catch {
    // Without it an evicted device is taken for a new one.
  }
  if (typeof stored?.value === 'string') return stored.value;
  const value = uuidV7(environment.now());
  await device.engine.put({ key: DEVICE_KEY, value });
  return value;
}
