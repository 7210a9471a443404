import { expect, it } from 'vitest';
import { personFigures } from './person-figures.ts';

const tracks = [{ play_count: 3 }, { play_count: 4 }];

it('[SY-36] the figures of a person are the server’s or the device’s, whichever are higher', () => {
  expect(personFigures({ track_count: 700, total_plays: 5 }, tracks)).toEqual({ tracks: 700, plays: 7 });
  expect(personFigures({ track_count: 1, total_plays: 9 }, tracks)).toEqual({ tracks: 2, plays: 9 });
  expect(personFigures({}, tracks)).toEqual({ tracks: 2, plays: 7 });
});
