import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefreshSchedule } from './refresh-schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const began = Date.now();
  const times: number[] = [];
  return { times, ...createRefreshSchedule(() => void times.push(Date.now() - began)) };
}

it('[SY-23] the first request refreshes at once, and later ones every 50 ms', () => {
  const { times, request } = open();
  for (let at = 0; at < 120; at += 10) {
    request();
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1_000);
  expect(times).toEqual([0, 50, 100, 150]);
  request();
  expect(times).toEqual([0, 50, 100, 150, 1_120]);
});

it('[SY-13] rows whose acknowledgement does not arrive are shown after a second', () => {
  const { times, hold } = open();
  hold();
  vi.advanceTimersByTime(600);
  hold();
  vi.advanceTimersByTime(399);
  expect(times).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(times).toEqual([1_000]);
});

it('[SY-13] after the acknowledgement, held rows are shown once 50 ms pass without another row or request', () => {
  const { times, hold, settle, request } = open();
  hold();
  for (const next of [settle, hold, request]) {
    vi.advanceTimersByTime(40);
    next();
  }
  vi.advanceTimersByTime(49);
  expect(times).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(times).toEqual([170]);
});

it('[SY-13] rows that keep arriving after an acknowledgement delay the refresh by a second at most', () => {
  const { times, settle } = open();
  for (let at = 0; at < 2_000; at += 40) {
    settle();
    vi.advanceTimersByTime(40);
  }
  expect(times).toEqual([810, 1_650]);
});

it('[SY-13] a refresh of everything, as at midnight, shows held rows too, and the end of their hold does not refresh again', () => {
  const { times, hold, now } = open();
  hold();
  vi.advanceTimersByTime(10);
  now();
  expect(times).toEqual([10]);
  vi.advanceTimersByTime(2_000);
  expect(times).toEqual([10]);
});

it('[SY-13] a refresh of everything does not end the hold of other rows', () => {
  const { times, hold, now, request } = open();
  hold();
  now();
  vi.advanceTimersByTime(60);
  request();
  vi.advanceTimersByTime(2_000);
  expect(times).toEqual([0, 110]);
});

it('[SY-13] rows right after an acknowledgement are shown with it, without another hold', () => {
  const { times, hold, settle } = open();
  settle();
  hold();
  vi.advanceTimersByTime(2_000);
  expect(times).toEqual([50]);
});

it('[SY-19] nothing is refreshed after the schedule has closed', () => {
  const { times, request, hold, settle, now, close } = open();
  hold();
  close();
  for (const call of [request, hold, settle, now]) call();
  vi.advanceTimersByTime(5_000);
  expect(times).toEqual([]);
});
