import assert from 'node:assert/strict';
import type { Journey, Step } from './journey.ts';
import { keepBothLooks, keepLook } from './looks.ts';
import { by } from './visit.ts';

/** An artist of the demo music, and a track of theirs that has no picture now. */
let artist = { id: '', name: '', track: '', title: '' };

/** Makes the listener somebody with a name, a face and ZAPs, whom an artist has written to and another asks. */
async function meetPeople({ server, email }: Journey): Promise<void> {
  const sql = server.sql();
  const [me] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  const [first, second] = await sql<(typeof artist)[]>`
    select distinct on (p.id) p.id, p.artist_name as name, t.id as track, t.title
    from public.user_profiles p join public.tracks t on t.user_id = p.id
    where p.avatar_url is not null and t.is_public and not t.sponsored and t.deleted_at is null order by p.id limit 2`;
  assert.ok(me && first && second, 'the demo music has two artists');
  artist = first;
  await sql`update public.user_profiles set artist_name = 'Ines Calder',
              avatar_url = (select avatar_url from public.user_profiles where id = ${first.id}) where id = ${me.id}`;
  await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
            values (${me.id}, 'zap', 100, '2026-01-05')`;
  await sql`update public.tracks set cover_url = null where id = ${first.track}`;
  await sql`insert into public.connections (user_id, connection_id, status)
            values (${first.id}, ${me.id}, 'accepted'), (${second.id}, ${me.id}, 'pending')`;
  await sql`insert into public.messages (sender_id, receiver_id, content)
            values (${first.id}, ${me.id}, 'Your set on Thursday: was that Ghost Tram?')`;
}

/** Waits for a page by its heading, keeps its looks, and holds it to the window's width. */
async function look({ visit }: Journey, name: string, path: string, heading: string, stands: string): Promise<void> {
  await visit.goto(path);
  await visit.until(
    `${path} stands`,
    `[...document.querySelectorAll('h1')].some((e) => e.textContent.includes(${JSON.stringify(heading)})) && (${stands})`,
  );
  await keepBothLooks(visit, name);
  assert.ok(await visit.ask('document.documentElement.scrollWidth <= innerWidth'), `${path} scrolls sideways`);
}

export const walkingOtherPages: readonly Step[] = [
  {
    title: 'every other page stands, with what it shows, and none is wider than the window',
    async run(journey) {
      await meetPeople(journey);
      const { id, name, track, title } = artist;
      await look(
        journey,
        'community',
        '/community',
        'Meet the Creators',
        `document.querySelectorAll('article').length > 3`,
      );
      await look(journey, 'connections', '/connections', 'Connections', `!!${by('button', 'Accept')}`);
      await look(journey, 'radio', '/radio', 'Radio', `document.querySelectorAll('article').length > 0`);
      await look(
        journey,
        'store',
        '/store',
        'ZAP Store',
        `text().includes('This Week') && text().includes('Mystery Pack')`,
      );
      await look(journey, 'vault', '/vault', 'VAULT', `!!${by('button', 'Purchase Vault Access')}`);
      await look(journey, 'profile', '/profile', 'Ines Calder', `text().includes('Danger Zone')`);
      await look(journey, 'device', '/device', 'On this device', `text().includes('Saved music')`);
      await look(journey, 'person', `/profile/${id}`, name, `!!${by('button', 'Play all')}`);
      await look(journey, 'track', `/track/${track}`, title, `!!document.querySelector('main svg')`);
    },
  },
  {
    title: 'a vote is cast, a track is reported, and something is bought',
    async run(journey) {
      const { visit, browser, server } = journey;
      await visit.press(by('main input', '4 of 5'));
      await visit.press(by('button', 'Vote 4 for 5 ⚡'));
      await visit.until('The vote', `text().includes('Vote cast!')`);
      await keepLook(visit, 'voted');
      await visit.press(by('main button', 'More'));
      await visit.press(by('button', 'Report'));
      await visit.press(by('label', /Spam or a scam/));
      await keepLook(visit, 'report');
      await visit.press(by('button', 'Send report'));
      await visit.until('The report', `text().includes('Report sent')`);
      await visit.goto('/store');
      await visit.press(by('button', 'Open ZAP Store'));
      await visit.press(by('button', 'Buy for 20 ZAPs'));
      await keepLook(visit, 'buying');
      await visit.press(by('button', 'Buy for 20 ZAPs'));
      await visit.until('It is owned', `text().includes('Glow Border is yours!')`);
      await keepLook(visit, 'store-dialog');
      await browser.press('Escape');
      const [done] = await server.sql()<{ votes: number; reports: number; bought: number }[]>`
        select (select count(*)::int from public.track_votes v where v.user_id = u.id and v.vote_weight = 4) as votes,
          (select count(*)::int from public.reports r where r.reporter_id = u.id) as reports,
          (select count(*)::int from public.zap_actions a where a.user_id = u.id and a.zap_value = -20) as bought
        from auth.users u where u.email = ${journey.email}`;
      assert.deepEqual({ ...done }, { votes: 1, reports: 1, bought: 1 });
    },
  },
  {
    title: 'a request is accepted and a message answered',
    async run(journey) {
      const { visit, browser, server } = journey;
      await visit.goto('/connections');
      await visit.press(by('button', 'Accept'));
      await visit.until('The connection', `text().includes('Connection accepted!')`);
      await visit.press(by('button', 'You'));
      await visit.press(by('button', /^Messages/));
      await visit.press(by('button', new RegExp(artist.name)));
      const field = by('textarea', 'Type a message...');
      await visit.fill(field, 'It was. 🌊');
      await keepLook(visit, 'messages');
      await visit.press(by('button', 'Send'));
      await visit.until('It is sent', `document.querySelectorAll('[data-state=sent]').length > 0`);
      await keepBothLooks(visit, 'conversation');
      await browser.press('Escape');
      const [said] = await server.sql()<{ content: string }[]>`
        select content from public.messages where receiver_id = ${artist.id} order by created_at desc limit 1`;
      assert.equal(said?.content, 'It was. 🌊');
      await visit.goto('/explore');
      await visit.until('Explore', `document.querySelectorAll('article').length > 3`);
    },
  },
];
