import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { type Friend, meetFriend, playSomething, walkTo } from './journey-everyday.ts';
import type { Journey, Step } from './journey.ts';
import { desktop, phone } from './screenshots.ts';
import { by } from './visit.ts';

/** `layers` counts the open layers after the press; a layer may replace another. */
type Press = readonly [element: string, layers: number];

interface LayerCase {
  name: string;
  path: string;
  presses: readonly Press[];
}

const button = (name: string | RegExp) => by('button', name);
const item = (name: string) => by('button, [role=menuitem]', name);

const onPhone = ({ id, track, own }: Friend): readonly LayerCase[] => [
  { name: 'the You sheet', path: '/explore', presses: [[button('You'), 1]] },
  {
    name: 'Messages instead of the You sheet, and a conversation within them',
    path: '/explore',
    presses: [
      [button('You'), 1],
      [button(/^Messages/), 1],
      [button(/Tin Orchard/), 2],
      [button(/^More about/), 3],
    ],
  },
  {
    name: "a track's menu, and its vote",
    path: '/explore',
    presses: [
      [by('article button', /^More for/), 1],
      [button('Vote'), 1],
    ],
  },
  {
    name: 'the confirmation of a share',
    path: `/track/${track}`,
    presses: [[by('main button', /^Share to your profile/), 1]],
  },
  {
    name: 'a report',
    path: `/track/${track}`,
    presses: [
      [by('main button', 'More'), 1],
      [button('Report'), 1],
    ],
  },
  {
    name: "a person's menu, and the confirmation of a block",
    path: `/profile/${id}`,
    presses: [
      [by('main button', /^More about/), 1],
      [item('Block'), 1],
    ],
  },
  {
    name: 'the confirmation of a disconnection',
    path: `/profile/${id}`,
    presses: [
      [by('main button', /^More about/), 1],
      [item('Disconnect'), 1],
    ],
  },
  {
    name: 'the store and a purchase over it',
    path: '/store',
    presses: [
      [button('Open ZAP Store'), 1],
      [button('Buy for 20 ZAPs'), 2],
    ],
  },
  { name: 'a track for the radio', path: '/radio', presses: [[by('main button', 'Sponsor a track'), 1]] },
  { name: 'the form of the own profile', path: '/profile', presses: [[by('main button', 'Edit profile'), 1]] },
  {
    name: 'an own track, and its name',
    path: `/track/${own}`,
    presses: [
      [by('main button', 'More'), 1],
      [item('Rename'), 1],
    ],
  },
  {
    name: 'an own track, and its numbers',
    path: '/profile',
    presses: [
      [by('main button', /^More for/), 1],
      [item('In numbers'), 1],
    ],
  },
  {
    name: 'an own track, and the confirmation of its deletion',
    path: '/profile',
    presses: [
      [by('main button', /^More for/), 1],
      [item('Delete'), 1],
    ],
  },
  {
    name: 'the confirmation of deleting the own profile',
    path: '/profile',
    presses: [[by('main button', 'Delete profile'), 1]],
  },
  {
    name: 'the player, and the queue within it',
    path: '/explore',
    presses: [
      [button(/^Open player/), 1],
      [button('Queue'), 2],
    ],
  },
];

const onDesktop = ({ id }: Friend): readonly LayerCase[] => [
  { name: 'the balance', path: '/explore', presses: [[`document.querySelector('#profile-area')`, 1]] },
  { name: 'a vote at its card', path: '/explore', presses: [[`document.querySelector('[data-vote]')`, 1]] },
  { name: 'the menu of a person', path: `/profile/${id}`, presses: [[by('main button', /^More about/), 1]] },
  { name: 'the menu of an own track', path: '/profile', presses: [[by('main button', /^More for/), 1]] },
  { name: 'the queue', path: '/explore', presses: [[button('Queue'), 1]] },
  {
    name: 'messages with both panes',
    path: '/connections',
    presses: [[by('main button', /^Message/), 1]],
  },
];

const layers = `({ depth: history.state?.layer ?? 0, names: dialogs() })`;
interface Layers {
  depth: number;
  names: string[];
}

interface PageState {
  path: string;
  scrolled: number;
}

async function openAll({ visit }: Journey, { name, presses }: LayerCase): Promise<Layers[]> {
  const openedLayers: Layers[] = [{ depth: 0, names: [] }];
  for (const [element, depth] of presses) {
    const before = await visit.evaluate<Layers>(layers);
    await visit.press(element);
    // Wait, because a replaced layer closes a moment later. A conversation within the messages is a layer, but no dialog.
    const isExpected = `dialogs().length > 0 && dialogs().length <= ${depth}`;
    const changed = `JSON.stringify(${layers}) !== ${JSON.stringify(JSON.stringify(before))}`;
    await visit.until(
      `${name} (${depth})`,
      `(history.state?.layer ?? 0) === ${depth} && ${isExpected} && ${changed} && isStill()`,
    );
    openedLayers[depth] = await visit.evaluate<Layers>(layers);
  }
  return openedLayers;
}

