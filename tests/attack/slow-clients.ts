import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from './report.ts';
import { KillableStack } from './killable-stack.ts';

/** Longer than the time limits of a head and a body, plus the pause between checks. */
const WATCHED_S = 50;
/** MB by which the process may grow. */
const MAX_GROWTH = 400;
/** File handles that may be open at the end besides those of the start: the connections allowed per address, and a few for the database. */
const MAX_HANDLES = 1_050;

/** Connections of one kind from one address. */
interface Crowd {
  readonly name: string;
  readonly size: number;
  readonly from: string;
  /** Sent at once. */
  readonly first: string | Buffer;
  /** Sent each second. */
  readonly more?: string;
  /** Open connections allowed at the end. A connection that the server never accepted looks open to the client. */
  readonly mayRemain: number;
}

/** Opens all crowds at once. Meanwhile another client must be served; afterwards a crowd may keep `mayRemain` connections. */
export async function crowdServer(): Promise<Report> {
  const stack = await KillableStack.open();
  const faults: string[] = [];
  const lines: string[] = [];
  const sockets: Socket[] = [];
  try {
    const port = Number(new URL(stack.url).port);
    const key = stack.keys.publishableKey;
    const post = `POST /rest/v1/rpc/first_screen HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\n`;
    const crowds: Crowd[] = [
      {
        name: 'slow heads',
        size: 400,
        from: '127.0.1.1',
        first: 'GET / HTTP/1.1\r\nHost: a\r\n',
        more: 'X: y\r\n',
        mayRemain: 0,
      },
      {
        name: 'slow bodies',
        size: 400,
        from: '127.0.1.2',
        first: `${post}Content-Length: 900\r\n\r\n`,
        more: ' ',
        mayRemain: 0,
      },
      {
        name: 'large bodies, a byte short',
        size: 400,
        from: '127.0.1.3',
        first: Buffer.concat([Buffer.from(`${post}Content-Length: 1900001\r\n\r\n`), Buffer.alloc(1_900_000, ' ')]),
        mayRemain: 0,
      },
      {
        name: 'upgrades without an end',
        size: 400,
        from: '127.0.1.4',
        first: 'GET /realtime/v1/websocket HTTP/1.1\r\nUpgrade: websocket\r\n',
        mayRemain: 0,
      },
      {
        name: 'thousands of requests in a packet',
        size: 200,
        from: '127.0.1.5',
        first: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000),
        mayRemain: 0,
      },
      { name: 'thousands of connections', size: 3_000, from: '127.0.1.6', first: '', mayRemain: Infinity },
    ];
    const before = memoryOf(stack);
    const handles = handlesOf(stack);
    const open = crowds.map((crowd) => connectCrowd(crowd, port, sockets));
    let peak = before;
    let slowest = 0;
    for (let second = 0; second < WATCHED_S; second += 1) {
      await sleep(1_000);
      open.forEach(({ writeMore }) => writeMore());
      const startedAt = Date.now();
      const status = await requestFrom('127.0.2.1', port);
      slowest = Math.max(slowest, Date.now() - startedAt);
      if (status !== 200) faults.push(`somebody else was answered ${status} in second ${second}`);
      peak = Math.max(peak, memoryOf(stack));
    }
    for (const [index, { name, size, mayRemain }] of crowds.entries()) {
      const openCount = open[index]?.openCount() ?? 0;
      lines.push(`${name}: ${size}, of which ${openCount} are open after ${WATCHED_S} s`);
      if (openCount > mayRemain) faults.push(`${name}: ${openCount} connections are still open`);
    }
    const addedHandles = handlesOf(stack) - handles;
    lines.push(`the process holds ${addedHandles} handles more than before`);
    if (addedHandles > MAX_HANDLES) faults.push(`the process holds ${addedHandles} handles more than before`);
    lines.push(`the process grew from ${before} to ${peak} MB; somebody else waited ${slowest} ms at most`);
    if (peak - before > MAX_GROWTH) faults.push(`the process grew by ${peak - before} MB`);
  } catch (error) {
    faults.push(String(error));
  } finally {
    for (const socket of sockets) socket.destroy();
    await stack.close();
  }
  return { lines, faults };
}

function connectCrowd({ size, from, first, more }: Crowd, port: number, all: Socket[]) {
  const openSockets = new Set<Socket>();
  for (let index = 0; index < size; index += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    openSockets.add(socket);
    all.push(socket);
    socket.on('error', () => undefined).once('close', () => openSockets.delete(socket));
    socket.resume().write(first);
  }
  const writeMore = () => {
    if (more !== undefined) for (const socket of openSockets) socket.write(more);
  };
  return { writeMore, openCount: () => openSockets.size };
}

function requestFrom(localAddress: string, port: number): Promise<number> {
  return new Promise((done) => {
    const req = request(
      { port, host: '127.0.0.1', localAddress, path: '/healthz', agent: false, timeout: 10_000 },
      (res) => {
        res.resume().once('close', () => done(res.statusCode ?? 0));
      },
    );
    req.on('timeout', () => req.destroy());
    req.on('error', () => done(0));
    req.end();
  });
}

function handlesOf({ pid }: KillableStack): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function memoryOf({ pid }: KillableStack): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1000);
}
