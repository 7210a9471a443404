import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createLive } from '../../sync/model/live.ts';
import { Button } from '../design/button.tsx';
import { Confirm } from '../design/dialog.tsx';
import { Menu } from '../design/menu.tsx';
import { Popover } from '../design/popover.tsx';
import { Sheet } from '../design/sheet.tsx';
import { useLive } from '../engine/live.ts';
import {
  back,
  button,
  closePage,
  expectDialogs,
  heading,
  Link,
  link,
  menus,
  onLoad,
  openPage,
  questions,
  SheetOpener,
  waitUntilStable,
} from '../testing/layered-page.tsx';

afterEach(closePage);

describe('Back', () => {
  it('closes the topmost of three layers one by one, then leaves the page', async () => {
    await openPage(
      <SheetOpener name="Player">
        <SheetOpener name="Queue">
          <SheetOpener name="Sleep" />
        </SheetOpener>
      </SheetOpener>,
    );
    for (const name of ['Player', 'Queue', 'Sleep']) await button(`Open ${name}`).click();
    await expectDialogs('Player', 'Queue', 'Sleep');
    await back();
    await expectDialogs('Player', 'Queue');
    await back();
    await expectDialogs('Player');
    await back();
    await expectDialogs();
    expect(location.pathname).toBe('/here');
    expect(onLoad).not.toHaveBeenCalled();
    await back();
    await expect.poll(heading).toBe('/before');
  });

  it('pressed twice quickly closes two layers', async () => {
    await openPage(
      <SheetOpener name="Player">
        <SheetOpener name="Queue" />
      </SheetOpener>,
    );
    await button('Open Player').click();
    await button('Open Queue').click();
    await expectDialogs('Player', 'Queue');
    history.back();
    history.back();
    await expectDialogs();
    await waitUntilStable();
    expect(heading()).toBe('/here');
    history.go(-1);
    await expect.poll(heading).toBe('/before');
  });

  it('keeps the scroll position and returns the focus to the opener', async () => {
    await openPage(<SheetOpener name="Player" />);
    await button('Open Player').click();
    await expectDialogs('Player');
    scrollTo(0, 120);
    await back();
    await expectDialogs();
    await expect.element(button('Open Player')).toHaveFocus();
    expect(scrollY).toBe(120);
  });

  it('closes a menu, a popover and a confirmation', async () => {
    function All() {
      const [anchor, setAnchor] = useState<HTMLElement | null>(null);
      const [isConfirming, setConfirming] = useState(false);
      return (
        <>
          <Menu trigger={<Button>More</Button>} items={[{ label: 'Block', onSelect: () => setConfirming(true) }]} />
          <Button onClick={(event) => setAnchor(event.currentTarget)}>Vote</Button>
          {anchor && (
            <Popover label="Your vote" anchor={anchor} onClose={() => setAnchor(null)}>
              Words
            </Popover>
          )}
          {isConfirming && (
            <Confirm
              title="Block?"
              verb="Yes"
              onConfirm={() => setConfirming(false)}
              onCancel={() => setConfirming(false)}
            />
          )}
        </>
      );
    }
    await openPage(<All />);
    await button('More').click();
    await expect.poll(menus).toBe(1);
    await back();
    await expect.poll(menus).toBe(0);
    await expect.element(button('More')).toHaveFocus();
    await button('Vote').click();
    await expectDialogs('Your vote');
    await back();
    await expectDialogs();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await expect.poll(questions).toBe(1);
    await waitUntilStable();
    await back();
    await expect.poll(questions).toBe(0);
    expect(heading()).toBe('/here');
    await back();
    await expect.poll(heading).toBe('/before');
  });

  it('leaves the page if the layer was closed by other means', async () => {
    await openPage(
      <SheetOpener name="Player">
        <SheetOpener name="Queue" />
      </SheetOpener>,
    );
    for (const closeSheet of [
      () => userEvent.keyboard('{Escape}'),
      () => button('Close Player').click(),
      () => userEvent.click(document.body, { position: { x: 20, y: 20 } }),
    ]) {
      await button('Open Player').click();
      await expectDialogs('Player');
      await closeSheet();
      await expectDialogs();
    }
    await button('Open Player').click();
    await button('Open Queue').click();
    await expectDialogs('Player', 'Queue');
    history.go(-2);
    await expectDialogs();
    await waitUntilStable();
    await back();
    await expect.poll(heading).toBe('/before');
  });

  it('returns to the page without layers after a link from a nested layer', async () => {
    const router = await openPage(
      <SheetOpener name="Player">
        <SheetOpener name="Queue">
          <Link to="/next">Artist</Link>
        </SheetOpener>
      </SheetOpener>,
    );
    await button('Open Player').click();
    await button('Open Queue').click();
    await link('Artist').click();
    await expect.poll(heading).toBe('/next');
    await expectDialogs();
    await waitUntilStable();
    expect([location.pathname, router.state.location.pathname]).toEqual(['/next', '/next']);
    await back();
    await expect.poll(heading).toBe('/here');
    await expectDialogs();
    await back();
    await expect.poll(heading).toBe('/before');
    // The layers left no entries in the history.
    history.forward();
    await expect.poll(heading).toBe('/here');
    await waitUntilStable();
    history.forward();
    await expect.poll(heading).toBe('/next');
  });

  it('works after a link that closes its layer first', async () => {
    function Closing() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Open</Button>
          {isOpen && (
            <Sheet title="You" onClose={() => setOpen(false)}>
              <Link to="/next" onClick={() => setOpen(false)}>
                Artist
              </Link>
              <Link to="/here" onClick={() => setOpen(false)}>
                This page
              </Link>
            </Sheet>
          )}
        </>
      );
    }
    await openPage(<Closing />);
    await button('Open').click();
    await link('This page').click();
    await expectDialogs();
    await waitUntilStable();
    await button('Open').click();
    await link('Artist').click();
    await expect.poll(heading).toBe('/next');
    await waitUntilStable();
    await back();
    await expect.poll(heading).toBe('/here');
    await back();
    await expect.poll(heading).toBe('/before');
  });

  it('works if the browser removes the history entry of a closed layer late', async () => {
    const router = await openPage(<SheetOpener name="You" />);
    await button('Open You').click();
    await expectDialogs('You');
    await waitUntilStable();
    const { go } = History.prototype;
    let onWentBack = () => {};
    const wentBack = new Promise<void>((resolve) => (onWentBack = resolve));
    const slow = vi.spyOn(History.prototype, 'go').mockImplementationOnce((delta) => {
      setTimeout(() => {
        go.call(history, delta);
        onWentBack();
      }, 1500);
    });
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => slow.mock.calls).toEqual([[-1]]);
    void router.navigate({ to: '/next' as '.' });
    await wentBack;
    await waitUntilStable();
    expect([location.pathname, heading()]).toEqual(['/next', '/next']);
    await back();
    await expect.poll(heading).toBe('/here');
  });

  it('closes a layer with one press if it opened in place of another layer, or shortly before the other layer closed', async () => {
    function Replacing({ after }: { after: number | null }) {
      const [shown, setShown] = useState<'none' | 'You' | 'both' | 'Messages'>('none');
      const next = () => {
        setShown(after === null ? 'Messages' : 'both');
        if (after !== null) setTimeout(() => setShown('Messages'), after);
      };
      return (
        <>
          <Button onClick={() => setShown('You')}>{`Open ${after}`}</Button>
          {(shown === 'You' || shown === 'both') && (
            <Sheet title="You" onClose={() => setShown('none')}>
              <Button onClick={next}>Go on</Button>
            </Sheet>
          )}
          {(shown === 'Messages' || shown === 'both') && (
            <Sheet title="Messages" onClose={() => setShown('none')}>
              Words
            </Sheet>
          )}
        </>
      );
    }
    await openPage(
      <>
        <Replacing after={null} />
        <Replacing after={30} />
      </>,
    );
    for (const name of ['Open null', 'Open 30']) {
      await button(name).click();
      await button('Go on').click();
      await expectDialogs('Messages');
      await waitUntilStable();
      await back();
      await expectDialogs();
    }
    await back();
    await expect.poll(heading).toBe('/before');
  });

  it('does not close a busy layer, but closes it afterwards', async () => {
    let isBusy = true;
    await openPage(<SheetOpener name="Buying" onClose={(close) => !isBusy && close()} />);
    await button('Open Buying').click();
    await expectDialogs('Buying');
    await back();
    await back();
    await expectDialogs('Buying');
    expect(heading()).toBe('/here');
    isBusy = false;
    await back();
    await expectDialogs();
    await back();
    await expect.poll(heading).toBe('/before');
  });

  it('works on a page whose address changed under a layer', async () => {
    const router = await openPage(<SheetOpener name="Filter" />);
    await button('Open Filter').click();
    await expectDialogs('Filter');
    await router.navigate({ to: '/here', search: { q: 'dub' }, replace: true } as never);
    await waitUntilStable();
    await expectDialogs('Filter');
    await back();
    await expectDialogs();
    expect(location.search).toBe('?q=dub');
    await back();
    await expect.poll(heading).toBe('/before');
  });
});

it('Forward does not reopen a closed layer and stays on the page', async () => {
  await openPage(<SheetOpener name="Player" />);
  await button('Open Player').click();
  await expectDialogs('Player');
  await back();
  await expectDialogs();
  history.forward();
  await waitUntilStable();
  await expectDialogs();
  expect(heading()).toBe('/here');
  expect(onLoad).not.toHaveBeenCalled();
  await back();
  await expect.poll(heading).toBe('/before');
});

it('a layer that unmounts without closing removes its history entry', async () => {
  const isMounted = createLive(true);
  function Part() {
    return useLive(isMounted) && <SheetOpener name="Part" />;
  }
  await openPage(<Part />);
  await button('Open Part').click();
  await expectDialogs('Part');
  isMounted.set(false);
  await expectDialogs();
  await waitUntilStable();
  await back();
  await expect.poll(heading).toBe('/before');
});

it('history.replaceState without an address keeps the hash, which carries the token of an e-mail link', () => {
  history.replaceState(history.state, '', '#token_hash=a&type=signup');
  history.replaceState({ ...history.state, seen: true }, '');
  expect(location.hash).toBe('#token_hash=a&type=signup');
});
