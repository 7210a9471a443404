import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { installTool } from '../../tools/install-tool.ts';
import type { Profile } from './profile.ts';

/** Sizes are of scripts as transferred; times are in ms. */
export interface Visit {
  /** Scripts requested before the largest contentful paint. */
  readonly usableKb: number;
  readonly allKb: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly score: number;
}

const observed = z.object({ items: z.array(z.object({ observedLargestContentfulPaint: z.optional(z.number()) })) });

const requests = z.object({
  items: z.array(
    z.object({
      resourceType: z.optional(z.string()),
      transferSize: z.number(),
      networkRequestTime: z.number(),
      sessionTargetType: z.optional(z.string()),
    }),
  ),
});

/** The package's default export, with the options that are used here. */
type Lighthouse = (
  url: string,
  flags: { port: number; output: 'json'; logLevel: 'error'; onlyCategories: string[]; disableStorageReset: boolean },
) => Promise<unknown>;

const lighthouseModule = z.object({ default: z.custom<Lighthouse>((value) => typeof value === 'function') });

const lighthouseResult = z.object({
  lhr: z.object({
    audits: z.record(z.string(), z.object({ numericValue: z.optional(z.number()), details: z.optional(z.unknown()) })),
    categories: z.object({ performance: z.object({ score: z.number() }) }),
    runtimeError: z.optional(z.object({ code: z.string(), message: z.string() })),
  }),
});

/**
 * Loads a page on the phone that Lighthouse emulates. The site's code is fetched again.
 *
 * @param isNew whether Lighthouse also clears the site's data
 */
export async function visit(profile: Profile, url: string, isNew: boolean): Promise<Visit> {
  await forgetCode(profile, new URL(url).origin);
  await profile.restart();
  const entry = pathToFileURL(`${installTool('lighthouse')}/lighthouse/core/index.js`).href;
  const { default: lighthouse } = lighthouseModule.parse(await import(entry));
  const result = await lighthouse(url, {
    port: profile.port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance'],
    disableStorageReset: !isNew,
  });
  const { audits, categories, runtimeError } = lighthouseResult.parse(result).lhr;
  // The trace lacks its beginning, which is not the page's fault. Lighthouse asks for a retry.
  if (runtimeError?.code === 'NO_NAVSTART') return visit(profile, url, isNew);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const scripts = requests
    .parse(audits['network-requests']?.details)
    .items.filter(
      ({ resourceType, sessionTargetType: requester }) => resourceType === 'Script' && requester === 'page',
    );
  const kb = (selected: typeof scripts) => selected.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
  const painted =
    observed.parse(audits['metrics']?.details).items[0]?.observedLargestContentfulPaint ?? Number.POSITIVE_INFINITY;
  return {
    usableKb: kb(scripts.filter(({ networkRequestTime }) => networkRequestTime <= painted)),
    allKb: kb(scripts),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    score: Math.round(categories.performance.score * 100),
  };
}

async function forgetCode({ context }: Profile, origin: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage,shader_cache',
  });
  await page.close();
}
