import { describe, expect, it } from 'vitest';
import { openSoundOwner } from './sound-owner.ts';
import { waitFor } from '../../../tests/support/wait-for.ts';

describe('the sound owner', () => {
  it('is one part of the page at a time, and the other part is notified', () => {
    const { part, assign } = openSoundOwner();
    const notified: string[] = [];
    part.subscribe(() => notified.push(part.get()));
    assign('radio');
    assign('radio');
    assign('player');
    expect(notified).toEqual(['radio', 'player']);
  });

  it('is one page at a time: a page that starts notifies the other pages and not itself', async () => {
    const [first, second] = [openSoundOwner(), openSoundOwner()];
    const notified: string[] = [];
    first.onOtherPage(() => notified.push('first'));
    const stop = second.onOtherPage(() => notified.push('second'));
    first.begin();
    await waitFor(() => expect(notified).toEqual(['second']));
    second.begin();
    await waitFor(() => expect(notified).toEqual(['second', 'first']));
    stop();
    first.begin();
    second.begin();
    await waitFor(() => expect(notified).toEqual(['second', 'first', 'first']));
  });
});
