import type { PackableCode } from '../../../../../contract/plant/packing.ts';
import { ScanDesk } from '../../../../ui/scan/desk/ScanDesk.ts';
import { asTasks, type Task } from '../../../../ui/scan/desk/ScanQueue.ts';
import { type LastScan, notTaken } from '../../../../ui/scan/lastScan.ts';
import type { PackageFacts } from '../contents/PackageView.tsx';

export interface CountCalls {
  record(code: string): Promise<PackageFacts>;
  judge(codes: readonly string[]): Promise<readonly PackableCode[]>;
}

interface Counted {
  readonly code: string;
  /** Another package that it is said to lie in. */
  readonly liesIn: string | null;
}

export interface CountState {
  /** The package as it is on record. */
  readonly record: PackageFacts | undefined;
  readonly counted: readonly Counted[];
}

/** What is missing, what is there without being on record, and what is right. */
export function comparedIn({ record, counted }: CountState) {
  const onRecord = new Set(record?.children.map(({ code }) => code));
  const there = new Set(counted.map(({ code }) => code));
  return {
    missing: [...onRecord].filter((code) => !there.has(code)),
    extra: counted.filter(({ code }) => !onRecord.has(code)),
    right: counted.filter(({ code }) => onRecord.has(code)),
  };
}

/** All that is on record was counted, and nothing else. */
export function isAsRecorded(state: CountState): boolean {
  const { missing, extra } = comparedIn(state);
  return state.counted.length > 0 && missing.length === 0 && extra.length === 0;
}

/** What is in a box, scan by scan, against what is on record. */
export class BoxCount extends ScanDesk<CountState> {
  readonly #calls: CountCalls;

  constructor(calls: CountCalls, tell: (scan: LastScan) => void) {
    super({ record: undefined, counted: [] }, tell);
    this.#calls = calls;
  }

  undoScan(): void {
    this.afterwards(async () => {
      const dropped = this.state.counted.at(-1);
      if (!dropped) return;
      this.change({ counted: this.state.counted.slice(0, -1) });
      this.says({ outcome: 'repeated', code: dropped.code, says: 'undone' });
    });
  }

  /** The next scan is another box. */
  startAgain(): void {
    this.afterwards(async () => this.startOver({ record: undefined, counted: [] }));
  }

  /** The box was set right: what was counted is on record. */
  readAgain(code: string): void {
    this.afterwards(async () => {
      this.change({ record: await this.#calls.record(code) });
      this.says({ outcome: 'done', code, says: 'setRight' });
    });
  }

  protected async take(texts: readonly string[]): Promise<readonly Task[]> {
    const { record } = this.state;
    if (!record) {
      const [first, ...left] = texts as [string, ...string[]];
      return [{ work: () => this.#open(first) }, ...asTasks(left)];
    }
    for (const [index, one] of (await this.#calls.judge(texts)).entries()) {
      const { code } = one;
      // What agrees with its record is done with: the next package is opened by its own scan.
      if (code !== null && isAnother(one, record) && isAsRecorded(this.state)) {
        return [{ work: () => this.#open(code) }, ...asTasks(texts.slice(index + 1))];
      }
      this.#count(one, record);
    }
    return [];
  }

  async #open(text: string): Promise<void> {
    const record = await this.#calls.record(text);
    const { code, children, work_order_id } = record;
    if (children.length === 0 && work_order_id === null) {
      this.says({ outcome: 'wrong', code, says: 'noPackage' });
      return;
    }
    this.change({ record, counted: [] });
    this.says({ outcome: 'good', code, says: 'opened' });
  }

  #count(one: PackableCode, record: PackageFacts): void {
    const { code, lies_in } = one;
    const { counted } = this.state;
    if (code === null) this.says(notTaken(one));
    else if (code === record.code || counted.some((other) => other.code === code)) {
      this.says({ outcome: 'repeated', code, says: 'repeated' });
    } else if (isAnother(one, record)) this.says({ outcome: 'wrong', code, says: 'otherPackage' });
    else {
      this.change({ counted: [...counted, { code, liesIn: lies_in === record.code ? null : lies_in }] });
      this.says(this.#found(code, record));
    }
  }

  #found(code: string, { children }: PackageFacts): LastScan {
    if (isAsRecorded(this.state)) return { outcome: 'done', code, says: 'agrees' };
    const isRight = children.some((child) => child.code === code);
    return isRight ? { outcome: 'good', code, says: 'right' } : { outcome: 'wrong', code, says: 'extra' };
  }
}

/** It is too big to lie in the package. */
const isAnother = ({ code, level }: PackableCode, record: PackageFacts): boolean =>
  code !== record.code && level >= record.level;
