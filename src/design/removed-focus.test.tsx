import { type ReactNode, useEffect, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dismissToast, toast } from '../engine/toast.ts';
import { renderUi } from '../testing/ui-test.tsx';
import { List } from './list-row.tsx';
import { Sheet } from './sheet.tsx';
import { Toaster } from './toaster.tsx';
import { WindowedGrid } from './windowed-grid.tsx';
import { WindowedList } from './windowed-list.tsx';
import { WindowedPane } from './windowed-pane.tsx';

const self = (name: string) => name;
const button = (name: string) => page.getByRole('button', { name, exact: true });

const lists: Record<string, (names: readonly string[], children: (name: string) => ReactNode) => ReactNode> = {
  'a plain list': (names, children) => (
    <List aria-label="Names">
      {names.map((name) => (
        <li key={name} data-item={name}>
          {children(name)}
        </li>
      ))}
    </List>
  ),
  'a windowed list': (names, children) => (
    <WindowedList label="Names" items={names} keyOf={self} rowHeight={60}>
      {children}
    </WindowedList>
  ),
  'a windowed grid': (names, children) => (
    <WindowedGrid
      label="Names"
      items={names}
      keyOf={self}
      columnsOf={() => ({ count: 2, gapX: 0, gapY: 0 })}
      heightOf={() => 60}
    >
      {children}
    </WindowedGrid>
  ),
  'a pane': (names, children) => (
    <div style={{ display: 'flex', height: 300 }}>
      <WindowedPane label="Names" items={names} keyOf={self} rowHeight={60}>
        {children}
      </WindowedPane>
    </div>
  ),
};

/** Sets the names of the list that is shown. */
let show: (change: (names: readonly string[]) => readonly string[]) => void;

interface PageProps {
  kind: string;
  names: readonly string[];
  /** A dialog asks before a removal, which happens some time after the press, as an action that is stored first. */
  asks?: boolean;
}

function Page({ kind, names, asks = false }: PageProps) {
  const [items, setItems] = useState(names);
  const [opened, setOpened] = useState<string | null>(null);
  useEffect(() => {
    show = setItems;
  }, []);
  const remove = (name: string) => setItems((all) => all.filter((other) => other !== name));
  return (
    <>
      <main>
        <h1>{items.length === 0 ? 'Nothing' : 'Names'}</h1>
        {items.length > 0 &&
          lists[kind]?.(items, (name) => (
            <>
              {name !== 'Cid' && <button>Play {name}</button>}
              <button onClick={() => (asks ? setOpened(name) : remove(name))}>Remove {name}</button>
            </>
          ))}
        <button>After</button>
      </main>
      {opened !== null && (
        <Sheet title="Really?" onClose={() => setOpened(null)}>
          <button
            onClick={() => {
              setTimeout(() => remove(opened));
              setOpened(null);
            }}
          >
            Yes
          </button>
        </Sheet>
      )}
      <Toaster />
    </>
  );
}

async function focusAndPress(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  button(name).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button(name)).not.toBeInTheDocument();
}

beforeEach(() => window.scrollTo(0, 0));

