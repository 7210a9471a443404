/** A start of the server, with its log position at that time. */
interface Run {
  readonly id: string;
  readonly startedAt: number;
  /** The next transaction id at that time. */
  readonly startedXid: number;
}

/** What a copy of the data folder contains of a history. */
export type HistoryCopy = Readonly<Pick<History, 'position'>> & {
  readonly runs: readonly Run[];
  readonly validMarks: ReadonlySet<string>;
};

/** The server's runs, and the marks that it gives as evidence of them (SY-8). */
export class History {
  /** Number of restores; only the simulation knows it. */
  number = 0;
  /** Increases with each commit, like a WAL position. */
  position = 0;
  private runs: Run[] = [];
  private runsBegun = 0;
  /** The marks given in this history. */
  private validMarks = new Set<string>();
  /** History number by mark. */
  private readonly numberByMark = new Map<string, number>();

  beginRun(nextXid: number): void {
    this.runs.push({ id: `run-${++this.runsBegun}`, startedAt: this.position, startedXid: nextXid });
  }

  /** A data folder is put back: positions continue from that folder's. */
  restore({ position, runs, validMarks }: HistoryCopy): void {
    this.number += 1;
    this.position = position;
    this.runs = [...runs];
    this.validMarks = new Set(validMarks);
  }

  /** A dump is loaded: no earlier run is known. */
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

  /** Those of the marks that belong to a history that a restore has replaced. */
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

  /** The history number of a page, from its marks and epoch. */
  numberOf(marks: readonly string[], epoch: string | null): number {
    // Without marks, each history has its own epoch.
    return this.numberByMark.get(marks.at(-1) ?? '') ?? Number(epoch?.split('-')[1]) - 1;
  }
}
