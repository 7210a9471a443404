import { execFileSync } from 'node:child_process';

export function liteProcesses(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n');
  return lines.flatMap((line) => {
    const [, pid = '', ppid = '', args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && args.includes('lite-process.mjs') ? [Number(pid)] : [];
  });
}
