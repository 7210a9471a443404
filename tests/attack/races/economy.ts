import { randomUUID } from 'node:crypto';
import { action, play, glowBorder, mysteryPack, vaultKey } from '../../../supabase/tests/scene.ts';
import { call, setBalance, send } from '../people.ts';
import {
  CONCURRENT_REQUESTS,
  atOnce,
  countOf,
  numberOf,
  faultUnless,
  type RaceScene,
  type RaceResult,
} from './race-scene.ts';

const LAST_ZAPS = 20;

export async function lastZaps({ sql, accepted, artist, next, newTracks }: RaceScene): Promise<RaceResult> {
  const fan = next();
  const tracks = await newTracks(artist, CONCURRENT_REQUESTS);
  await setBalance(sql, fan, LAST_ZAPS);
  const spent: number[] = [];
  const outcomes = await atOnce(async (n) => {
    const track = tracks[n] ?? '';
    const [price, outcome] =
      n % 4 === 0
        ? [5, await call(fan, 'cast_vote_or_edit', { p_track_id: track, p_vote_weight: 3 }, accepted)]
        : n % 4 === 1
          ? [3, (await send(fan, [action('share.add', { track_id: track })], accepted))[0] ?? 'lost']
          : n % 4 === 2
            ? [20, await call(fan, 'sponsor_track_for_radio', { p_track_id: track }, accepted)]
            : [20, await call(fan, 'purchase_store_item', { item_id: glowBorder }, accepted)];
    if (outcome === 'applied') spent.push(price);
    return outcome;
  });
  const sum = spent.reduce((all, price) => all + price, 0);
  const remaining = await numberOf(sql, 'select zaps from public.user_balances where user_id = $1', [fan.id]);
  const faults = faultUnless(
    remaining === LAST_ZAPS - sum && remaining >= 0,
    `of ${LAST_ZAPS} ZAPs ${sum} were spent and ${remaining} are left`,
  );
  return { name: 'the last ZAPs spent on four things', outcomes, faults };
}

export async function rewardClaims({ sql, accepted, listeners }: RaceScene, round: number): Promise<RaceResult> {
  const fan = listeners[round] ?? listeners[0];
  if (!fan) throw new Error('nobody has listened');
  const outcomes = await atOnce((n) =>
    call(fan, n % 2 === 0 ? 'claim_daily_zap_reward' : 'claim_daily_login_reward', {}, accepted),
  );
  const countLedgerLines = (type: string) =>
    numberOf(sql, 'select count(*) from public.zap_actions where user_id = $1 and action_type = $2', [fan.id, type]);
  const days = await numberOf(sql, 'select count(distinct played_on) from public.track_plays where user_id = $1', [
    fan.id,
  ]);
  const [claimed, gifts] = [await countLedgerLines('claim'), await countLedgerLines('daily_gift')];
  const faults = [
    // Around midnight the ten plays fall on two days and give no reward.
    ...faultUnless(claimed === (days === 1 ? 1 : 0), `the reward for ten plays was claimed ${claimed} times`),
    ...faultUnless(gifts === 1, `the gift of the day was claimed ${gifts} times`),
    ...faultUnless(
      countOf(outcomes) === claimed + gifts,
      `${countOf(outcomes)} claims were accepted, ${claimed + gifts} are stored`,
    ),
  ];
  return { name: 'the rewards of a day claimed by 50 requests', outcomes, faults };
}

const countPlays = (sql: RaceScene['sql'], user: string, track: string) =>
  numberOf(sql, 'select count(*) from public.track_plays where user_id = $1 and track_id = $2', [user, track]);

export async function onePlay({ sql, accepted, artist, next, newTracks }: RaceScene): Promise<RaceResult> {
  const [fan, [track = '']] = [next(), await newTracks(artist, 1)];
  const pushed = play(track);
  const outcomes = (await atOnce(() => send(fan, [pushed], accepted))).flat();
  const counted = await countPlays(sql, fan.id, track);
  const faults = faultUnless(
    counted === 1 && countOf(outcomes) === CONCURRENT_REQUESTS,
    `one play under one id was counted ${counted} times`,
  );
  return { name: 'one play from 50 tabs under one id', outcomes, faults };
}

