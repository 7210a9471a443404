import type { ChildProcess } from 'node:child_process';

/** Whether a child process has ended, by itself or by a signal: a signal leaves `exitCode` null. */
export function hasEnded({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>): boolean {
  return exitCode !== null || signalCode !== null;
}
