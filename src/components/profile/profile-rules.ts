import type { ActionPayload } from '../../../sync/model/actions.ts';
import type { ProfileRow } from '../../../sync/model/tables/user-profiles.ts';
import { lengthOf } from '../../platform/characters.ts';
import { profileTexts } from './profile-texts.ts';

/** Limits in characters, the same as the server's. */
export const NAME_MAX = 50;
export const BIO_MAX = 500;
const LINK_MAX = 500;

/** `hosts`: the allowed hosts (S-24); null allows any host with a dot. */
export const links = [
  { field: 'instagram_url', hosts: ['instagram.com', 'instagr.am'] },
  { field: 'tiktok_url', hosts: ['tiktok.com'] },
  { field: 'youtube_url', hosts: ['youtube.com', 'youtu.be'] },
  { field: 'twitter_url', hosts: ['x.com', 'twitter.com'] },
  { field: 'website_url', hosts: null },
  { field: 'tip_link', hosts: ['cash.app', 'paypal.me', 'paypal.com'] },
] as const;
export type LinkField = (typeof links)[number]['field'];

export interface ProfileForm extends Record<LinkField, string> {
  artist_name: string;
  bio: string;
  privacy_setting: ProfileRow['privacy_setting'];
}

export type ProfileErrors = Partial<Record<'artist_name' | 'bio' | LinkField, string>>;

export function toForm(profile: ProfileRow): ProfileForm {
  const { artist_name: name, bio, privacy_setting, instagram_url, tiktok_url, youtube_url } = profile;
  return {
    artist_name: name ?? '',
    bio: bio ?? '',
    privacy_setting,
    instagram_url: instagram_url ?? '',
    tiktok_url: tiktok_url ?? '',
    youtube_url: youtube_url ?? '',
    twitter_url: profile.twitter_url ?? '',
    website_url: profile.website_url ?? '',
    tip_link: profile.tip_link ?? '',
  };
}

export function profileErrors(form: ProfileForm): ProfileErrors {
  const errors: ProfileErrors = {};
  const name = lengthOf(form.artist_name.trim());
  if (name === 0) errors.artist_name = profileTexts.errors.nameMissing;
  else if (name > NAME_MAX) errors.artist_name = profileTexts.errors.nameTooLong;
  if (lengthOf(form.bio.trim()) > BIO_MAX) errors.bio = profileTexts.errors.bioTooLong;
  for (const { field, hosts } of links) {
    const link = withScheme(form[field]);
    if (link !== null && !hasAllowedHost(link, hosts)) errors[field] = profileTexts.errors[field];
  }
  return errors;
}

/** The changed fields. Empty ones become null. Returns null if nothing has changed. */
export function profileChanges(form: ProfileForm, profile: ProfileRow): ActionPayload<'profile.update'> | null {
  const values = {
    artist_name: form.artist_name.trim(),
    bio: form.bio.trim() || null,
    privacy_setting: form.privacy_setting,
    instagram_url: withScheme(form.instagram_url),
    tiktok_url: withScheme(form.tiktok_url),
    youtube_url: withScheme(form.youtube_url),
    twitter_url: withScheme(form.twitter_url),
    website_url: withScheme(form.website_url),
    tip_link: withScheme(form.tip_link),
  };
  const stored: Record<string, unknown> = profile;
  const changed = Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== stored[field]));
  return Object.keys(changed).length > 0 ? changed : null;
}

function withScheme(text: string): string | null {
  const link = text.trim();
  if (link === '') return null;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`;
}

/** A web address and, captured, its host. Excludes ports, user names, and characters that browsers rewrite, such as a backslash. */
const ADDRESS =
  /^https?:\/\/((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]*[\p{L}\p{N}]))(?:[/?#][^\s<>"\\^`{|}]*)?$/iu;

function hasAllowedHost(link: string, hosts: readonly string[] | null): boolean {
  if (lengthOf(link) > LINK_MAX) return false;
  const host = ADDRESS.exec(link)?.[1]?.toLowerCase();
  if (host === undefined) return false;
  return hosts === null || hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}
