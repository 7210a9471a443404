import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second. A tick is the unit of CPU times in /proc. */
const TICKS = 100;

/** CPU of the server's processes, in seconds. */
export interface CpuParts {
  /** The process that serves pages, Realtime, the radio and Storage. */
  readonly main: number;
  /** REST and Auth. */
  readonly rest: number;
  readonly postgres: number;
}

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly name: string;
  /** Includes ended children. */
  readonly seconds: number;
}

/** A process and its descendants, from Linux's /proc. */
export function familyOf(rootId: number): Process[] {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (read(name) ?? []) : []));
  const family = new Set([rootId]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.filter(({ id }) => family.has(id));
}

/** CPU of the server with this process id and of its descendants. */
export function cpuParts(serverId: number): CpuParts {
  const processes = familyOf(serverId);
  const sum = (isCounted: (process: Process) => boolean) =>
    processes.reduce((total, each) => total + (isCounted(each) ? each.seconds : 0), 0);
  const isPostgres = ({ name }: Process) => name.startsWith('postgres');
  return {
    main: sum(({ id }) => id === serverId),
    rest: sum((each) => each.id !== serverId && !isPostgres(each)),
    postgres: sum(isPostgres),
  };
}

/** CPU of a process's main thread alone, in seconds. */
export function mainThreadSeconds(processId: number): number {
  return read(`${processId}/task/${processId}`)?.seconds ?? Number.NaN;
}

/** @param id a directory in /proc. Null for a process that has ended. */
function read(id: string): Process | null {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
    // The fields after the name: state, parent …; times are the 12th to 15th.
    const fields = rest.split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { id: Number(id), parent: Number(fields[1]), name, seconds: ticks / TICKS };
  } catch {
    return null;
  }
}
