import { describe, expect, it } from 'vitest';
import { emptyForm, formErrors } from './upload-form.ts';

const filled = {
  ...emptyForm,
  title: 'Slack Water',
  artistName: 'Ines Calder',
  genre: 'Ambient',
  rightsConfirmed: true,
};

describe('the upload form', () => {
  it('requires title, artist and genre', () => {
    expect(formErrors(emptyForm)).toEqual({
      title: 'Title is required',
      artistName: 'Artist name is required',
      genre: 'Choose a genre',
    });
    expect(formErrors(filled)).toEqual({});
  });
  it('limits title, artist and description to 100, 50 and 1000 characters', () => {
    expect(
      formErrors({ ...filled, title: 'x'.repeat(100), artistName: 'x'.repeat(50), description: 'x'.repeat(1000) }),
    ).toEqual({});
    expect(
      formErrors({ ...filled, title: 'x'.repeat(101), artistName: 'x'.repeat(51), description: 'x'.repeat(1001) }),
    ).toEqual({
      title: 'Title must be 100 characters or less',
      artistName: 'Artist name too long',
      description: 'Description must be 1000 characters or less',
    });
  });
});
