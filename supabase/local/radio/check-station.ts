import * as z from 'zod/mini';
import { reasonOf } from '../start-error.ts';

const WITHIN_MS = 10_000;

const station = z.looseObject({
  station: z.looseObject({ listen_url: z.string(), mounts: z.optional(z.array(z.looseObject({ url: z.string() }))) }),
});
const answer = z.union([station, z.array(station).check(z.minLength(1))]);

/**
 * Checks that an external station answers in AzuraCast's format, and streams from the host of RADIO_URL: the content security
 * policy of the page allows no other.
 * @returns warnings, one line each
 */
export async function checkStation(radioUrl: string): Promise<string[]> {
  const base = new URL(radioUrl);
  let body: unknown;
  try {
    const response = await fetch(`${radioUrl}/api/nowplaying`, { signal: AbortSignal.timeout(WITHIN_MS) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    body = await response.json();
  } catch (error) {
    return [
      `RADIO_URL: ${radioUrl}/api/nowplaying could not be read (${reasonOf(error)}). The app tries it again by itself.`,
    ];
  }
  const parsed = answer.safeParse(body);
  if (!parsed.success)
    return [`RADIO_URL: ${radioUrl}/api/nowplaying does not answer in the form of AzuraCast. The app shows no radio.`];
  const [first] = [parsed.data].flat();
  const listenUrl = first?.station.listen_url ?? '';
  if (!URL.canParse(listenUrl, `${radioUrl}/`))
    return [`RADIO_URL: the station names no stream (listen_url is "${listenUrl}").`];
  const stream = new URL(listenUrl, `${radioUrl}/`);
  const advice =
    "In AzuraCast, turn on 'Use Web Proxy for Radio' (System Settings), so that the stream comes from the address of its page.";
  if (stream.hostname !== base.hostname)
    return [
      `RADIO_URL: the station streams from ${stream.host}, and the app may only play from ${base.hostname}. ${advice} ` +
        'Or set RADIO_URL to the address that the stream has.',
    ];
  if (base.protocol === 'https:' && stream.protocol === 'http:' && stream.port !== '')
    return [
      `RADIO_URL: the station streams from ${stream.origin} without TLS, which browsers block in a page of https. ${advice}`,
    ];
  return [];
}