async function expectLayers({ visit }: Journey, name: string, expected: Layers | undefined): Promise<void> {
  const isExpected = `JSON.stringify(${layers}) === ${JSON.stringify(JSON.stringify(expected))}`;
  await visit
    .until(name, isExpected)
    .catch(async () => assert.deepEqual(await visit.evaluate<Layers>(layers), expected, name));
}

async function goBackFrom(journey: Journey, layerCase: LayerCase): Promise<void> {
  const { visit, browser } = journey;
  const { name, path } = layerCase;
  await walkTo(journey, '/genres');
  await walkTo(journey, path);
  const first = layerCase.presses[0]?.[0];
  await visit.until(`The control of ${name}`, `!!(${first})`);
  await visit.evaluate(`(${first}).scrollIntoView({ block: 'center', behavior: 'instant' })`);
  const pageState = `({ path: location.pathname, scrolled: scrollY })`;
  const before = await visit.until<PageState>('Stillness', `isStill() && ${pageState}`);
  const expectBefore = async (name: string) => {
    const { path, scrolled } = await visit.evaluate<PageState>(pageState);
    assert.equal(path, before.path, name);
    // Restoring the scroll position loses fractions of a px.
    assert.ok(Math.abs(scrolled - before.scrolled) <= 1, `${name}: at ${scrolled}, not ${before.scrolled}`);
    // The player pauses briefly between two tracks.
    await visit.until(`The sound ${name}`, `player()?.dataset.state === 'playing'`);
  };

  const openedLayers = await openAll(journey, layerCase);
  for (let depth = openedLayers.length - 2; depth >= 0; depth -= 1) {
    await browser.traverse(-1);
    await expectLayers(journey, `Back from ${name}`, openedLayers[depth]);
  }
  await expectBefore(`after Back from ${name}`);
  const traversals = await visit.evaluate<number>('traversals');
  await browser.traverse(1);
  await visit.until(`Forward after ${name}`, `traversals >= ${traversals + 2}`);
  await expectLayers(journey, `Forward after ${name}`, openedLayers[0]);

  for (let { depth } = (await openAll(journey, layerCase)).at(-1) ?? { depth: 0 }; depth > 0;) {
    await browser.press('Escape');
    const less = `(history.state?.layer ?? 0) < ${depth} && isStill() && ${layers}`;
    ({ depth } = await visit.until<Layers>(`Escape from ${name}`, less));
  }
  await expectLayers(journey, `Escape from ${name}`, openedLayers[0]);
  await expectBefore(`after Escape from ${name}`);
  await browser.traverse(-1);
  await visit.until(`One Back leaves the page of ${name}`, `location.pathname === '/genres'`);
  await expectLayers(journey, `Nothing over the page before ${name}`, openedLayers[0]);
}

const picture = fileURLToPath(new URL('../../public/screenshots/explore-phone.png', import.meta.url));

export const goingBack: readonly Step[] = [
  {
    title: 'Back closes one layer at a time, Forward reopens none, and no history entry is left over, also on desktop',
    async run(journey) {
      const friend = await meetFriend(journey, {
        friend: 'Tin Orchard',
        track: 'Kelp Forest',
        own: 'Linoleum',
        message: 'Your set on Thursday: was that Ghost Tram?',
      });
      await playSomething(journey);
      const phoneCases = onPhone(friend);
      for (const layerCase of phoneCases) await goBackFrom(journey, layerCase);
      await journey.browser.resize(desktop.width, desktop.height);
      const desktopCases = onDesktop(friend);
      for (const layerCase of desktopCases) await goBackFrom(journey, layerCase);
      await journey.browser.resize(phone.width, phone.height);
      return `${[...phoneCases, ...desktopCases].flatMap(({ presses }) => presses).length} presses in ${phoneCases.length + desktopCases.length} cases`;
    },
  },
  {
    title: 'Back closes the picture crop and the radio sheet',
    async run(journey) {
      const { visit, browser } = journey;
      await walkTo(journey, '/genres');
      await walkTo(journey, '/upload');
      const input = `document.querySelector('input[aria-label="Add cover"]')`;
      await visit.until('The form', `!!${input}`);
      await browser.chooseFile(input, picture);
      await visit.until('The cropping', `history.state?.layer === 1 && dialogs().length === 1`);
      await browser.traverse(-1);
      await expectLayers(journey, 'Back from the cropping', { depth: 0, names: [] });
      assert.equal(await visit.evaluate('location.pathname'), '/upload');
      await walkTo(journey, '/genres');
      await visit.press(by('header button', 'ON AIR'));
      await visit.press(by('button', /^Open radio/));
      await visit.until('The radio', `history.state?.layer === 1 && dialogs().length === 1 && isStill()`);
      await browser.traverse(-1);
      await expectLayers(journey, 'Back from the radio', { depth: 0, names: [] });
      assert.equal(await visit.evaluate('location.pathname'), '/genres');
      await visit.press(by('header button', 'ON AIR'));
    },
  },
];
