import type postgres from 'postgres';
import type { CallerAddress } from '../http/caller-address.ts';
import { HttpError } from '../http/http-error.ts';
import { originFor, type PublicAddress } from '../http/public-address.ts';
import { sendJson } from '../http/respond.ts';
import type { Exchange } from '../http/router.ts';
import { describeStation, SHORTCODE, STREAM_PATH } from './now-playing.ts';
import { createFileFinder, readRadioTracks } from './radio-tracks.ts';
import { isStationStopped, reportAirings } from './report-airings.ts';
import { sendStream } from './send-stream.ts';
import { createStation } from './station.ts';
import { openRenderThread } from './render-thread.ts';

export interface RadioContext {
  /** With superuser rights. */
  readonly sql: postgres.Sql;
  /** The path of the file of an object; null without such an object. */
  findFile(bucket: string, name: string): Promise<string | null>;
  readonly publicAddress: PublicAddress;
  readonly addressOf: CallerAddress;
  readonly log: (line: string) => void;
}

export interface Radio {
  figures(): { readonly listeners: number; readonly isOnAir: boolean; readonly queued: number };
  handle(exchange: Exchange): Promise<void>;
  close(): Promise<void>;
}

export async function startRadio({ sql, findFile, publicAddress, addressOf, log }: RadioContext): Promise<Radio> {
  let queued = 0;
  const station = createStation({
    isStopped: await isStationStopped(sql),
    now: () => performance.now(),
    wall: () => Date.now(),
    setTimer: (run, ms) => {
      const timer = setTimeout(() => void run(), ms);
      return () => clearTimeout(timer);
    },
    async readQueue(kind) {
      const tracks = await readRadioTracks(sql, kind);
      queued = tracks.length;
      return tracks;
    },
    locate: createFileFinder(findFile),
    renderThread: openRenderThread(),
    log,
  });
  const stopReports = reportAirings(sql, station, log);
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await station.close();
    await stopReports();
  };
  return {
    figures: () => ({ listeners: station.listenerCount(), isOnAir: station.isOnAir(), queued }),
    async handle({ req, res, url }) {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        throw new HttpError(405, 'Method not allowed', 'Use GET.', { allow: 'GET, HEAD, OPTIONS' });
      }
      const path = url.pathname.slice('/radio'.length);
      await station.ready;
      if (path === STREAM_PATH || path === '/radio.mp3') return sendStream(station, addressOf(req), { req, res });
      const isList = path === '/api/nowplaying';
      if (!isList && path !== `/api/nowplaying/${SHORTCODE}` && path !== '/api/nowplaying/1') {
        throw new HttpError(404, 'Not found', 'The radio has nothing at this address.');
      }
      const described = describeStation(await station.state(), originFor(req, publicAddress));
      sendJson(res, 200, isList ? [described] : described);
    },
    close: () => (closing ??= close()),
  };
}
