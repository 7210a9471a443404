import type { Transfer, UploadRecord } from '../../sync/client.ts';
import { useLive, useScope, useSyncStatus } from '../engine/live.ts';
import { totalBytes } from './upload-record.ts';

export interface UploadProgress {
  totalBytes: number;
  /** 0 to 1. Up to a second old for an upload of another tab. */
  share: number;
  /** Bytes per second; 0 while unknown, and for an upload of another tab. */
  rate: number;
  /** Whether no bytes move, or, after the last byte, the server does not respond. */
  isSilent: boolean;
  /** Whether some bytes are sent, or this tab is sending. */
  hasBegun: boolean;
}

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
    // After the last byte the server's check may take long, so only the sync status shows whether the server is silent.
    isSilent: transfer !== null && (transfer.isSilent || (share === 1 && isServerSilent)),
    hasBegun: transfer !== null || share > 0,
  };
}
