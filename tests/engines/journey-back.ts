import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { type Friend, meetFriend, playSomething, walkTo } from './journey-everyday.ts';
import type { Journey, Step } from './journey.ts';
import { desktop, phone } from './screenshots.ts';
import { by } from './visit.ts';

/** A control to press, and the number of open layers after it; a layer may replace another. */
type Press = readonly [element: string, layers: number];

interface Place {
  what: string;
  path: string;
  presses: readonly Press[];
}

const button = (name: string | RegExp) => by('button', name);
/** A button or menu item with this name. */
const item = (name: string) => by('button, [role=menuitem]', name);

const onPhone = ({ id, track, own }: Friend): readonly Place[] => [
  { what: 'the You sheet', path: '/explore', presses: [[button('You'), 1]] },
  {
    what: 'Messages in the place of the You sheet, and a conversation within them',
    path: '/explore',
    presses: [
      [button('You'), 1],
      [button(/^Messages/), 1],
      [button(/Tin Orchard/), 2],
      [button(/^More about/), 3],
    ],
  },
  {
    what: 'what can be done with a track, and its vote',
    path: '/explore',
    presses: [
      [by('article button', /^More for/), 1],
      [button('Vote'), 1],
    ],
  },
  {
    what: 'the question of a share',
    path: `/track/${track}`,
    presses: [[by('main button', /^Share to your profile/), 1]],
  },
  {
    what: 'a report',
    path: `/track/${track}`,
    presses: [
      [by('main button', 'More'), 1],
      [button('Report'), 1],
    ],
  },
  {
    what: 'what can be done about a person, and the question of a block',
    path: `/profile/${id}`,
    presses: [
      [by('main button', /^More about/), 1],
      [item('Block'), 1],
    ],
  },
  {
    what: 'the question of a disconnection',
    path: `/profile/${id}`,
    presses: [
      [by('main button', /^More about/), 1],
      [item('Disconnect'), 1],
    ],
  },
  {
    what: 'the store and a purchase over it',
    path: '/store',
    presses: [
      [button('Open ZAP Store'), 1],
      [button('Buy for 20 ZAPs'), 2],
    ],
  },
  { what: 'a track for the radio', path: '/radio', presses: [[by('main button', 'Sponsor a track'), 1]] },
  { what: 'the own profile', path: '/profile', presses: [[by('main button', 'Edit profile'), 1]] },
  {
    what: 'an own track, and its name',
    path: `/track/${own}`,
    presses: [
      [by('main button', 'More'), 1],
      [item('Rename'), 1],
    ],
  },
  {
    what: 'an own track, and its numbers',
    path: '/profile',
    presses: [
      [by('main button', /^More for/), 1],
      [item('In numbers'), 1],
    ],
  },
  {
    what: 'an own track, and the question of its end',
    path: '/profile',
    presses: [
      [by('main button', /^More for/), 1],
      [item('Delete'), 1],
    ],
  },
  { what: 'the question of the own end', path: '/profile', presses: [[by('main button', 'Delete profile'), 1]] },
  {
    what: 'the player, and the queue within it',
    path: '/explore',
    presses: [
      [button(/^Open player/), 1],
      [button('Queue'), 2],
    ],
  },
];

const onDesktop = ({ id }: Friend): readonly Place[] => [
  { what: 'the balance', path: '/explore', presses: [[`document.querySelector('#profile-area')`, 1]] },
  { what: 'a vote at its card', path: '/explore', presses: [[`document.querySelector('[data-vote]')`, 1]] },
  { what: 'the menu of a person', path: `/profile/${id}`, presses: [[by('main button', /^More about/), 1]] },
  { what: 'the menu of an own track', path: '/profile', presses: [[by('main button', /^More for/), 1]] },
  { what: 'the queue', path: '/explore', presses: [[button('Queue'), 1]] },
  {
    what: 'messages with both panes',
    path: '/connections',
    presses: [[by('main button', /^Message/), 1]],
  },
];

/** The open layers: names and history depth. */
const layers = `({ depth: history.state?.layer ?? 0, names: dialogs() })`;
interface Layers {
  depth: number;
  names: string[];
}

interface Standing {
  path: string;
  /** Scroll position, in px. */
  scrolled: number;
}

/** Opens all layers of a place. @returns the layers at each depth, from the page itself */
async function openAll({ visit }: Journey, { what, presses }: Place): Promise<Layers[]> {
  const stood: Layers[] = [{ depth: 0, names: [] }];
  for (const [element, depth] of presses) {
    const before = await visit.ask<Layers>(layers);
    await visit.press(element);
    // A replaced layer closes a moment later, and a conversation within the messages is not a dialog.
    const stands = `dialogs().length > 0 && dialogs().length <= ${depth}`;
    const changed = `JSON.stringify(${layers}) !== ${JSON.stringify(JSON.stringify(before))}`;
    await visit.until(
      `${what} (${depth})`,
      `(history.state?.layer ?? 0) === ${depth} && ${stands} && ${changed} && isStill()`,
    );
    stood[depth] = await visit.ask<Layers>(layers);
  }
  return stood;
}

