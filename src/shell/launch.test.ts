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

it('leads the window that is there to the page of a shortcut or a link, each time', () => {
  const { went, launch } = open(`${HOME}/upload`);
  launch('/upload');
  expect(went).toEqual([]);
  launch('/upload');
  launch('/track/a?x=1#y');
  expect(went).toEqual(['/upload', '/track/a?x=1#y']);
});

it('leaves it where it is when the app itself is launched, and follows no other site', () => {
  const { went, launch, other } = open(null);
  launch('/explore');
  other('https://elsewhere.example.com/upload');
  expect(went).toEqual([]);
  launch('/explore?genre=Techno');
  expect(went).toEqual(['/explore?genre=Techno']);
});

it('asks nothing of a browser that tells of no launches', () => {
  expect(() => followLaunches(undefined, HOME, null, () => undefined)).not.toThrow();
});
