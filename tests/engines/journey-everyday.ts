import { createOther, giveTrack } from '../e2e/people.ts';
import { completeOwnProfile } from './journey-scene.ts';
import type { Journey } from './journey.ts';
import { by } from './visit.ts';

export interface Friend {
  id: string;
  track: string;
  own: string;
}

interface Names {
  friend: string;
  track: string;
  own: string;
  message: string;
}

export async function meetFriend(journey: Journey, names: Names): Promise<Friend> {
  const { server } = journey;
  const me = await completeOwnProfile(journey);
  const stack = server.stack();
  const id = await createOther(stack, names.friend);
  const track = await giveTrack(stack, id, names.track);
  const own = await giveTrack(stack, me, names.own);
  await stack.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${id}, 'accepted')`;
  await stack.sql`insert into public.messages (sender_id, receiver_id, content) values (${id}, ${me}, ${names.message})`;
  return { id, track, own };
}

export async function walkTo({ visit }: Pick<Journey, 'visit'>, path: string): Promise<void> {
  await visit.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  await visit.until(
    `${path} is shown`,
    `location.pathname === ${JSON.stringify(path)} && [...document.querySelectorAll('h1')].some(shown)`,
  );
}

export async function playSomething({ visit }: Pick<Journey, 'visit'>): Promise<void> {
  await visit.goto('/explore');
  await visit.press(by('article button', /^Play /));
  await visit.until('The sound', `player()?.dataset.state === 'playing'`);
}
