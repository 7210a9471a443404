import { describe, expect, it } from 'vitest';
import { audio, heldNetwork, setup } from '../../tests/sync/support/kept.ts';

describe('[S-60] A kept list', () => {
  it('fetches its new tracks, and removes those that it no longer contains, but not what the person requested', async () => {
    const { kept, settled, cached } = setup();
    await kept.keep('t1');
    await kept.keepListed(['t1', 't2', 't3'], true);
    await settled('t1 kept', 't2 kept', 't3 kept');
    await kept.keepListed(['t3', 't4'], false);
    await kept.removeUnlisted(['t3', 't4']);
    await settled('t1 kept', 't3 kept', 't4 kept');
    expect(cached()).toEqual(['t1', 't3', 't4']);
    await kept.removeUnlisted([]);
    await settled('t1 kept');
  });

  it('does not remove a track that the person requested after the list did, also while the file is being fetched', async () => {
    const network = heldNetwork();
    const { kept, settled } = setup({ fetch: network.fetch });
    await kept.keepListed(['t1', 't2'], true);
    await network.open('t1', 't2');
    await kept.keepAll(['t1']);
    network.next()?.answer(audio());
    network.next()?.answer(audio());
    await settled('t1 kept', 't2 kept');
    await kept.keepAll(['t2']);
    await kept.removeUnlisted([]);
    await settled('t1 kept', 't2 kept');
  });

  it('does not fetch again what the person removed, also after a reload, until the person turns the list on again', async () => {
    const first = setup();
    await first.kept.keepListed(['t1', 't2'], true);
    await first.settled('t1 kept', 't2 kept');
    await first.kept.remove('t1');
    await first.kept.keepListed(['t1', 't2'], false);
    await first.settled('t2 kept');
    await first.kept.close();
    const second = setup({}, first.device);
    await second.kept.keepListed(['t1', 't2'], false);
    await second.settled('t2 kept');
    expect([second.asked, second.cached()]).toEqual([[], ['t2']]);
    await second.kept.keepListed(['t1', 't2'], true);
    await second.settled('t1 kept', 't2 kept');
    await second.kept.removeUnlisted([]);
    await second.settled();
    expect([...second.index.keys()]).toEqual([]);
  });

  it('forgets that the person removed a track once no list contains the track', async () => {
    const { kept, settled } = setup();
    await kept.keepListed(['t1'], true);
    await settled('t1 kept');
    await kept.remove('t1');
    await kept.removeUnlisted([]);
    await kept.keepListed(['t1'], false);
    await settled('t1 kept');
  });

  it('leaves a removed track removed after the track was played and its copy left the device', async () => {
    const { kept, settled, index } = setup();
    await kept.keepListed(['t1'], true);
    await settled('t1 kept');
    await kept.remove('t1');
    await kept.keepPlayed('t1');
    expect(index.get('t1')).toMatchObject({ bytes: 10, asked: false });
    await kept.remove('t1');
    await kept.keepListed(['t1'], false);
    await settled();
  });

  it('keeps a track that was on the device only because it was played', async () => {
    const { kept, states, asked } = setup();
    await kept.keepPlayed('t1');
    await kept.keepListed(['t1'], false);
    expect(states.get().get('t1')).toMatchObject({ kind: 'kept', asked: true });
    expect(asked).toEqual(['t1']);
  });

  it('[SY-23] waits while the browser’s data saver is on, unless the person turns the list on in this visit', async () => {
    const { kept, settled } = setup({ saveData: () => true });
    await kept.keepListed(['t1'], false);
    await settled('t1 waiting data');
    await kept.keepListed(['t1', 't2'], true);
    await settled('t1 kept', 't2 kept');
  });

  it('asks the browser to keep the storage only when the person asks', async () => {
    let requests = 0;
    const storage = {
      estimate: () => Promise.resolve({}),
      persist: () => {
        requests += 1;
        return Promise.resolve(true);
      },
    };
    const { kept, settled } = setup({ storage });
    await kept.keepListed(['t1'], false);
    await settled('t1 kept');
    expect(requests).toBe(0);
    await kept.keepListed(['t1'], true);
    expect(requests).toBe(1);
  });
});
