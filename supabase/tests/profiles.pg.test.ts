import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, brokenLedgers, pull, push, putFile } from './scene.ts';
import { createFriends, createPerson, expectRefused, resultOf } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const update = (payload: Record<string, unknown>) => action('profile.update', payload);
const storedValue = async (user: string, field: string) =>
  (await db.sql`select ${db.sql(field)} as value from public.user_profiles where id = ${user}`)[0]?.['value'];

describe('the visibility of a profile', () => {
  it('[S-23] is `visible` to people who may see the profile, else `private`, and `missing` without a profile', async () => {
    const [friend, other] = await createFriends(db);
    const stranger = await createPerson(db);
    const visibility = (by: string, id: string) => db.asUser(by).rpc('get_profile_visibility', { p_profile_id: id });
    const visibilities = async () => [
      await visibility(friend, friend),
      await visibility(other, friend),
      await visibility(stranger, friend),
    ];
    expect(await visibilities()).toEqual(['visible', 'visible', 'visible']);
    await resultOf(db.asUser(friend), update({ privacy_setting: 'friends_only' }));
    expect(await visibilities()).toEqual(['visible', 'visible', 'private']);
    await resultOf(db.asUser(friend), update({ privacy_setting: 'private' }));
    expect(await visibilities()).toEqual(['visible', 'private', 'private']);
    await db.sql`delete from auth.users where id = ${friend}`;
    expect(await visibility(stranger, friend)).toBe('missing');
    expect(await visibility(stranger, '00000000-0000-4000-8000-000000000000')).toBe('missing');
  });
});

describe('the picture of a profile', () => {
  const face = (user: string, name = 'face.png', kind = 'png') =>
    putFile(db, user, { bucket: 'avatars', kind, name: `${user}/${name}` });
  const atTable = (user: string, avatar_url: string) =>
    db.asUser(user).run((tx) => tx`update public.user_profiles set ${tx({ avatar_url })} where id = ${user}`);

  it('[S-15] is a checked file of one’s own folder, given as its path or its public URL', async () => {
    const user = await createPerson(db);
    const path = await face(user);
    for (const address of [path, `${path}?v=3`, `https://any.example/storage/v1/object/public/avatars/${path}?v=4`]) {
      expect(await resultOf(db.asUser(user), update({ avatar_url: address }))).toMatchObject({ success: true });
      expect(await storedValue(user, 'avatar_url')).toBe(address.slice(address.indexOf(user)));
    }
    await db.sql`delete from private.file_facts where name = ${path}`;
    const [deferred] = await push(db.asUser(user), [update({ avatar_url: `${path}?v=5` })]);
    expect(deferred).toMatchObject({
      status: 'later',
      result: { code: 'not_checked', file: { bucket: 'avatars', name: path } },
    });
    expect(await resultOf(db.asUser(user), update({ bio: 'Other fields do not wait.' }))).toMatchObject({
      success: true,
    });
  });

  it('[S-15] needs a file for each of its sizes', async () => {
    const user = await createPerson(db);
    const path = await face(user, 'avatar_medium.jpg', 'jpeg');
    await expectRefused(db, db.asUser(user), update({ avatar_url: path }), 'file_missing');
    await face(user, 'avatar_small.jpg', 'unknown');
    await expectRefused(db, db.asUser(user), update({ avatar_url: path }), 'file_kind');
  });

  it('cannot be set to an external URL through any endpoint, because its host could track viewers', async () => {
    const [user, other] = [await createPerson(db), await createPerson(db)];
    const invalid = [
      'https://tracker.example/pixel.png',
      'http://localhost/x.png',
      await face(other),
      `${user}/../x.png`,
      'data:,',
    ];
    for (const avatar_url of invalid) {
      await expectRefused(
        db,
        db.asUser(user),
        update({ avatar_url }),
        'avatar_invalid',
        'This picture cannot be used.',
      );
      expect((await refusal(atTable(user, avatar_url))).message).toBe('This picture cannot be used.');
    }
    expect((await refusal(atTable(user, `${user}/none.png`))).message).toBe(
      'The file was not found. Please upload it again.',
    );
  });

  it('stays through other edits if it is an external URL that the operator imported', async () => {
    const user = await createPerson(db);
    const address = 'https://pictures.example/nina.png';
    await db.asService().run((tx) => tx`update public.user_profiles set avatar_url = ${address} where id = ${user}`);
    expect(await resultOf(db.asUser(user), update({ bio: 'Hello' }))).toMatchObject({ success: true });
    expect(await storedValue(user, 'avatar_url')).toBe(address);
  });
});

