import { expect, it } from 'vitest';
import { problemOfName } from './playlist-name.ts';

it.each([
  ['', 'A playlist needs a name.'],
  ['\u200b\u202e', 'A playlist needs a name.'],
  ['🎧'.repeat(61), 'The name of a playlist must be 60 characters or less.'],
  ['🎧'.repeat(60), undefined],
  ['\u202eRain', undefined],
])('a playlist named %j: %s', (name, problem) => {
  expect(problemOfName(name)?.text).toBe(problem);
});
