import { expect, it } from 'vitest';
import { followLaunches } from './launch.ts';

const HOME = 'https://music.example.com';

function open(loadedAt: string | null) {
  const went: string[] = [];
  let launch: (params: { targetURL?: string }) => void = () => undefined;
  followLaunches({ setConsumer: (consumer) => void (launch = consumer) }, HOME, loadedAt, (path) => went.push(path));
  return {
    went,
    launch: (path: string) => launch({ targetURL: HOME + path }),
    other: (targetURL: string) => launch({ targetURL }),
  };
}

it('navigates the open window to the page of each launched shortcut or link', () => {
  const { went, launch } = open(`${HOME}/upload`);
  launch('/upload');
  expect(went).toEqual([]);
  launch('/upload');
  launch('/track/a?x=1#y');
  expect(went).toEqual(['/upload', '/track/a?x=1#y']);
});

it('stays on the page when the app itself is launched, and ignores other origins', () => {
  const { went, launch, other } = open(null);
  launch('/explore');
  other('https://elsewhere.example.com/upload');
  expect(went).toEqual([]);
  launch('/explore?genre=Techno');
  expect(went).toEqual(['/explore?genre=Techno']);
});

it('works without a launch queue', () => {
  expect(() => followLaunches(undefined, HOME, null, () => undefined)).not.toThrow();
});