describe('profile.update', () => {
  it('changes the fields that it names, trimmed, and keeps the others', async () => {
    const user = await createPerson(db, { name: 'Nina' });
    const changes = {
      bio: '  Makes house.  ',
      privacy_setting: 'friends_only',
      instagram_url: 'instagram.com/nina',
      tiktok_url: 'https://www.tiktok.com/@nina',
      youtube_url: 'http://youtu.be/abc?t=3',
      twitter_url: 'x.com/nina',
      website_url: 'nina.example/music#top',
      tip_link: 'paypal.me/nina',
    };
    expect(await resultOf(db.asUser(user), update(changes))).toEqual({ success: true, zaps_earned: 2 });
    const { rows } = await pull(db.asUser(user), { tables: ['user_profiles'] });
    expect(rows.find(({ row }) => row.id === user)?.row).toMatchObject({
      artist_name: 'Nina',
      avatar_url: `${user}/avatar.png`,
      bio: 'Makes house.',
      privacy_setting: 'friends_only',
      instagram_url: 'https://instagram.com/nina',
      tiktok_url: 'https://www.tiktok.com/@nina',
      youtube_url: 'http://youtu.be/abc?t=3',
      twitter_url: 'https://x.com/nina',
      website_url: 'https://nina.example/music#top',
      tip_link: 'https://paypal.me/nina',
    });
  });

  it('stores an empty text as null', async () => {
    const user = await createPerson(db);
    await resultOf(db.asUser(user), update({ bio: 'x', website_url: 'a.example', tip_link: 'cash.app/$n' }));
    expect(await resultOf(db.asUser(user), update({ bio: ' ', website_url: '', tip_link: null }))).toMatchObject({
      success: true,
    });
    expect(await Promise.all(['bio', 'website_url', 'tip_link'].map((field) => storedValue(user, field)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('refuses invalid fields with the messages of the specification', async () => {
    const user = await createPerson(db);
    const restricted = 'Your submission contains restricted words. Please edit and try again.';
    const invalid: [Record<string, unknown>, string, string?][] = [
      [{ artist_name: '   ' }, 'artist_missing', 'Artist name is required'],
      [{ artist_name: 'x'.repeat(51) }, 'artist_too_long', 'Artist name too long'],
      [{ artist_name: 'DJ N4zi' }, 'restricted_words', restricted],
      [{ bio: 'x'.repeat(501) }, 'bio_too_long', 'Bio too long'],
      [{ bio: 'total RAPE' }, 'restricted_words', restricted],
      [{ privacy_setting: 'hidden' }, 'privacy_unknown'],
      [{ privacy_setting: null }, 'invalid_payload'],
      [{ bio: 5 }, 'invalid_payload'],
      [{ id: user }, 'invalid_payload', 'There is nothing to change.'],
      [{}, 'invalid_payload', 'There is nothing to change.'],
      // Because of one invalid field, the whole change is refused.
      [{ bio: 'fine', website_url: 'nodot' }, 'link_invalid', 'Must be a valid website URL'],
    ];
    for (const [payload, code, text] of invalid) await expectRefused(db, db.asUser(user), update(payload), code, text);
  });

  it('[SY-11] ignores fields that people may not set', async () => {
    const [user, other] = [await createPerson(db), await createPerson(db, { name: 'Otis' })];
    const createdAt = await storedValue(user, 'created_at');
    await resultOf(
      db.asUser(user),
      update({ bio: 'x', id: other, created_at: '2001-01-01T00:00:00.000Z', deleted_at: null, rev: 99 }),
    );
    expect(await storedValue(user, 'created_at')).toEqual(createdAt);
    expect(await storedValue(other, 'bio')).toBe(null);
  });
});

describe('links', () => {
  const messages = {
    instagram_url: 'Must be a valid Instagram URL',
    tiktok_url: 'Must be a valid TikTok URL',
    youtube_url: 'Must be a valid YouTube URL',
    twitter_url: 'Must be a valid X/Twitter URL',
    website_url: 'Must be a valid website URL',
    tip_link: 'Must be a valid CashApp or PayPal URL',
  };
  const valid: Record<keyof typeof messages, readonly string[]> = {
    instagram_url: ['instagram.com', 'https://www.instagram.com/a', 'instagr.am/a', 'HTTPS://M.INSTAGRAM.COM/a'],
    tiktok_url: ['tiktok.com/@a', 'https://vm.tiktok.com/x/'],
    youtube_url: ['youtube.com/@a', 'https://music.youtube.com/x?y=1', 'youtu.be/x'],
    twitter_url: ['x.com/a', 'https://twitter.com/a', 'mobile.twitter.com/a'],
    website_url: ['a.example', 'http://a.b.example/ä?q=1#f', 'xn--mnchen-3ya.de', 'münchen.de', 'a.example/u@h'],
    tip_link: ['cash.app/$a', 'https://paypal.me/a', 'https://www.paypal.com/paypalme/a'],
  };
  const invalid: Record<keyof typeof messages, readonly string[]> = {
    instagram_url: [
      'instagram.com.evil.example',
      'evilinstagram.com',
      'evil.example/instagram.com',
      'https://evil.example?instagram.com',
      'https://instagram.com@evil.example',
      'https://user:pw@instagram.com',
      'https://instagram.com:8080/a',
      'https://instagram.com\\@evil.example/',
      'https://instagram.com%2eevil.example',
      'https://instagram.com./a',
      'https://ìnstagram.com',
      'ftp://instagram.com/a',
      'javascript://instagram.com/%0aalert(1)',
      'instagram.com/a b',
      'instagram.com/"><script>',
      'https:instagram.com',
      '//instagram.com/a',
    ],
    tiktok_url: ['tiktok.co', 'tiktok.com.example', 'https://tik-tok.com'],
    youtube_url: ['youtu.be.example/x', 'youtubee.com', 'notyoutu.be'],
    twitter_url: ['ax.com', 'xx.com', 'x.com.example', 'https://x.co'],
    website_url: [
      'localhost',
      'nodot',
      'javascript:alert(1)',
      'data:text/html,x.y',
      'mailto:a@b.example',
      '1.2.3.4',
      'a..example',
      '.example',
      '-a.example',
      `a.example/${'x'.repeat(500)}`,
    ],
    tip_link: ['cashapp.com', 'paypal.com.example', 'https://paypal.me.example', 'https://venmo.com/a'],
  };

  it('[S-24] are stored if they have the right host or its subdomain, with https:// where the scheme is missing', async () => {
    const user = await createPerson(db);
    for (const [field, links] of Object.entries(valid)) {
      for (const link of links) {
        expect(await resultOf(db.asUser(user), update({ [field]: ` ${link} ` })), link).toMatchObject({
          success: true,
        });
        expect(await storedValue(user, field)).toBe(/^https?:/i.test(link) ? link : `https://${link}`);
      }
    }
  });

  it('[S-24] are refused with their own messages for look-alike hosts, credentials, ports and odd schemes', async () => {
    const user = await createPerson(db);
    for (const [field, message] of Object.entries(messages)) {
      for (const link of Object.entries(invalid).find(([name]) => name === field)?.[1] ?? []) {
        const outcome = await resultOf(db.asUser(user), update({ [field]: link }));
        expect(outcome, link).toEqual({ code: 'link_invalid', message });
      }
      expect(await storedValue(user, field)).toBe(null);
    }
  });
});
