import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../../sync/client.ts';
import { markViewed, requestBadgeCount } from './last-viewed.ts';

const request = (partnerId: string, change: Partial<ConnectionView> = {}): ConnectionView => ({
  partnerId,
  partner: null,
  status: 'pending',
  direction: 'received',
  isPending: false,
  updatedAt: '2027-01-01T00:00:00Z',
  ...change,
});

function viewedAfter(connections: readonly ConnectionView[]): { key: string; text: string } {
  let written = { key: '', text: '' };
  const device = {
    get: async () => undefined,
    put: async () => undefined,
    text: () => null,
    setText: (key: string, text: string) => {
      written = { key, text };
      return true;
    },
  };
  markViewed({ device }, connections, 1000);
  return written;
}

describe('requestBadgeCount', () => {
  it('counts only pending requests to this person', () => {
    const all = [
      request('a'),
      request('b', { direction: 'sent' }),
      request('c', { status: 'accepted' }),
      request('d', { status: 'declined' }),
      request('e'),
    ];
    expect(requestBadgeCount(all, null)).toBe(2);
  });

  it('is 0 while the requests are the last viewed ones, and counts all of them after one is added or removed', () => {
    const { key, text } = viewedAfter([request('a'), request('b')]);
    expect(key).toBe('last_viewed_connections');
    expect(JSON.parse(text)).toEqual({ ids: ['a', 'b'], timestamp: 1000 });
    expect(requestBadgeCount([request('b'), request('a')], text)).toBe(0);
    expect(requestBadgeCount([request('a'), request('b'), request('c')], text)).toBe(3);
    expect(requestBadgeCount([request('a'), request('c')], text)).toBe(2);
    expect(requestBadgeCount([request('a')], text)).toBe(1);
  });

  it('counts all requests if the stored text cannot be parsed', () => {
    expect(requestBadgeCount([request('a')], 'not json')).toBe(1);
    expect(requestBadgeCount([request('a')], '{"ids":"a"}')).toBe(1);
    expect(requestBadgeCount([], 'not json')).toBe(0);
  });
});
