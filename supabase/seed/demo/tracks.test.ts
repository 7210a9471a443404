import { describe, expect, it } from 'vitest';
import { artistId, trackFilePaths, trackId } from '../demo-rows.ts';
import { artists } from './artists.ts';
import { demoId } from './ids.ts';
import { tracks } from './tracks.ts';

describe('The demo content', () => {
  it('has 12 artists, 44 unsponsored and 4 sponsored tracks, and 18 genres (S-17)', () => {
    expect({
      artists: artists.length,
      tracks: tracks.filter((track) => !track.sponsored).length,
      sponsored: tracks.filter((track) => track.sponsored).length,
      genres: new Set(tracks.map((track) => track.genre)).size,
    }).toEqual({ artists: 12, tracks: 44, sponsored: 4, genres: 18 });
  });

  it('has no duplicate title, id, file or cover', () => {
    for (const values of [
      tracks.map((track) => track.title),
      tracks.map(trackId),
      tracks.flatMap((track) => Object.values(trackFilePaths(track))),
      tracks.map((track) => track.cover.join(' ')),
    ])
      expect(new Set(values).size).toBe(values.length);
  });

  it('fits the column limits: at most 60 characters in titles, 50 in names, 500 in bios', () => {
    expect(tracks.filter((track) => track.title.length > 60)).toEqual([]);
    expect(artists.filter((artist) => artist.name.length > 50 || artist.bio.length > 500)).toEqual([]);
  });

  it('has ids that are version 5 UUIDs derived from names', () => {
    expect(demoId('artist velvet-pylon')).toBe(artistId({ key: 'velvet-pylon' }));
    expect(demoId('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
