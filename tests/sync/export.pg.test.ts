import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOwnData } from '../../src/components/export/own-data.ts';
import { findPersonColumns } from '../../supabase/tests/person-columns.ts';
import { createPersonWithData } from '../../supabase/tests/person-scene.ts';
import { ownLists } from '../../sync/model/own-lists.ts';
import { createLive } from '../../sync/model/live.ts';
import { type TestDatabase, openTestDatabase } from '../support/postgres.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** The table that each document of the archive comes from; null: it is only on the device. */
const tablesOfDocuments = {
  account: 'auth.users',
  profile: 'public.user_profiles',
  balance: 'public.user_balances',
  level: 'public.user_stats',
  bought: 'public.user_cosmetics',
  tracks: 'public.tracks',
  shared: 'public.shared_tracks',
  favourites: 'public.favourites',
  playlists: 'public.playlists',
  liked_playlists: 'public.playlist_likes',
  connections: 'public.connections',
  blocked: 'public.blocks',
  waiting_on_this_device: null,
};

const tablesOfProcedures: Readonly<Record<string, string>> = {
  get_own_appeals: 'private.appeals',
  get_own_reports: 'public.reports',
  get_own_track_texts: 'private.track_texts',
  list_my_sessions: 'auth.sessions',
};

const derived = 'computed from rows that the archive has';
const secret = 'a secret of the sign-in';
const guard = 'a limit or a log against abuse';
const notInArchive: Readonly<Record<string, string>> = {
  'auth.flow_state': secret,
  'auth.identities': 'repeats the e-mail address of the account',
  'auth.refresh_tokens': secret,
  'private.artist_search': derived,
  'private.conversation_starts': derived,
  'private.invitations': "an operator's work, not about a person",
  'private.mail_refusals': "repeats the e-mail address, with the mail server's reply, for 30 days",
  'private.moderation_log':
    'the operators’ log: a person reads the decisions about them and the reasons in the app, and appeals are in the archive',
  'private.once_an_account': derived,
  'private.operators': 'the role is visible in the app',
  'private.pins': derived,
  'private.prize_draws': 'the number of drawn prizes, which are in the ledger',
  'private.recent_actions': guard,
  'private.recent_messages': derived,
  'private.refused_files': guard,
  'private.silenced_accounts': 'the person reads it in the app while it lasts',
  'private.silences': 'the person reads it with its reason in the app while it lasts',
  'private.sponsorships': derived,
  'private.track_listeners': derived,
  'private.track_search': derived,
  'private.user_marks': 'the time of the last action',
  'public.action_log': 'results of actions, so that no action takes effect twice; the effects are in the archive',
  'public.beta_sessions': 'the pass of the gate, deleted a day after its end',
  'public.playlist_tracks': 'in the document of the playlists',
  'public.security_events': guard,
  'public.zap_weeks': derived,
  'storage.buckets': 'has no person: the migrations make the buckets',
  'storage.objects': 'the files of tracks and the picture are in the archive; unused uploads are deleted within a day',
};

function tableOf(list: (typeof ownLists)[keyof typeof ownLists]): string {
  const procedure = /^rpc\/(.*)/.exec(list.table)?.[1];
  return procedure === undefined ? `public.${list.table}` : (tablesOfProcedures[procedure] ?? procedure);
}

it('the archive contains each table that can name a person, or the table is listed here with the reason why not', async () => {
  const empty = createLive([]);
  const none = () => Promise.reject(new Error('The lists are not read'));
  const { documents, lists } = await readOwnData(
    {
      me: createLive(null),
      tracksOf: () => empty,
      sharesOf: () => empty,
      favourites: empty,
      playlists: () => Promise.resolve({ all: empty, liked: createLive<ReadonlySet<string>>(new Set()) }),
      connections: empty,
      blocks: empty,
      readPending: () => Promise.resolve([]),
      remote: () =>
        Promise.resolve({
          read: () => {
            throw new Error('Nothing is read from the server');
          },
          act: none,
          page: none,
        }),
    },
    { userId: '', email: '' },
    new Date(),
    new AbortController().signal,
  );
  expect(Object.keys(documents)).toEqual(Object.keys(tablesOfDocuments));
  expect(Object.keys(lists)).toEqual(Object.keys(ownLists));
  const inArchive = [...Object.values(tablesOfDocuments), ...Object.values(ownLists).map(tableOf)];
  const columns = await findPersonColumns(db.sql);
  const tables = new Set(columns.map((column) => column.split('.').slice(0, 2).join('.')));
  expect([...tables].filter((table) => !inArchive.includes(table)).sort()).toEqual(Object.keys(notInArchive).sort());
});

it('each list of the archive contains the person’s rows; sent reports contain no reported texts and no reports by others', async () => {
  const { me, fan } = await createPersonWithData(db, 'Ottoline');
  for (const { table, query } of Object.values(ownLists)) {
    const columns = query.slice('select='.length).replace(/&.*/, '').replaceAll(/\w+:/g, '');
    const from = table.startsWith('rpc/') ? `public.${table.slice(4)}()` : `public.${table}`;
    const rows = await db.asUser(me).run((tx) => tx.unsafe(`select ${columns} from ${from}`));
    expect(rows.length, table).toBeGreaterThan(0);
  }
  const sent = () => db.asUser(me).run(async (tx) => [...(await tx`select * from public.get_own_reports()`)]);
  expect(await sent()).toEqual([
    {
      id: expect.any(String),
      subject: 'profile',
      subject_id: fan,
      reason: 'other',
      details: 'I am Ottoline',
      created_at: expect.any(Date),
    },
  ]);
  await db.asUser(fan).rpc('delete_my_profile');
  expect(await sent(), 'nothing about an account that was deleted').toEqual([]);
});
