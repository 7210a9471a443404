import type { UploadRecord } from '../../sync/client.ts';
import type { PictureSize } from '../platform/square-picture.ts';
import type { FoundCover } from './read-tags.ts';
import { emptyForm, type FormErrors, type UploadForm } from './upload-form.ts';
import type { CheckedAudio } from './file-checks.ts';
import type { SameFile } from './same-file.ts';
import { isUnderWay } from './upload-stage.ts';

/** This page's state of one upload, beside the stored record. */
export interface Sheet {
  /** The form as typed here; null before the first change and after the submit. No other tab writes a draft held here. */
  typed: UploadForm | null;
  cover: Blob | null;
  /** The values taken from the file's tags or name. */
  fromFile: Partial<UploadForm>;
  foundCover: FoundCover | null;
  errors: FormErrors;
}

export const emptySheet: Sheet = { typed: null, cover: null, fromFile: {}, foundCover: null, errors: {} };

/** A chosen MP3 that is a duplicate of another upload or track. */
export interface Duplicate {
  key: string;
  audio: CheckedAudio;
  same: SameFile;
}

export interface DeskState {
  /** Whether the stored uploads are loaded; until then no form is shown, because it might be replaced. */
  isLoaded: boolean;
  /** Id of the upload whose form is shown; it is stored once something is typed or chosen. */
  openId: string;
  sheets: ReadonlyMap<string, Sheet>;
  /** Ids of the drafts whose lock this page holds; other tabs hold theirs. */
  held: ReadonlySet<string>;
  /** Number of pending file checks and writes. The form can be submitted only at 0. */
  checks: number;
  /** Duplicate MP3s that await the person's decision. */
  duplicates: readonly Duplicate[];
  /** A picture that awaits its crop. */
  cropping: { id: string; picture: Blob; name: string; size: PictureSize } | null;
}

/** A file that passed its checks. */
export interface CheckedFile {
  name: string;
  blob: Blob;
  durationMs: number | null;
  /** An MP3 of variable bitrate, with a frame table at its start. */
  isVariableBitrate?: boolean;
}

/** The form to show: the stored one while the upload is under way, otherwise as typed here, as stored, or an empty one. */
export function formOf(record: UploadRecord | null, sheet: Sheet | undefined, artistName: string): UploadForm {
  if (record && isUnderWay(record)) return record.form;
  return sheet?.typed ?? record?.form ?? { ...emptyForm, artistName };
}
