// A loader of Node that changes @supabase/lite 0.10.0 as it is loaded. It keeps words of the client as keys of ordinary objects, where
// `__proto__` reaches what all objects share: `embedded['__proto__']['get'] = …` ended the server. Those objects get no prototype.
// A patch of the package would repeat 200 KB, since its code is one line.

const FILE = /\/@supabase\/lite\/dist\/index\.js$/;
const NONE = '{__proto__:null}';

/** What stands there once, and the part of it that becomes objects without a prototype. */
const places = [
  // `select`: embedded tables by their names.
  ['let r={},s=new Set;try{let i={input:n,pos:0}', 'r={}'],
  // Operators by their names.
  ['_d={eq:"$eq"', '{'],
  ['tS={any:"Any"', '{'],
  ['rS={fts:void 0', '{'],
  // Filters of the table itself and of embedded ones.
  ['function Ur(t,e,n,r){let s={},i={};', 's={},i={}'],
  ['i[u]||(i[u]={})', '={}'],
  // Order, limit and offset of embedded tables.
  ['let n={embeddedTransforms:{}},r,s,i={},o={},a={},l={};', ':{}', 'i={},o={},a={},l={}'],
  ['b._nested||(b._nested={})', '={}'],
  ['a[g]||(a[g]={})', '={}'],
  ['l[g]||(l[g]={})', '={}'],
  // Filters of tables within embedded ones.
  ['let d={},p={};for(let[h,m]of Object.entries(u))', 'd={},p={}'],
  ['p[y]||(p[y]={})', '={}'],
  // Rows of CSV by the names of their columns.
  ['a={};for(let l=0;l<r.length;l++)', 'a={}'],
];

const withoutPrototypes = (part) => (part === '{' ? '{__proto__:null,' : part.replaceAll('{}', NONE));

/** The code of lite with each place changed. Throws where one is not there exactly once. */
export function patchLite(code) {
  return places.reduce((patched, [place, ...parts]) => {
    if (patched.split(place).length !== 2)
      throw new Error(`@supabase/lite is not what it was in 0.10.0: it does not say "${place}" once (patch-lite.mjs)`);
    const changed = parts.reduce((text, part) => text.replace(part, withoutPrototypes(part)), place);
    return patched.replace(place, () => changed);
  }, code);
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!FILE.test(url)) return loaded;
  const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
  return { ...loaded, source: patchLite(source) };
}
