import lighthouse from 'lighthouse';
import * as z from 'zod/mini';
import type { Profile } from './profile.ts';

/** What Lighthouse says of one visit: times in milliseconds, sizes in KB (1024 bytes) as they were sent. */
export interface Visit {
  readonly usableKb: number;
  readonly allKb: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** Of 100. */
  readonly score: number;
}

const observed = z.object({ items: z.array(z.object({ observedLargestContentfulPaint: z.optional(z.number()) })) });

const requests = z.object({
  items: z.array(
    z.object({
      resourceType: z.optional(z.string()),
      transferSize: z.number(),
      networkRequestTime: z.number(),
      /** Who asked: the page, or its service worker, which fetches everything behind it. */
      sessionTargetType: z.optional(z.string()),
    }),
  ),
});

/**
 * Visits a page as Lighthouse's phone does: slow network, a quarter of the processor.
 * @param isNew false: what the site keeps stays, and its code has to be fetched again
 */
export async function visit(profile: Profile, url: string, isNew: boolean): Promise<Visit> {
  await forgetCode(profile, new URL(url).origin);
  await profile.restart();
  const result = await lighthouse(url, {
    port: profile.port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance'],
    disableStorageReset: !isNew,
  });
  if (!result) throw new Error(`Lighthouse says nothing of ${url}`);
  const { audits, categories, runtimeError } = result.lhr;
  // The trace lost its beginning, which is nothing of the page's: Lighthouse asks to be run again.
  if (runtimeError?.code === 'NO_NAVSTART') return visit(profile, url, isNew);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const scripts = requests
    .parse(audits['network-requests']?.details)
    .items.filter(({ resourceType, sessionTargetType: who }) => resourceType === 'Script' && who === 'page');
  const kb = (those: typeof scripts) => those.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
  const painted =
    observed.parse(audits['metrics']?.details).items[0]?.observedLargestContentfulPaint ?? Number.POSITIVE_INFINITY;
  return {
    usableKb: kb(scripts.filter(({ networkRequestTime }) => networkRequestTime <= painted)),
    allKb: kb(scripts),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    score: Math.round((categories['performance']?.score ?? Number.NaN) * 100),
  };
}

/** The browser has the site's data still, and no code of it: neither in its own cache nor in a worker's. */
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
