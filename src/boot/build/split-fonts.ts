import { basename } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FONT = /-wght-normal-[^.]+\.woff2$/;

/** Characters of the preloaded subset: ASCII, and the punctuation of the app's texts. */
const FIRST_RANGES = 'U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026';

/** The full fonts' other ranges, and all combining marks: a browser composes e and ◌́ into this file's é only if the file also has the mark. */
const OTHER_RANGES =
  'U+A1-B6,U+B8-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+300-36F,U+2000-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rclt', 'rlig', 'tnum'];

/** Splits each font by unicode-range: a preloaded subset for the first texts, and the full file on demand. */
export function splitFonts(): Plugin {
  return {
    name: 'undercurrent-split-fonts',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const assets = Object.values(bundle).filter((output) => output.type === 'asset');
      const page = assets.find(({ fileName }) => fileName === 'index.html');
      if (!page) throw new Error('The build has no page');
      for (const { fileName, source } of assets.filter((asset) => FONT.test(asset.fileName))) {
        const name = basename(fileName).replace(FONT, '-first.woff2');
        const first = this.getFileName(
          this.emitFile({ type: 'asset', name, source: await subsetForFirstTexts(source) }),
        );
        page.source = preload(first, splitFace(page.source.toString(), fileName, first));
      }
    },
  };
}

function subsetForFirstTexts(font: string | Uint8Array): Promise<Uint8Array> {
  const text = FIRST_RANGES.split(',').map(charactersIn).join('');
  return subsetFont(Buffer.from(font), text, { targetFormat: 'woff2', keepFeatures: FEATURES });
}

function splitFace(page: string, fullFile: string, first: string): string {
  const face = page.match(/@font-face\s*\{[^}]*\}/g)?.find((rule) => rule.includes(fullFile));
  if (face === undefined) throw new Error(`No @font-face rule uses ${fullFile}`);
  const withRange = (rule: string, range: string) => rule.replace(/;?\s*\}$/, `;unicode-range:${range}}`);
  return page.replace(
    face,
    () => withRange(face.replace(fullFile, first), FIRST_RANGES) + withRange(face, OTHER_RANGES),
  );
}

function preload(font: string, page: string): string {
  return page.replace('</head>', `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin></head>`);
}

function charactersIn(range: string): string {
  const [from = 0, to = from] = range
    .slice('U+'.length)
    .split('-')
    .map((hex) => parseInt(hex, 16));
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
}
