import { resolve } from 'node:path';
import type { BackupPlace } from './backup-place.ts';
import { openFolderPlace } from './folder-place.ts';
import { openS3Place } from './s3-place.ts';
import { readS3Settings } from './s3-settings.ts';

/** @param address a folder, or s3://BUCKET/PREFIX with the keys in `env`. @throws StartError for malformed settings */
export function openPlace(address: string, env: NodeJS.ProcessEnv): BackupPlace {
  if (/^s3:/i.test(address)) return openS3Place(readS3Settings(address, env));
  return openFolderPlace(resolve(address));
}
