import { expect, it } from 'vitest';
import { decoded, findSharedName } from './shared-names.ts';

const shared = Object.getOwnPropertyNames(Object.prototype);
const find = (path: string, json: unknown = null, headers = {}) =>
  findSharedName(new URL(path, 'http://localhost/rest/v1/'), headers, json);
const encoded = (text: string) => encodeURIComponent(text);

const places: Record<string, (name: string) => string> = {
  'a table': (name) => name,
  'a table, encoded': (name) => `%${Buffer.from(name).toString('hex').match(/../g)?.join('%') ?? ''}`,
  'a table, encoded twice': (name) => `%25${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
  'a procedure': (name) => `rpc/${name}`,
  'a column': (name) => `tracks?${name}=eq.1`,
  'a column with spaces': (name) => `tracks?%20${name}%20=eq.1`,
  'a quoted column': (name) => `tracks?${encoded(`"${name}"`)}=eq.1`,
  'a column of an embedded table': (name) => `tracks?select=id,shared_tracks(id)&shared_tracks.${name}=eq.1`,
  'a property of an embedded table': (name) => `tracks?shared_tracks.${name}.get=eq.1`,
  'an embedded order': (name) => `tracks?track_votes.${name}.order=id`,
  'an embedded name in an order': (name) => `tracks?order=${name}(id)`,
  'an order': (name) => `tracks?order=id,${name}.desc`,
  'a select': (name) => `tracks?select=id,${name}`,
  'an alias': (name) => `tracks?select=${name}:id`,
  'an embedded select': (name) => `tracks?select=id,${name}(id)`,
  'a path in JSON': (name) => `store_items?select=metadata-%3E%3E${name}`,
  'a path in a filter': (name) => `store_items?metadata-%3E${name}=eq.1`,
  'a column of an or': (name) => `tracks?or=(id.eq.1,${name}.eq.2)`,
  'a quoted column of an or': (name) => `tracks?or=${encoded(`("${name}".eq.2)`)}`,
  'a column of an and in an or': (name) => `tracks?or=(id.eq.1,and(${name}.eq.2,id.eq.3))`,
  'a column of an embedded or': (name) => `tracks?shared_tracks.or=(${name}.eq.2)`,
  'a path in an or': (name) => `store_items?or=${encoded(`(metadata->>${name}.eq.2)`)}`,
  'an operator': (name) => `tracks?id=${name}.1`,
  'a negated operator': (name) => `tracks?id=not.${name}.1`,
  'an operator with a word': (name) => `tracks?id=${name}(any).1`,
  'an operator of an or': (name) => `tracks?or=(id.${name}.1)`,
  'a key of JSON in a filter': (name) => `store_items?metadata=cs.${encoded(`{"${name}":1}`)}`,
  'a conflict': (name) => `tracks?on_conflict=id,${name}`,
  'the columns of an insert': (name) => `tracks?columns=id,${name}`,
};

it.each(Object.entries(places))('finds each property of Object.prototype as %s', (_, place) => {
  for (const name of shared) expect(find(place(name)), place(name)).toBe(name);
});

it('finds each property of Object.prototype as a key of a body, at any depth and however escaped', () => {
  for (const name of shared) {
    const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
    for (const text of [`{"${name}":1}`, `[{"a":[{"${name}":{}}]}]`, `{"${escaped}":null}`])
      expect(find('tracks', JSON.parse(text)), text).toBe(name);
  }
});

it('finds a property of Object.prototype as a schema or a preference in a header', () => {
  for (const header of ['accept-profile', 'content-profile', 'prefer'])
    expect(find('tracks', null, { [header]: 'valueOf' })).toBe('valueOf');
});

it('allows any word as data', () => {
  for (const name of shared) {
    for (const path of [
      `tracks?title=eq.${name}`,
      `tracks?title=ilike.*${name}*`,
      `tracks?title=in.(${name},other)`,
      `tracks?or=(title.eq.${name},title.ilike.*${name}.*)`,
      `rpc/search?word=${name}`,
    ])
      expect(find(path), path).toBe(null);
    expect(find('tracks', { title: name, tags: [name] })).toBe(null);
  }
  expect(find('tracks?select=id,title,user_profiles(artist_name)&order=created_at.desc&limit=5')).toBe(null);
});

it('decodes a path five times at most', () => {
  expect(decoded(`%${'25'.repeat(4)}63onstructor`)).toBe('constructor');
  expect(decoded(`%${'25'.repeat(5)}63onstructor`)).toBe('%63onstructor');
});
