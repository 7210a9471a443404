import type { UploadRecord } from '../../sync/client.ts';
import type { PictureSize } from '../platform/square-picture.ts';
import type { FoundCover } from './tags.ts';
import { emptyForm, type FormErrors, type UploadForm } from './upload-form.ts';
import type { CheckedAudio } from './file-checks.ts';
import type { SameFile } from './same-file.ts';
import { isUnderWay } from './upload-stage.ts';

/** The part of a form's state that its stored record lacks. */
export interface FormState {
  /** The form as typed; null before the first change and after the submit. */
  typed: UploadForm | null;
  cover: Blob | null;
  fromFile: Partial<UploadForm>;
  foundCover: FoundCover | null;
  errors: FormErrors;
}

export const emptyFormState: FormState = { typed: null, cover: null, fromFile: {}, foundCover: null, errors: {} };

export interface Duplicate {
  key: string;
  audio: CheckedAudio;
  same: SameFile;
}

export interface DeskState {
  /** Whether the stored uploads have been read. Before, no form is shown, because a stored upload might replace it. */
  isLoaded: boolean;
  /** The upload of the open form, which is stored once something is typed or chosen. */
  openId: string;
  formStates: ReadonlyMap<string, FormState>;
  /** Drafts whose lock this page holds. */
  held: ReadonlySet<string>;
  /** Pending file checks and writes. The form can be submitted only at 0. */
  checks: number;
  duplicates: readonly Duplicate[];
  cropping: { id: string; picture: Blob; name: string; size: PictureSize } | null;
}

export interface CheckedFile {
  name: string;
  blob: Blob;
  durationMs: number | null;
  /** Whether the bit rate varies; such a file has a frame table at its start. */
  isVariableBitrate?: boolean;
}

/** A submitted upload shows its stored form; a draft shows typed text first. */
export function formOf(record: UploadRecord | null, formState: FormState | undefined, artistName: string): UploadForm {
  if (record && isUnderWay(record)) return record.form;
  return formState?.typed ?? record?.form ?? { ...emptyForm, artistName };
}
