import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown, runnerImport } from 'vite';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The script in which the app begins, as Vite writes it into the page. */
const ENTRY = /<script type="module" crossorigin src="(\/assets\/[^"]+)"><\/script>/;

/** The fonts in which the first frame is written. */
const LETTERS = /-wght-normal-[^.]+\.woff2$/;

/** Names of the scripts that are asked for one after another before rows are there. */
const ENGINE = ['client', 'scope', 'workspace', 'replica', 'feed', 'track-grid', 'player-code'];

/** Puts into the page what stands there before the app: the script of the first frame, and the gate. */
export function buildPage(): Plugin {
  let isBuild = false;
  return {
    name: 'undercurrent-first-frame',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const script = `<script>${await firstPaint()}</script>`;
        // While somebody works on the app its code comes at once, and nobody needs a gate before it.
        if (!isBuild) return html.replace('</body>', () => `${script}</body>`);
        if (!ENTRY.test(html)) throw new Error('The page names no script to begin with');
        const gate = await gateTemplate();
        const fonts = Object.keys(bundle ?? {}).filter((file) => LETTERS.test(file));
        return (
          html
            // Fetched at once; what stands before the app is drawn, then it runs (first-paint.ts).
            .replace(
              ENTRY,
              (_, entry: string) =>
                `<link rel="modulepreload" crossorigin href="${entry}" data-entry data-engine="${engineOf(bundle ?? {}).join(' ')}">`,
            )
            .replace('</head>', () => `${fonts.map(preload).join('')}</head>`)
            .replace('</body>', () => `${gate}${script}</body>`)
        );
      },
    },
  };
}

/** The scripts that Explore and its rows need beside the entry's own. */
function engineOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const withImports = (chunk: Rolldown.OutputChunk): string[] => [
    chunk.fileName,
    ...chunk.imports.flatMap((name) => chunks.filter((one) => one.fileName === name).flatMap(withImports)),
  ];
  const entry = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(withImports));
  const asked = ENGINE.flatMap((name) => {
    const chunk = chunks.find((one) => one.name === name);
    if (!chunk) throw new Error(`The page asks at once for a script that the build does not have: ${name}`);
    return withImports(chunk);
  });
  return [...new Set(asked)].filter((file) => !entry.has(file)).map((file) => `/${file}`);
}

function preload(font: string): string {
  return `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`;
}

async function firstPaint(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('first-paint.ts'), formats: ['iife'], name: 'firstPaint' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (!chunk) throw new Error('The script of the first frame was not built');
  return chunk.code.trim();
}

async function gateTemplate(): Promise<string> {
  const { module } = await runnerImport<typeof import('./draw-gate.tsx')>(here('draw-gate.tsx'), {
    configFile: false,
    logLevel: 'error',
  });
  const { html, css } = module.drawGate();
  return `<template data-css="${css.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${html}</template>`;
}
