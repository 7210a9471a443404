// Patches lite 0.10.0 as it loads. lite uses client input as keys of ordinary objects, where `__proto__` reaches
// Object.prototype: `embedded['__proto__']['get'] = …` ended the server. The patch removes those objects' prototypes.
// A package patch would repeat 200 KB, since the code is one line.

const FILE = /\/@supabase\/lite\/dist\/index\.js$/;
const NONE = '{__proto__:null}';

/** A fragment that occurs once, and the object literals in it that lose their prototype. */
const places = [
  // `select`: embedded tables by name.
  ['let r={},s=new Set;try{let i={input:n,pos:0}', 'r={}'],
  // Operators by name.
  ['_d={eq:"$eq"', '{'],
  ['tS={any:"Any"', '{'],
  ['rS={fts:void 0', '{'],
  // Filters of the table and of embedded tables.
  ['function Ur(t,e,n,r){let s={},i={};', 's={},i={}'],
  ['i[u]||(i[u]={})', '={}'],
  // Order, limit and offset of embedded tables.
  ['let n={embeddedTransforms:{}},r,s,i={},o={},a={},l={};', ':{}', 'i={},o={},a={},l={}'],
  ['b._nested||(b._nested={})', '={}'],
  ['a[g]||(a[g]={})', '={}'],
  ['l[g]||(l[g]={})', '={}'],
  // Filters of tables nested in embedded ones.
  ['let d={},p={};for(let[h,m]of Object.entries(u))', 'd={},p={}'],
  ['p[y]||(p[y]={})', '={}'],
  // CSV rows by column name.
  ['a={};for(let l=0;l<r.length;l++)', 'a={}'],
];

const withoutPrototypes = (part) => (part === '{' ? '{__proto__:null,' : part.replaceAll('{}', NONE));

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
  return { ...loaded, source: `${patchLite(source)}\nexport const isPatched = true;` };
}