export async function playOfManyIds({ sql, accepted, artist, next, newTracks }: RaceScene): Promise<RaceResult> {
  const [fan, [track = '']] = [next(), await newTracks(artist, 1)];
  const outcomes = (
    await atOnce(async (n) =>
      n % 2 === 0
        ? await send(fan, [play(track)], accepted)
        : [await call(fan, 'increment_track_play_count', { track_id_p: track, progress_ms: 30_000 }, accepted)],
    )
  ).flat();
  const counted = await countPlays(sql, fan.id, track);
  const faults = faultUnless(
    counted === 1 && countOf(outcomes) === 1,
    `one play under 50 ids was counted ${counted} times`,
  );
  return { name: 'one play from 50 tabs under 50 ids', outcomes, faults };
}

export async function votesAndEdits({ sql, accepted, artist, next, newTracks }: RaceScene): Promise<RaceResult> {
  const [fan, [track = '']] = [next(), await newTracks(artist, 1)];
  const outcomes = await atOnce((n) =>
    call(fan, 'cast_vote_or_edit', { p_track_id: track, p_vote_weight: 1 + (n % 5) }, accepted),
  );
  const paid = await numberOf(
    sql,
    `select count(*) from public.zap_actions where user_id = $1 and action_type = 'vote' and metadata ->> 'track_id' = $2`,
    [fan.id, track],
  );
  const faults = faultUnless(
    paid === 1 && countOf(outcomes) === CONCURRENT_REQUESTS,
    `a vote and its edits were paid ${paid} times`,
  );
  return { name: 'a vote and 49 edits of it', outcomes, faults };
}

/** Everybody can pay, so every vote must count. */
export async function votesOfAll({ sql, accepted, crowd, artist, newTracks }: RaceScene): Promise<RaceResult> {
  const [track = ''] = await newTracks(artist, 1);
  await Promise.all(crowd.map((fan) => setBalance(sql, fan, 5)));
  const outcomes = await atOnce((n) =>
    call(crowd[n] ?? artist, 'cast_vote_or_edit', { p_track_id: track, p_vote_weight: 1 + (n % 5) }, accepted),
  );
  const votes = await numberOf(sql, 'select total_votes from public.tracks where id = $1', [track]);
  return {
    name: 'votes of 50 people for one track',
    outcomes,
    faults: faultUnless(votes === CONCURRENT_REQUESTS, `of 50 votes ${votes} count`),
  };
}

export async function purchaseUnderOneId({ sql, accepted, next }: RaceScene): Promise<RaceResult> {
  const fan = next();
  await setBalance(sql, fan, 200);
  const id = randomUUID();
  const outcomes = await atOnce(() => call(fan, 'purchase_store_item', { item_id: mysteryPack }, accepted, id));
  const bought = await numberOf(
    sql,
    `select count(*) from public.zap_actions where user_id = $1 and action_type = 'store_purchase' and metadata ->> 'item_id' = $2`,
    [fan.id, mysteryPack],
  );
  const faults = faultUnless(
    bought === 1 && countOf(outcomes) === CONCURRENT_REQUESTS,
    `a purchase under one id was made ${bought} times`,
  );
  return { name: 'one purchase from 50 tabs under one id', outcomes, faults };
}

export async function lastInStock({ sql, accepted, crowd, artist }: RaceScene): Promise<RaceResult> {
  await Promise.all(crowd.map((fan) => setBalance(sql, fan, 150)));
  await sql`update public.store_items set stock = 1 where id = ${vaultKey}`;
  const outcomes = await atOnce((n) =>
    call(crowd[n] ?? artist, 'purchase_store_item', { item_id: vaultKey }, accepted),
  );
  const remaining = await numberOf(sql, 'select stock from public.store_items where id = $1', [vaultKey]);
  await sql`update public.store_items set stock = null where id = ${vaultKey}`;
  const faults = faultUnless(
    remaining === 0 && countOf(outcomes) === 1,
    `the last of an item was sold ${countOf(outcomes)} times`,
  );
  return { name: 'the last of an item bought by 50 people', outcomes, faults };
}
