import { Clock, CloudOff, TriangleAlert } from 'lucide';
import { flushSync } from 'react-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MeView, Scope, UploadRecord } from '../../sync/client.ts';
import type { SyncPillContent } from '../components/offline/use-sync-pill.tsx';
import { syncTexts } from '../components/offline/sync-texts.ts';
import type { RadioState } from '../playback/radio/radio-state.ts';
import { renderFor, meWith, restingStatus } from '../testing/scope-test.tsx';
import { createLive } from '../../sync/model/live.ts';
import { texts } from '../platform/texts.ts';
import { Squiggle } from '../design/drawn-lines.tsx';
import { Icon } from '../design/icon.tsx';
import { GuestTopBar, UserTopBar } from './top-bar.tsx';

const radio = vi.hoisted(() => ({ state: 'off' as RadioState }));
vi.mock('../playback/radio/radio-context.tsx', () => ({
  useRadioApi: () => ({ controller: null, isOpening: false, start: () => undefined }),
  useRadioState: () => radio.state,
}));

interface Shown {
  pill: SyncPillContent | null;
  isSynced: boolean;
}
const sync = vi.hoisted((): { show: (shown: Shown) => void } => ({ show: () => undefined }));
vi.mock('../components/offline/use-sync-pill.tsx', async () => {
  const { createLive } = await import('../../sync/model/live.ts');
  const { useLive } = await import('../engine/live.ts');
  const shown = createLive<Shown>({ pill: null, isSynced: true });
  sync.show = shown.set;
  return { useSyncPill: () => useLive(shown) };
});

vi.mock('./own-avatar.tsx', () => ({
  OwnAvatar: ({ size }: { size: number }) => <span style={{ display: 'block', width: size, height: size }} />,
}));

const offline = { variant: 'dashed', icon: <Icon of={CloudOff} size={14} /> } as const;
const attention = { variant: 'attention', icon: <Icon of={TriangleAlert} size={14} /> } as const;
const pills: readonly (SyncPillContent | null)[] = [
  null,
  { ...offline, text: texts.sync.offline },
  { ...offline, text: `${texts.sync.offline}. ${texts.sync.waiting(112)}` },
  { variant: 'dashed', icon: <Icon of={Clock} size={14} />, text: texts.sync.waiting(3) },
  { variant: 'solid', icon: <Squiggle label={null} size={16} />, text: syncTexts.syncing },
  { ...attention, text: syncTexts.failed(2) },
  { ...attention, text: syncTexts.full },
];

function faults(): string[] {
  const bar = document.querySelector('header');
  if (!bar) return ['no bar'];
  const found: string[] = [];
  const { left, right, height } = bar.getBoundingClientRect();
  if (bar.scrollWidth > bar.clientWidth) found.push('wider than the window');
  if (height !== (window.innerWidth < 1024 ? 56 : 68)) found.push(`${height} high`);
  const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const box = boxes[0];
    const parent = node.parentElement;
    if (!box || !parent?.checkVisibility({ visibilityProperty: true }) || parent.offsetWidth === 1) continue;
    const clip = clipOf(parent, bar);
    if (box.top >= clip.bottom) continue;
    if (boxes.length > 1) found.push(`${node.textContent} wraps`);
    if (box.left < clip.left - 1 || box.right > clip.right + 1 || box.bottom > clip.bottom + 2)
      found.push(`${node.textContent} is cut`);
    if (box.left < left || box.right > right) found.push(`${node.textContent} is out of the bar`);
  }
  const controls = [...bar.querySelectorAll('a, button')].filter((control) => control.checkVisibility());
  const boxes = controls.map(
    (control) => ({ name: control.textContent, ...control.getBoundingClientRect().toJSON() }) as Box,
  );
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      if (a.width > 0 && b.width > 0 && a.left < b.right - 0.5 && b.left < a.right - 0.5)
        found.push(`${a.name} over ${b.name}`);
  return found;
}

type Box = DOMRect & { name: string };

function clipOf(element: Element, within: Element): DOMRect {
  for (let ancestor: Element | null = element; ancestor && ancestor !== within; ancestor = ancestor.parentElement)
    if (getComputedStyle(ancestor).overflowX !== 'visible') return ancestor.getBoundingClientRect();
  return within.getBoundingClientRect();
}

const widths = [
  ...Array.from({ length: 21 }, (_, i) => 320 + 8 * i),
  412,
  393,
  375,
  360,
  640,
  768,
  1023,
  1024,
  1100,
  1280,
];
const balances = [0, 12, 123, 1234, 12345];

afterEach(async () => {
  radio.state = 'off';
  await page.viewport(390, 844);
});

const scopeWith = (zaps: MeView['zaps']) => {
  const me = createLive<MeView>({ ...meWith(0), zaps });
  const records = createLive<readonly UploadRecord[]>([]);
  const status = createLive(restingStatus('online'));
  return { me, scope: { userId: 'me', status, me, uploads: { records } } as unknown as Partial<Scope> };
};

it.each(['off', 'onAir', 'connecting'] as const)(
  'the top bar shows each part fully or not at all, at every width, balance and pill, with the radio %s',
  async (state) => {
    radio.state = state;
    const { scope, me } = scopeWith(0);
    await renderFor(scope, <UserTopBar />);
    await document.fonts.ready;
    const wrong: string[] = [];
    for (const width of widths) {
      await page.viewport(width, 700);
      for (const pill of pills)
        for (const zaps of balances) {
          flushSync(() => {
            sync.show({ pill, isSynced: pill === null });
            me.set({ ...meWith(0), zaps });
          });
          wrong.push(...faults().map((fault) => `${width} px, ${zaps} ZAPs, '${pill?.text}': ${fault}`));
        }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
  },
);

it.each(['off', 'onAir'] as const)(
  'the top bar shows a guest each part fully or not at all, with the radio %s',
  async (state) => {
    radio.state = state;
    await renderFor({ userId: null }, <GuestTopBar />);
    await document.fonts.ready;
    for (const width of widths) {
      await page.viewport(width, 700);
      expect([width, ...faults()]).toEqual([width]);
    }
  },
);

it('a narrow bar drops the pill’s text before the app’s name', async () => {
  const { scope } = scopeWith(12);
  await renderFor(scope, <UserTopBar />);
  await document.fonts.ready;
  flushSync(() => sync.show({ pill: pills[2] ?? null, isSynced: false }));
  const visibleParts = async (width: number) => {
    await page.viewport(width, 700);
    return [isVisible(/^undercurrent/), isVisible(/^Offline/), isVisible(/^BETA$/)];
  };
  expect(await visibleParts(640)).toEqual([true, true, true]);
  expect(await visibleParts(412)).toEqual([true, false, true]);
  expect(await visibleParts(320)).toEqual([false, false, false]);
});

function isVisible(text: RegExp): boolean {
  return page
    .getByText(text)
    .elements()
    .some((element) => {
      const bar = document.querySelector('header');
      return bar && element.checkVisibility() && element.getBoundingClientRect().top < clipOf(element, bar).bottom;
    });
}
