import type { UploadRecord } from '../../sync/client.ts';
import type { PictureSize } from '../platform/square-picture.ts';
import type { FoundCover } from './read-tags.ts';
import { emptyForm, type FormErrors, type UploadForm } from './upload-form.ts';
import type { TakenAudio } from './file-checks.ts';
import type { SameFile } from './same-file.ts';
import { isUnderWay } from './upload-stage.ts';

/** One upload on the desk: what this page knows of it beside the device's record. */
export interface Sheet {
  /** What was typed here; null while it is as the device has it. Another tab never writes a draft that is open here. */
  typed: UploadForm | null;
  cover: Blob | null;
  /** What its file said, as it was put into the form. */
  fromFile: Partial<UploadForm>;
  foundCover: FoundCover | null;
  errors: FormErrors;
}

export const emptySheet: Sheet = { typed: null, cover: null, fromFile: {}, foundCover: null, errors: {} };

/** An MP3 that was chosen and is already somewhere. */
export interface Repeated {
  key: string;
  audio: TakenAudio;
  same: SameFile;
}

export interface DeskState {
  /** Whether the device has told which upload to show; until then no form stands, which would be taken away again. */
  isFound: boolean;
  /** The upload whose form is shown; it is on the device once something was typed or chosen. */
  openId: string;
  sheets: ReadonlyMap<string, Sheet>;
  /** Drafts that this page holds; another tab's are its own. */
  held: ReadonlySet<string>;
  /** Files that are being looked at, and the press that is being kept: the form goes with all of them or not at all. */
  checks: number;
  /** MP3s that are already somewhere, until the person says what becomes of them. */
  repeated: readonly Repeated[];
  /** A picture that waits for its square. */
  cropping: { id: string; picture: Blob; name: string; size: PictureSize } | null;
}

/** A file that was looked at and may be sent. */
export interface TakenFile {
  name: string;
  blob: Blob;
  durationMs: number | null;
  /** An MP3 with a table of its frames in front. */
  isVarying?: boolean;
}

/** What a form shows: as typed here, else as the device has it, else as it begins. */
export function formOf(record: UploadRecord | null, sheet: Sheet | undefined, artistName: string): UploadForm {
  if (record && isUnderWay(record)) return record.form;
  return sheet?.typed ?? record?.form ?? { ...emptyForm, artistName };
}
