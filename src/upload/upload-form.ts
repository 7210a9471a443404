import type { UploadRecord } from '../../sync/client.ts';
import { DESCRIPTION_MAX } from '../../sync/model/rules.ts';
import { lengthOf } from '../platform/characters.ts';

/** Limits in code points. */
export const TITLE_MAX = 100;
export const ARTIST_MAX = 50;

export type UploadForm = UploadRecord['form'];

export const emptyForm: UploadForm = {
  title: '',
  artistName: '',
  genre: '',
  description: '',
  rightsConfirmed: false,
  radioOptIn: false,
};

export type FormErrors = Partial<Record<'title' | 'artistName' | 'genre' | 'description' | 'audio' | 'cover', string>>;

/** Errors of the typed and chosen fields. Files are checked elsewhere, by their bytes. */
export function formErrors(form: UploadForm): FormErrors {
  const errors: FormErrors = {};
  if (form.title.trim() === '') errors.title = 'Title is required';
  else if (lengthOf(form.title.trim()) > TITLE_MAX) errors.title = `Title must be ${TITLE_MAX} characters or less`;
  if (form.artistName.trim() === '') errors.artistName = 'Artist name is required';
  else if (lengthOf(form.artistName.trim()) > ARTIST_MAX) errors.artistName = 'Artist name too long';
  if (form.genre === '') errors.genre = 'Choose a genre';
  if (lengthOf(form.description) > DESCRIPTION_MAX)
    errors.description = `Description must be ${DESCRIPTION_MAX} characters or less`;
  return errors;
}
