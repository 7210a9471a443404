import type { Transfer, UploadRecord } from '../../sync/client.ts';
import { useLive, useScope, useSyncStatus } from '../engine/live.ts';
import { totalBytes } from './upload-record.ts';

/** The progress of an upload, as it is shown. */
export interface UploadProgress {
  totalBytes: number;
  /** 0 to 1. In another tab's upload it is up to a second old. */
  share: number;
  /** Bytes per second; 0 while unknown, and in another tab's upload. */
  rate: number;
  /** The server does not respond. */
  isSilent: boolean;
  /** This tab sends the upload, or some of it was sent before, or by another tab. */
  hasBegun: boolean;
}

/** The progress of any upload, from its record and this tab's transfer. */
export function useProgressOf(): (record: UploadRecord) => UploadProgress {
  const transfers = useLive(useScope().uploads.transfers);
  const isServerSilent = useSyncStatus((status) => status.isSilent);
  return (record) => progressOf(record, transfers.get(record.id) ?? null, isServerSilent);
}

function progressOf(record: UploadRecord, transfer: Transfer | null, isServerSilent: boolean): UploadProgress {
  const total = totalBytes(record);
  const isAllSent = record.stage.kind === 'creating' || record.stage.kind === 'done';
  const sentBytes = Math.max(transfer?.sentBytes ?? 0, record.sentBytes);
  const share = isAllSent ? 1 : total > 0 ? Math.min(1, sentBytes / total) : 0;
  return {
    totalBytes: total,
    share,
    rate: transfer?.rate ?? 0,
    // Once all bytes are sent, the server's check may take long on a healthy connection, so rely on the sync status.
    isSilent: transfer !== null && (transfer.isSilent || (share === 1 && isServerSilent)),
    hasBegun: transfer !== null || share > 0,
  };
}
