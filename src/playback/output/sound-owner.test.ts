import { describe, expect, it, vi } from 'vitest';
import { openSoundOwner } from './sound-owner.ts';

describe('the sound owner', () => {
  it('is one part of the page at a time, and the other part is notified', () => {
    const { part, give } = openSoundOwner();
    const heard: string[] = [];
    part.subscribe(() => heard.push(part.get()));
    give('radio');
    give('radio');
    give('player');
    expect(heard).toEqual(['radio', 'player']);
  });

  it('is one page at a time: a page that starts notifies the other pages and not itself', async () => {
    const [here, there] = [openSoundOwner(), openSoundOwner()];
    const heard: string[] = [];
    here.onOtherPage(() => heard.push('here'));
    const stop = there.onOtherPage(() => heard.push('there'));
    here.begin();
    await vi.waitFor(() => expect(heard).toEqual(['there']));
    there.begin();
    await vi.waitFor(() => expect(heard).toEqual(['there', 'here']));
    stop();
    here.begin();
    there.begin();
    await vi.waitFor(() => expect(heard).toEqual(['there', 'here', 'here']));
  });
});