describe.for(Object.keys(lists))('in %s', (kind) => {
  it('a removed row leaves the focus to the same control of the next row, the last row to the one before, the only one to the heading', async () => {
    await renderUi(<Page kind={kind} names={['Ann', 'Bo', 'Cid', 'Dee']} />);
    await focusAndPress('Remove Bo');
    // Its row has another number of controls.
    await expect.element(button('Remove Cid')).toHaveFocus();
    await focusAndPress('Remove Dee');
    await expect.element(button('Remove Cid')).toHaveFocus();
    await focusAndPress('Remove Cid');
    await expect.element(button('Remove Ann')).toHaveFocus();
    await focusAndPress('Remove Ann');
    await expect.element(page.getByRole('heading', { name: 'Nothing' })).toHaveFocus();
  });

  it('a row that comes back has the focus again if the person has not moved it', async () => {
    await renderUi(<Page kind={kind} names={['Ann', 'Bo', 'Dee']} />);
    await focusAndPress('Remove Bo');
    await expect.element(button('Remove Dee')).toHaveFocus();
    show(() => ['Ann', 'Bo', 'Dee']);
    await expect.element(button('Remove Bo')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Remove Dee')).toHaveFocus();
    button('Play Ann').element().focus();
    show(() => ['Ann', 'Bo', 'Dee']);
    await expect.element(button('Remove Bo')).toBeVisible();
    await expect.element(button('Play Ann')).toHaveFocus();
  });

  it('Undo gives the focus back to the row, also in a list that was empty', async () => {
    await renderUi(<Page kind={kind} names={['Ann']} />);
    await focusAndPress('Remove Ann');
    await expect.element(page.getByRole('heading', { name: 'Nothing' })).toHaveFocus();
    const run = () => {
      dismissToast('removed');
      setTimeout(() => show(() => ['Ann']));
    };
    toast({ id: 'removed', kind: 'success', title: 'Removed', action: { label: 'Undo', run } });
    await focusAndPress('Undo');
    await expect.element(button('Remove Ann')).toHaveFocus();
  });

  it('the focus goes on from a row that is removed after its dialog has closed, or while it is open', async () => {
    await renderUi(<Page kind={kind} names={['Ann', 'Bo', 'Dee', 'Eve']} asks />);
    await expect.element(button('Remove Bo')).toBeVisible();
    button('Remove Bo').element().focus();
    await userEvent.keyboard('{Enter}');
    await focusAndPress('Yes');
    await expect.element(button('Remove Bo')).not.toBeInTheDocument();
    await expect.element(button('Remove Dee')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Yes')).toHaveFocus();
    show(() => ['Ann', 'Eve']);
    await expect.element(page.getByText('Remove Dee')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Remove Eve')).toHaveFocus();
  });

  it('a row that is only scrolled away leaves the focus to no other row', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `Name ${i}`);
    await renderUi(<Page kind={kind} names={names} />);
    if (kind === 'a plain list') return;
    const first = button('Remove Name 0');
    await expect.element(first).toBeVisible();
    first.element().focus({ preventScroll: true });
    const box = page.getByRole('list', { name: 'Names' }).element().parentElement;
    if (kind === 'a pane') box?.scrollTo(0, 3000);
    else window.scrollTo(0, 3000);
    await expect.element(first).not.toBeInTheDocument();
    expect(document.activeElement).toBe(document.body);
  });

  it('a press by pointer moves the focus without a ring, and scrolls nothing', async () => {
    await renderUi(<Page kind={kind} names={['Ann', 'Bo', 'Dee']} />);
    await button('Remove Bo').click();
    await expect.element(button('Remove Dee')).toHaveFocus();
    expect(document.querySelector(':focus-visible')).toBeNull();
    expect(window.scrollY).toBe(0);
  });
});

it('a held Enter removes one row only', async () => {
  await renderUi(<Page kind="a plain list" names={['Ann', 'Bo', 'Dee']} />);
  await expect.element(button('Remove Ann')).toBeVisible();
  button('Remove Ann').element().focus();
  await userEvent.keyboard('{Enter>3}{/Enter}');
  await expect.element(button('Remove Bo')).toHaveFocus();
});

it('a control that is removed from a row leaves the focus to the row, in a dialog to the dialog', async () => {
  const Parts = ({ isSent }: { isSent: boolean }) => (
    <main>
      <h1>Uploads</h1>
      <List>
        <li>{isSent ? <a href="#cancel">Cancel</a> : <button>Send</button>}</li>
        <li>
          <button>Other</button>
        </li>
      </List>
    </main>
  );
  const screen = await renderUi(<Parts isSent={false} />);
  button('Send').element().focus();
  await screen.rerender(<Parts isSent />);
  await expect.element(page.getByRole('link', { name: 'Cancel' })).toHaveFocus();
  const sheet = (isSent: boolean) => (
    <Sheet title="Sheet" onClose={() => undefined}>
      {isSent ? <p>Sent</p> : <button>Send</button>}
    </Sheet>
  );
  await screen.rerender(sheet(false));
  await expect.element(button('Send')).toHaveFocus();
  await screen.rerender(sheet(true));
  await expect.element(page.getByRole('dialog', { name: 'Sheet' })).toHaveFocus();
});

it('after Undo or Close of a toast without a removed row, the heading has the focus', async () => {
  await renderUi(<Page kind="a plain list" names={['Ann']} />);
  for (const name of ['Undo', 'Close']) {
    toast({
      id: 'removed',
      kind: 'success',
      title: 'Removed',
      action: { label: 'Undo', run: () => dismissToast('removed') },
    });
    await focusAndPress(name);
    await expect.element(page.getByRole('heading', { name: 'Names' })).toHaveFocus();
  }
});
