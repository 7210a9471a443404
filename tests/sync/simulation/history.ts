interface Run {
  readonly id: string;
  readonly startedAt: number;
  readonly startedXid: number;
}

/** Copied with the data folder. */
export type HistoryCopy = Readonly<Pick<History, 'position'>> & {
  readonly runs: readonly Run[];
  readonly validMarks: ReadonlySet<string>;
};

/** Marks are evidence of the server's runs (SY-8). */
export class History {
  number = 0;
  /** Increases with each commit, like a WAL position. */
  position = 0;
  private runs: Run[] = [];
  private runsBegun = 0;
  private validMarks = new Set<string>();
  private readonly numberByMark = new Map<string, number>();

  beginRun(nextXid: number): void {
    this.runs.push({ id: `run-${++this.runsBegun}`, startedAt: this.position, startedXid: nextXid });
  }

  /** Positions continue from the restored folder's. */
  restore({ position, runs, validMarks }: HistoryCopy): void {
    this.number += 1;
    this.position = position;
    this.runs = [...runs];
    this.validMarks = new Set(validMarks);
  }

  /** A loaded dump knows no earlier run. */
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
    this.numberByMark.set(mark, this.number);
    return mark;
  }

  refuted(marks: readonly string[], nextXid: number): string[] {
    return marks.filter((mark) => {
      const [id = '', position = '', floor = ''] = mark.split('.');
      const at = this.runs.findIndex((run) => run.id === id);
      const end = this.runs[at + 1] ?? { startedAt: this.position, startedXid: nextXid };
      return at < 0 || parseInt(position.slice(2), 16) > end.startedAt || Number(floor) > end.startedXid;
    });
  }

  isValid(mark: string): boolean {
    return this.validMarks.has(mark);
  }

  numberOf(marks: readonly string[], epoch: string | null): number {
    // Without marks, each history has its own epoch.
    return this.numberByMark.get(marks.at(-1) ?? '') ?? Number(epoch?.split('-')[1]) - 1;
  }
}
