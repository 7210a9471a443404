import { mediaAddress } from './media/media-address.ts';
import { escapeHtml } from './escape-html.ts';
import { isRecord } from './service.ts';

const pageKinds = ['track', 'release', 'playlist', 'profile'] as const;

export interface LinkedPage {
  readonly kind: (typeof pageKinds)[number];
  readonly id: string;
}

export interface LinkPreview {
  /** Null for a profile. */
  readonly title: string | null;
  readonly artist: string;
  /** Path in the bucket, or a URL. */
  readonly picture: string | null;
}

/** Public origins of the app and of the stored files, from configuration: request headers cannot be trusted. */
export interface PublicOrigins {
  readonly app: string;
  readonly files: string;
}

const openGraphTypes = {
  track: 'music.song',
  release: 'music.album',
  playlist: 'music.playlist',
  profile: 'profile',
} as const;

/** Longest wait for the preview's data. After it, the page is sent without a preview. */
export const PREVIEW_TIMEOUT_MS = 2_000;
/** Graphemes of a title or an artist's name in a preview; a longer text ends in '…'. */
const MAX_CHARACTERS = 100;

/** The track, release, playlist or profile whose page has this path; null for other paths. */
export function linkedPage(path: string): LinkedPage | null {
  const [, name, id] = /^\/([a-z]+)\/([\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})\/?$/.exec(path) ?? [];
  const kind = pageKinds.find((kind) => kind === name);
  return kind !== undefined && id !== undefined ? { kind, id: id.toLowerCase() } : null;
}

/** Parses the procedure's result; null when strangers may not see the page. @throws Error for another format */
export function parsePreview(answer: unknown): LinkPreview | null {
  if (answer === null) return null;
  const { title, artist, picture } = isRecord(answer) ? answer : {};
  if (typeof artist !== 'string' || !isTextOrNull(title) || !isTextOrNull(picture)) {
    throw new Error('get_link_preview answered in another form');
  }
  return { title, artist, picture };
}

/** Replaces the title and the description in the page's head with the tags of a preview. */
export function withPreview(html: string, page: LinkedPage, preview: LinkPreview, origins: PublicOrigins): string {
  const title = /<title>([^<&]*)<\/title>\s*/i;
  const app = oneLine(title.exec(html)?.[1] ?? '');
  const tags = `  ${previewTags(page, preview, origins, app).join('\n    ')}\n  `;
  return (
    html
      .replace(title, '')
      .replace(/<meta\s+name="description"[^>]*>\s*/i, '')
      // A function, because a replacement string would expand '$&' in a title.
      .replace(/<\/head>/i, (end) => tags + end)
  );
}

function previewTags(page: LinkedPage, preview: LinkPreview, origins: PublicOrigins, app: string): string[] {
  const artist = oneLine(preview.artist) || 'Unknown Artist';
  const name = preview.title === null ? artist : `${oneLine(preview.title) || 'Untitled'} by ${artist}`;
  const description = `Listen to ${name} on ${app}.`;
  const address = `${origins.app}/${page.kind}/${page.id}`;
  const picture = pictureAddress(page, preview, origins);
  return [
    `<title>${escapeHtml(`${name} · ${app}`)}</title>`,
    metaTag('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    metaTag('property', 'og:site_name', app),
    metaTag('property', 'og:type', openGraphTypes[page.kind]),
    metaTag('property', 'og:title', name),
    metaTag('property', 'og:description', description),
    metaTag('property', 'og:url', address),
    metaTag('property', 'og:image', picture),
    metaTag('property', 'og:image:alt', name),
    metaTag('name', 'twitter:card', 'summary'),
    metaTag('name', 'twitter:title', name),
    metaTag('name', 'twitter:description', description),
    metaTag('name', 'twitter:image', picture),
  ];
}

function pictureAddress({ kind }: LinkedPage, { picture }: LinkPreview, { app, files }: PublicOrigins): string {
  if (picture === null) return `${app}/icons/icon-512.png`;
  return mediaAddress({ supabaseUrl: files }, kind === 'profile' ? 'avatars' : 'covers', picture);
}

function metaTag(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;
}

/** The text on one line, without invisible characters (some reorder the text around them), cut to MAX_CHARACTERS. */
function oneLine(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .trim();
  // Count graphemes: cutting inside a flag or an accented letter would show another character.
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : line;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
