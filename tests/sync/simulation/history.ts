/** Time from a start of the server to the next. */
interface Run {
  readonly id: string;
  readonly startedAt: number;
  readonly startedXid: number;
}

/** The part of the history that is copied with the data folder. */
export type HistoryCopy = Readonly<Pick<History, 'position'>> & {
  readonly runs: readonly Run[];
  readonly validMarks: ReadonlySet<string>;
};

/** The server's runs and restores, and the marks that prove what a device has read of them (SY-8). */
export class History {
  restoreCount = 0;
  /** Increases with each commit and each digest, like a WAL position. */
  position = 0;
  private runs: Run[] = [];
  private runsBegun = 0;
  private validMarks = new Set<string>();
  private readonly restoreCountByMark = new Map<string, number>();

  beginRun(nextXid: number): void {
    this.runs.push({ id: `run-${++this.runsBegun}`, startedAt: this.position, startedXid: nextXid });
  }

  /** Puts back a copied folder, from whose position the server continues. */
  restore({ position, runs, validMarks }: HistoryCopy): void {
    this.restoreCount += 1;
    this.position = position;
    this.runs = [...runs];
    this.validMarks = new Set(validMarks);
  }

  /** Begins the history of a loaded dump, which knows no earlier run. */
  beginAnew(): void {
    this.restore({ position: this.position, runs: [], validMarks: new Set() });
  }

  copy(): HistoryCopy {
    return { position: this.position, runs: [...this.runs], validMarks: new Set(this.validMarks) };
  }

  giveMark(floor: number): string {
    const position = `0/${this.position.toString(16).toUpperCase()}`;
    const mark = `${this.runs.at(-1)?.id ?? ''}.${position}.${floor}.mac`;
    this.validMarks.add(mark);
    this.restoreCountByMark.set(mark, this.restoreCount);
    return mark;
  }

  /** The marks that this server cannot have given, or whose history it has lost. */
  refuted(marks: readonly string[], nextXid: number): string[] {
    return marks.filter((mark) => {
      const [id = '', position = '', floor = ''] = mark.split('.');
      const at = this.runs.findIndex((run) => run.id === id);
      const end = this.runs[at + 1] ?? { startedAt: this.position, startedXid: nextXid };
      return at < 0 || parseInt(position.slice(2), 16) > end.startedAt || Number(floor) > end.startedXid;
    });
  }

  /** Whether the server gave the mark in its present history. */
  isValid(mark: string): boolean {
    return this.validMarks.has(mark);
  }

  /** How often the server had been restored when it gave the last of these marks. */
  restoreCountOf(marks: readonly string[], epoch: string | null): number {
    // A server without marks begins an epoch at each restore.
    return this.restoreCountByMark.get(marks.at(-1) ?? '') ?? Number(epoch?.split('-')[1]) - 1;
  }
}
