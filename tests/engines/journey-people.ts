import assert from 'node:assert/strict';
import { createAccount, establish, idOf } from '../e2e/people.ts';
import type { Journey, Step } from './journey.ts';
import { saveScreenshots, saveScreenshot } from './screenshots.ts';
import { by, type Visit } from './visit.ts';

const other = { name: 'Tin Orchard', email: 'tin@example.com', password: 'correct horse' };
const field = by('textarea', 'Type a message...');

async function openOtherPerson({ server, openAnother }: Journey, path: string): Promise<Visit> {
  const stack = server.stack();
  await createAccount(stack, other);
  await establish(stack, await idOf(stack, other.email), other.name);
  const otherVisit = await openAnother({ wantsReducedMotion: true });
  await otherVisit.goto(path);
  await otherVisit.until('The app', '!!window.undercurrentApp');
  const credentials = `${JSON.stringify(other.email)}, ${JSON.stringify(other.password)}`;
  await otherVisit.evaluate(`undercurrentApp.auth.signIn(${credentials})`);
  await otherVisit.until('The requested page', `location.pathname === ${JSON.stringify(path)}`);
  return otherVisit;
}

const motions = `[...new Set([...document.querySelectorAll('main *')].map((e) => getComputedStyle(e)).map((style) =>
  [style.animationDuration, style.transitionDuration, style.animationIterationCount].join(' ')))]`;

async function sendMessage(from: Visit, to: Visit, text: string): Promise<number> {
  await from.fill(field, text);
  await from.press(by('button', 'Send'));
  const started = Date.now();
  await to.until(`“${text}”`, `text().includes(${JSON.stringify(text)})`);
  return Date.now() - started;
}

export const meetingPeople: readonly Step[] = [
  {
    title: 'two people in two browsers connect and exchange messages, live on both sides',
    async run(journey) {
      const { visit, browser, server, email } = journey;
      const me = await idOf(server.stack(), email);
      await visit.goto('/connections');
      await visit.until('Nobody yet', `text().includes('No connections yet')`);
      const otherVisit = await openOtherPerson(journey, `/profile/${me}`);
      assert.deepEqual(await otherVisit.evaluate(motions), ['0.08s 0.08s 1'], 'the other browser has reduced motion');
      await otherVisit.press(by('main button', 'Connect'));
      await visit.until('The request', `!!${by('main button', 'Accept')}`);
      await saveScreenshots(visit, 'connections');
      await visit.press(by('main button', 'Accept'));
      await visit.until('The connection', `text().includes('Connection accepted!')`);

      await otherVisit.press(by('main button', 'Message'));
      await otherVisit.until('The conversation', `!!${field}`);
      await visit.press(by('button', 'You'));
      await visit.press(by('button', /^Messages/));
      await visit.until('No message yet', `text().includes('No conversations yet')`);
      const took = [await sendMessage(otherVisit, visit, 'Your set on Thursday: was that Ghost Tram?')];
      await saveScreenshot(visit, 'messages');
      await visit.press(by('button', new RegExp(other.name)));
      took.push(await sendMessage(visit, otherVisit, 'It was. Slowed to 92. 🌊'));
      took.push(await sendMessage(otherVisit, visit, 'Send me the stems?'));
      await visit.until('It is sent', `document.querySelectorAll('[data-state=sent]').length > 0`);
      await saveScreenshots(visit, 'conversation');
      await browser.press('Escape');
      const stored = await server.sql()<{ content: string }[]>`
        select content from public.messages where ${me} in (sender_id, receiver_id) order by created_at`;
      assert.deepEqual(
        stored.map(({ content }) => content),
        ['Your set on Thursday: was that Ghost Tram?', 'It was. Slowed to 92. 🌊', 'Send me the stems?'],
      );
      await visit.goto('/explore');
      await visit.until('Explore', `document.querySelectorAll('article').length > 3`);
      return `seen after ${took.join(', ')} ms`;
    },
  },
];
