import { expect, it } from 'vitest';
import { isAppPage } from './app-pages.ts';

it('[S-33] the shell answers the pages of the app and no path of the server', () => {
  const pages = [
    '/',
    '/explore',
    '/auth',
    '/auth/callback',
    '/radio',
    '/store',
    '/profile/1',
    '/authors',
    '/restless',
  ].concat(['rest/x', 'auth/v1/x', 'radio/x', 'healthz', '.well-known/x'].map((path) => `/profile/${path}`));
  const server = [
    '/auth/v1/verify',
    '/auth/v1',
    '/rest',
    '/rest/v1/tracks',
    '/storage/v1/object/public/tracks/a',
    '/realtime/v1/websocket',
    '/functions/v1/validate-beta-passcode',
    '/radio/stream.mp3',
    '/mailbox',
    '/healthz',
    '/metrics',
    '/errors',
    '/.well-known/undercurrent.json',
  ];
  expect(pages.filter((path) => !isAppPage(path))).toEqual([]);
  expect(server.filter(isAppPage)).toEqual([]);
});
