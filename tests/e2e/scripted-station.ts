import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseMpeg } from '../../supabase/functions/_shared/media/mpeg.ts';

export interface ScriptedSong {
  id?: string;
  title: string;
  artist: string;
}

/** A radio station whose songs and failures the test sets. All other requests go to the stack. */
export interface ScriptedStation {
  address: string;
  openStreams(): number;
  streamRequests(): number;
  polls(): number;
  /** Replaces the current song by this one, as if it had begun `agoS` seconds ago. */
  playSong(song: ScriptedSong, agoS?: number): void;
  /** Sets the song that is named as the next. */
  announce(song: ScriptedSong): void;
  /** Cuts all streams, and refuses new ones with 503. */
  fail(): void;
  /** Ends `fail` and `stall`. */
  recover(): void;
  /** Keeps the streams open, but sends nothing. */
  stall(): void;
  close(): Promise<void>;
}

/** Seconds of audio sent to a new listener at once, enough for Chromium to start. Playback is this far behind the station. */
const BURST_S = 7;
const TICK_MS = 50;

function readFrames(): { frames: Uint8Array[]; frameMs: number } {
  const bytes = readFileSync(fileURLToPath(new URL('../fixtures/outside-vbr-art.mp3', import.meta.url)));
  const frames: Uint8Array[] = [];
  const audio = parseMpeg(bytes, (at, size, isInfoFrame) => !isInfoFrame && frames.push(bytes.subarray(at, at + size)));
  if (!audio) throw new Error('The fixture is no MP3');
  return { frames, frameMs: audio.durationMs / audio.frames };
}

const { frames, frameMs } = readFrames();

export async function openScriptedStation(stackPort: number): Promise<ScriptedStation> {
  const streams = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let mode: 'streaming' | 'stalled' | 'failing' = 'streaming';
  let streamRequests = 0;
  let polls = 0;
  let song: ScriptedSong = { title: 'Night Freight', artist: 'Oslo Static' };
  let since = Date.now() - 60_000;
  let next: ScriptedSong | null = null;
  const history: { song: ScriptedSong; played_at: number; duration: number }[] = [];

  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://station');
    if (pathname === '/radio/api/nowplaying') return sendNowPlaying(req, res);
    if (pathname === '/radio/listen/test/radio.mp3') return stream(res);
    forward(req, res, stackPort);
  });
  server.on('upgrade', (req, client, head) => {
    const upstream = connect(stackPort, 'localhost', () => {
      const headers = Object.entries(req.headers).map(([name, value]) => `${name}: ${String(value)}`);
      upstream.write(`${req.method} ${req.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  function sendNowPlaying(req: IncomingMessage, res: ServerResponse): void {
    polls += 1;
    const playedAt = Math.round(since / 1000);
    const elapsed = Math.round((Date.now() - since) / 1000);
    const body = [
      {
        station: {
          name: 'Test',
          listen_url: `http://${req.headers.host}/radio/listen/test/radio.mp3`,
          mounts: [{ bitrate: 128, burst_size: BURST_S * 16_000 }],
        },
        listeners: { total: streams.size, unique: streams.size, current: streams.size },
        live: { is_live: false, streamer_name: '' },
        now_playing: { played_at: playedAt, duration: 240, elapsed, remaining: 240 - elapsed, song },
        playing_next: next && { song: next },
        song_history: history,
        is_online: mode !== 'failing',
      },
    ];
    res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }

  function stream(res: ServerResponse): void {
    streamRequests += 1;
    if (mode === 'failing') return void res.writeHead(503).end();
    res.writeHead(200, { 'content-type': 'audio/mpeg', 'cache-control': 'no-store' });
    streams.add(res);
    const startedAt = Date.now() - BURST_S * 1000;
    let sent = 0;
    const send = () => {
      if (mode !== 'streaming') return;
      while (sent * frameMs < Date.now() - startedAt) res.write(frames[sent++ % frames.length]);
    };
    send();
    const timer = setInterval(send, TICK_MS);
    res.on('close', () => {
      clearInterval(timer);
      streams.delete(res);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The station has no port');
  return {
    address: `http://localhost:${address.port}`,
    openStreams: () => streams.size,
    streamRequests: () => streamRequests,
    polls: () => polls,
    playSong(next, agoS = 0) {
      history.unshift({ song, played_at: Math.round(since / 1000), duration: 240 });
      song = next;
      since = Date.now() - agoS * 1000;
    },
    announce(song) {
      next = song;
    },
    fail() {
      mode = 'failing';
      for (const each of streams) each.destroy();
    },
    recover() {
      mode = 'streaming';
    },
    stall() {
      mode = 'stalled';
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(req: IncomingMessage, res: ServerResponse, port: number): void {
  const upstream = request(
    { port, host: 'localhost', method: req.method, path: req.url, headers: req.headers },
    (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    },
  );
  upstream.on('error', () => res.destroy());
  req.pipe(upstream);
}
