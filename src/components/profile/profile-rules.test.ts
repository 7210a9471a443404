import { describe, expect, it } from 'vitest';
import { profileRow } from '../../../tests/sync/support/rows.ts';
import { type LinkField, profileChanges, profileErrors, toForm } from './profile-rules.ts';

const profile = profileRow('me', { artist_name: 'Ines', bio: 'Trams', youtube_url: 'https://youtu.be/x' });
const form = toForm(profile);
const linkError = (field: LinkField, value: string) => profileErrors({ ...form, [field]: value })[field];

describe('the profile form', () => {
  it('needs a name of 1 to 50 characters and a bio of at most 500; an emoji counts as one', () => {
    const errorsOf = (part: Partial<typeof form>) => profileErrors({ ...form, ...part });
    expect(errorsOf({ artist_name: '  ' })).toEqual({ artist_name: 'Artist name is required' });
    expect(errorsOf({ artist_name: '🎵'.repeat(50) })).toEqual({});
    expect(errorsOf({ artist_name: '🎵'.repeat(51) })).toEqual({ artist_name: 'Artist name too long' });
    expect(errorsOf({ bio: 'x'.repeat(500) })).toEqual({});
    expect(errorsOf({ bio: 'x'.repeat(501) })).toEqual({ bio: 'Bio too long' });
  });

  it.each([
    ['instagram_url', 'instagram.com/ines', 'instagrarn.com/ines', 'Must be a valid Instagram URL'],
    ['instagram_url', 'https://www.instagr.am/ines', 'instagram.com.evil.example', 'Must be a valid Instagram URL'],
    ['tiktok_url', 'm.tiktok.com/@ines', 'nottiktok.com', 'Must be a valid TikTok URL'],
    ['youtube_url', 'http://youtu.be/x', 'youtube.com@evil.example', 'Must be a valid YouTube URL'],
    ['twitter_url', 'x.com/ines', 'notx.com', 'Must be a valid X/Twitter URL'],
    ['twitter_url', 'mobile.twitter.com/ines', 'https://x.com:8443/ines', 'Must be a valid X/Twitter URL'],
    ['website_url', 'ines.example?a=b', 'localhost', 'Must be a valid website URL'],
    ['website_url', 'bücher.example/a', 'javascript:alert(1)', 'Must be a valid website URL'],
    ['tip_link', 'cash.app/$ines', 'cash.app.example', 'Must be a valid CashApp or PayPal URL'],
    ['tip_link', 'PayPal.me/ines', 'https://paypal.com\\@evil.example', 'Must be a valid CashApp or PayPal URL'],
  ] satisfies [LinkField, string, string, string][])(
    '[S-24] %s accepts %s and rejects %s',
    (field, valid, invalid, message) => {
      expect(linkError(field, valid)).toBeUndefined();
      expect(linkError(field, '  ')).toBeUndefined();
      expect(linkError(field, invalid)).toBe(message);
    },
  );

  it('saves changed fields only, adds https, and saves empty fields as null', () => {
    expect(profileChanges(form, profile)).toBeNull();
    expect(profileChanges({ ...form, artist_name: ' Ines ', bio: ' ' }, profile)).toEqual({ bio: null });
    expect(
      profileChanges(
        { ...form, website_url: ' ines.example', tip_link: 'http://cash.app/$i', youtube_url: '' },
        profile,
      ),
    ).toEqual({ website_url: 'https://ines.example', tip_link: 'http://cash.app/$i', youtube_url: null });
    expect(profileChanges({ ...form, privacy_setting: 'private' }, profile)).toEqual({ privacy_setting: 'private' });
  });
});