async function expectLayers({ visit }: Journey, what: string, expected: Layers | undefined): Promise<void> {
  const stands = `JSON.stringify(${layers}) === ${JSON.stringify(JSON.stringify(expected))}`;
  await visit.until(what, stands).catch(async () => assert.deepEqual(await visit.ask<Layers>(layers), expected, what));
}

/** Goes to a place, opens all its layers and closes them by Back, then again by Escape; then leaves the page. */
async function goBackFrom(journey: Journey, place: Place): Promise<void> {
  const { visit, browser } = journey;
  const { what, path } = place;
  await walkTo(journey, '/genres');
  await walkTo(journey, path);
  const first = place.presses[0]?.[0];
  await visit.until(`The way to ${what}`, `!!(${first})`);
  await visit.ask(`(${first}).scrollIntoView({ block: 'center', behavior: 'instant' })`);
  const stands = `({ path: location.pathname, scrolled: scrollY })`;
  const before = await visit.until<Standing>('Stillness', `isStill() && ${stands}`);
  const expectBefore = async (what: string) => {
    const { path, scrolled } = await visit.ask<Standing>(stands);
    assert.equal(path, before.path, what);
    // Restoring the scroll position loses fractions of a px.
    assert.ok(Math.abs(scrolled - before.scrolled) <= 1, `${what}: at ${scrolled}, not ${before.scrolled}`);
    // The player waits briefly between two tracks.
    await visit.until(`The sound ${what}`, `player()?.dataset.state === 'playing'`);
  };

  const stood = await openAll(journey, place);
  for (let depth = stood.length - 2; depth >= 0; depth -= 1) {
    await browser.traverse(-1);
    await expectLayers(journey, `Back from ${what}`, stood[depth]);
  }
  await expectBefore(`after Back from ${what}`);
  const traversals = await visit.ask<number>('traversals');
  await browser.traverse(1);
  // Forward reaches a closed layer's entry, from which the app goes back to the page.
  await visit.until(`Forward after ${what}`, `traversals >= ${traversals + 2}`);
  await expectLayers(journey, `Forward after ${what}`, stood[0]);

  // Escape closes a dialog with the layers within it.
  for (let { depth } = (await openAll(journey, place)).at(-1) ?? { depth: 0 }; depth > 0;) {
    await browser.press('Escape');
    const less = `(history.state?.layer ?? 0) < ${depth} && isStill() && ${layers}`;
    ({ depth } = await visit.until<Layers>(`Escape from ${what}`, less));
  }
  await expectLayers(journey, `Escape from ${what}`, stood[0]);
  await expectBefore(`after Escape from ${what}`);
  await browser.traverse(-1);
  await visit.until(`One Back leaves the page of ${what}`, `location.pathname === '/genres'`);
  await expectLayers(journey, `Nothing over the page before ${what}`, stood[0]);
}

const picture = fileURLToPath(new URL('../../public/screenshots/explore-phone.png', import.meta.url));

export const goingBack: readonly Step[] = [
  {
    title: 'on a phone Back closes one layer at a time, Forward reopens none, and no history entry is left over',
    async run(journey) {
      const friend = await meetFriend(journey, {
        friend: 'Tin Orchard',
        track: 'Kelp Forest',
        own: 'Linoleum',
        words: 'Your set on Thursday: was that Ghost Tram?',
      });
      await playSomething(journey);
      const places = onPhone(friend);
      for (const place of places) await goBackFrom(journey, place);
      await journey.browser.resize(desktop.width, desktop.height);
      const wide = onDesktop(friend);
      for (const place of wide) await goBackFrom(journey, place);
      await journey.browser.resize(phone.width, phone.height);
      return `${[...places, ...wide].flatMap(({ presses }) => presses).length} presses at ${places.length + wide.length} places`;
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
      assert.equal(await visit.ask('location.pathname'), '/upload');
      await walkTo(journey, '/genres');
      await visit.press(by('header button', 'ON AIR'));
      await visit.press(by('button', /^Open radio/));
      await visit.until('The radio', `history.state?.layer === 1 && dialogs().length === 1 && isStill()`);
      await browser.traverse(-1);
      await expectLayers(journey, 'Back from the radio', { depth: 0, names: [] });
      assert.equal(await visit.ask('location.pathname'), '/genres');
      await visit.press(by('header button', 'ON AIR'));
    },
  },
];
