import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dismissToast, toast } from '../engine/toast.ts';
import { renderUi } from '../testing/ui-test.tsx';
import { Sheet } from './sheet.tsx';
import { Toaster } from './toaster.tsx';
import { useFocusWhenEmptied } from './use-focus-when-emptied.ts';
import { WindowedList } from './windowed-list.tsx';

const self = (name: string) => name;

/** A list whose rows are removed from a sheet, some time after the press, as by an action that is stored first. */
function Page({ names }: { names: readonly string[] }) {
  const [items, setItems] = useState(names);
  const [opened, setOpened] = useState<string | null>(null);
  useFocusWhenEmptied(items.length === 0);
  const remove = () => {
    const gone = opened;
    setTimeout(() => setItems((all) => all.filter((name) => name !== gone)));
    setOpened(null);
  };
  return (
    <main>
      <h1>{items.length === 0 ? 'Nothing' : 'Names'}</h1>
      {items.length > 0 && (
        <WindowedList label="Names" items={items} keyOf={self} rowHeight={60}>
          {(name) => <button onClick={() => setOpened(name)}>More for {name}</button>}
        </WindowedList>
      )}
      {opened !== null && (
        <Sheet title="More" onClose={() => setOpened(null)}>
          <button onClick={remove}>Remove</button>
        </Sheet>
      )}
    </main>
  );
}

const more = (name: string) => page.getByRole('button', { name: `More for ${name}` });

async function removeByKeyboard(name: string): Promise<void> {
  await expect.element(more(name)).toBeVisible();
  more(name).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(more(name)).not.toBeInTheDocument();
}

it('after an item was removed, the heading has the focus, also after the last item', async () => {
  await renderUi(<Page names={['Ann', 'Bo', 'Cid']} />);
  const heading = page.getByRole('heading', { name: 'Names' });
  for (const name of ['Bo', 'Cid']) {
    await removeByKeyboard(name);
    await expect.element(heading).toHaveFocus();
  }
  await removeByKeyboard('Ann');
  await expect.element(page.getByRole('heading', { name: 'Nothing' })).toHaveFocus();
});

it('after Undo or Close of a toast, the heading has the focus', async () => {
  await renderUi(
    <>
      <main>
        <h1>Names</h1>
      </main>
      <Toaster />
    </>,
  );
  for (const name of ['Undo', 'Close']) {
    toast({
      id: 'removed',
      kind: 'success',
      title: 'Removed',
      action: { label: 'Undo', run: () => dismissToast('removed') },
    });
    const button = page.getByRole('button', { name });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Names' })).toHaveFocus();
  }
});
