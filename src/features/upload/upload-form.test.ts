import { describe, expect, it } from 'vitest';
import { emptyForm, formErrors, newRecord } from './upload-form.ts';

const filled = {
  ...emptyForm,
  title: 'Slack Water',
  artistName: 'Ines Calder',
  genre: 'Ambient',
  rightsConfirmed: true,
};

describe('the upload form', () => {
  it('asks for title, artist and genre', () => {
    expect(formErrors(emptyForm)).toEqual({
      title: 'Title is required',
      artistName: 'Artist name is required',
      genre: 'Choose a genre',
    });
    expect(formErrors(filled)).toEqual({});
  });
  it('takes 100, 50 and 1000 characters and no more', () => {
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
  it('puts both files under the own folder, with the type that the bytes have', () => {
    const record = newRecord(
      'user-1',
      filled,
      new File(['x'], 'a.m4a', { type: '' }),
      new File(['y'], 'c.jpeg', { type: 'image/jpeg' }),
    );
    expect(record.audio.path).toMatch(/^user-1\/\d+-[0-9a-f]{8}\.mp3$/);
    expect(record.cover?.path).toMatch(/^user-1\/\d+-[0-9a-f]{8}\.jpg$/);
    expect(record.audio.blob.type).toBe('audio/mpeg');
  });
});
