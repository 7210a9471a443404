import { expect, it } from 'vitest';
import { linkedPage, parsePreview, withPreview, type LinkedPage, type LinkPreview } from './link-preview.ts';

const id = '0b9d7c1e-2f34-4a56-8b78-9c0d1e2f3a4b';
const app = 'https://music.example.com';
const files = 'https://files.example.com';
const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Undercurrent</title>
    <meta
      name="description"
      content="The app's own words."
    />
    <script>'once'</script>
  </head>
  <body>The app</body>
</html>`;

const trackPage: LinkedPage = { kind: 'track', id };
const write = (preview: Partial<LinkPreview>, page = trackPage) =>
  withPreview(html, page, { title: 'Night Bus', artist: 'Someone', picture: null, ...preview }, { app, files });
const tag = (page: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(page)?.[1] ?? null;

it("replaces the head's title and description with title, artist, cover and URL, and keeps the rest of the page", () => {
  expect(write({ picture: `${id}/a cover.png` })).toBe(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <script>'once'</script>
    <title>Night Bus by Someone · Undercurrent</title>
    <meta name="description" content="Listen to Night Bus by Someone on Undercurrent." />
    <link rel="canonical" href="${app}/track/${id}" />
    <meta property="og:site_name" content="Undercurrent" />
    <meta property="og:type" content="music.song" />
    <meta property="og:title" content="Night Bus by Someone" />
    <meta property="og:description" content="Listen to Night Bus by Someone on Undercurrent." />
    <meta property="og:url" content="${app}/track/${id}" />
    <meta property="og:image" content="${files}/storage/v1/object/public/covers/${id}/a%20cover.png" />
    <meta property="og:image:alt" content="Night Bus by Someone" />
    <meta name="twitter:card" content="summary" />
    <meta name="twitter:title" content="Night Bus by Someone" />
    <meta name="twitter:description" content="Listen to Night Bus by Someone on Undercurrent." />
    <meta name="twitter:image" content="${files}/storage/v1/object/public/covers/${id}/a%20cover.png" />
  </head>
  <body>The app</body>
</html>`);
});

it("shows a person by name and picture, the app's icon without a picture, and a picture from elsewhere by its URL", () => {
  const person = write({ title: null, picture: `${id}/face.png?t=7` }, { kind: 'profile', id });
  expect([tag(person, 'og:title'), tag(person, 'og:type'), tag(person, 'og:url')]).toEqual([
    'Someone',
    'profile',
    `${app}/profile/${id}`,
  ]);
  expect(tag(person, 'og:image')).toBe(`${files}/storage/v1/object/public/avatars/${id}/face.png?t=7`);
  expect(tag(write({}), 'og:image')).toBe(`${app}/icons/icon-512.png`);
  expect(tag(write({ picture: 'https://elsewhere.example/a.png' }), 'og:image')).toBe(
    'https://elsewhere.example/a.png',
  );
});

it('shows a release as an album with the cover of its first track', () => {
  const page = write({ title: 'Tides', picture: `${id}/tides.png` }, { kind: 'release', id });
  expect(['og:title', 'og:type', 'og:url', 'og:image'].map((name) => tag(page, name))).toEqual([
    'Tides by Someone',
    'music.album',
    `${app}/release/${id}`,
    `${files}/storage/v1/object/public/covers/${id}/tides.png`,
  ]);
});

it.each([
  ['markup', '</title><script>alert(1)</script>', '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['quotes', `" onload='x' &amp;`, '&quot; onload=&#39;x&#39; &amp;amp;'],
  ['replacement patterns', "$& $1 $` $'", '$&amp; $1 $` $&#39;'],
  ['line breaks and controls', 'one\r\ntwo\u2028three\u0007\u0000four', 'one two three four'],
  ['bidirectional controls', '\u202egnp.exe\u2066\u200f\u061c!', 'gnp.exe!'],
  ['zero-width characters', '\ufeffNi\u200bght\u2060', 'Night'],
  ['emoji, single and joined', '𝕌 🎧 👩\u200d🚀', '𝕌 🎧 👩\u200d🚀'],
  ['only invisible characters', '\u202e\u200b \n', 'Untitled'],
  ['500 emoji', '🎧'.repeat(500), `${'🎧'.repeat(99)}…`],
])('a title with %s is shown as text, on one line of at most 100 characters', (_, title, shown) => {
  const page = write({ title, artist: 'A' });
  expect(tag(page, 'og:title')).toBe(`${shown} by A`);
  expect(page).toContain(`<title>${shown} by A · Undercurrent</title>`);
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page.match(/<\/head>/g)).toHaveLength(1);
});

it("escapes a picture's hostile URL, so that it stays inside the attribute's quotes", () => {
  const page = write({ picture: `https://elsewhere.example/"><script>alert(1)</script>` });
  expect(tag(page, 'og:image')).toBe('https://elsewhere.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
});

it('recognises the paths of pages that have previews, and no others', () => {
  expect(linkedPage(`/release/${id}`)).toEqual({ kind: 'release', id });
  expect(linkedPage(`/playlist/${id}`)).toEqual({ kind: 'playlist', id });
  expect(linkedPage(`/track/${id}`)).toEqual({ kind: 'track', id });
  expect(linkedPage(`/profile/${id.toUpperCase()}/`)).toEqual({ kind: 'profile', id });
  const others = ['/', '/track', '/track/', '/track/1', `/tracks/${id}`, `/x/track/${id}`, `/track/${id}/edit`];
  expect(others.map(linkedPage)).toEqual(others.map(() => null));
});

it('accepts a null result, a null title and unknown fields, and rejects a response in another format', () => {
  expect(parsePreview(null)).toBeNull();
  expect(parsePreview({ title: null, artist: 'A', picture: null, more: 1 })).toEqual({
    title: null,
    artist: 'A',
    picture: null,
  });
  for (const answer of ['A', [], {}, { title: 1, artist: 'A', picture: null }]) {
    expect(() => parsePreview(answer)).toThrow('get_link_preview');
  }
});
