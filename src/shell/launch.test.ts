import { expect, it } from 'vitest';
import { followLaunches } from './launch.ts';

const ORIGIN = 'https://music.example.com';

function open(loadedAt: string | null) {
  const paths: string[] = [];
  let launch: (params: { targetURL?: string }) => void = () => undefined;
  followLaunches({ setConsumer: (consumer) => void (launch = consumer) }, ORIGIN, loadedAt, (path) => paths.push(path));
  return {
    paths,
    launch: (path: string) => launch({ targetURL: ORIGIN + path }),
    launchUrl: (targetURL: string) => launch({ targetURL }),
  };
}

it('a launched shortcut or link navigates the open window to its page, except the launch that loaded the window', () => {
  const { paths, launch } = open(`${ORIGIN}/upload`);
  launch('/upload');
  expect(paths).toEqual([]);
  launch('/upload');
  launch('/track/a?x=1#y');
  expect(paths).toEqual(['/upload', '/track/a?x=1#y']);
});

it('a launch of the app itself keeps the page, and launches of other origins are ignored', () => {
  const { paths, launch, launchUrl } = open(null);
  launch('/explore');
  launchUrl('https://elsewhere.example.com/upload');
  expect(paths).toEqual([]);
  launch('/explore?genre=Techno');
  expect(paths).toEqual(['/explore?genre=Techno']);
});

it('followLaunches() works without a launch queue', () => {
  expect(() => followLaunches(undefined, ORIGIN, null, () => undefined)).not.toThrow();
});
