import { agrees, type Compared, compared } from '@suyuan/contract/plant/packing/compared-package.ts';
import type { PackableCode } from '@suyuan/contract/plant/packing/packing.ts';
import { type DeskParts, ScanDesk } from '#ui/scan/desk/ScanDesk.ts';
import { asTasks, type Task } from '#ui/scan/desk/ScanQueue.ts';
import { type LastScan, notTaken } from '#ui/scan/lastScan.ts';
import type { PackageFacts } from './contents/PackageView.tsx';

export interface CountCalls {
  record(code: string): Promise<PackageFacts>;
  judge(codes: readonly string[]): Promise<readonly PackableCode[]>;
}

interface Counted {
  readonly code: string;
  /** The package that it is in, according to the records, if that is another one. */
  readonly liesIn: string | null;
}

export interface CountState {
  /** The recorded state of the package. */
  readonly record: PackageFacts | undefined;
  readonly counted: readonly Counted[];
}

export const comparedIn = ({ record, counted }: CountState): Compared<Counted> =>
  compared(record?.children ?? [], counted);

export const isAsRecorded = (state: CountState): boolean => agrees(comparedIn(state));

type CountStep =
  | { readonly do: 'undoScan' | 'startAgain' }
  | { readonly do: 'open'; readonly code: string }
  | { readonly do: 'readAgain'; readonly code: string };

/** The desk for comparing the contents of a package with its record, scan by scan. */
export class BoxCount extends ScanDesk<CountState, CountStep> {
  readonly #calls: CountCalls;

  constructor(calls: CountCalls, parts: DeskParts) {
    super({ record: undefined, counted: [] }, parts);
    this.#calls = calls;
  }

  undoScan(): void {
    this.afterwards({ do: 'undoScan' });
  }

  /** Starts over: the next scan is another package. */
  startAgain(): void {
    this.afterwards({ do: 'startAgain' });
  }

  /** Reloads the record after the package was corrected to what was counted. */
  readAgain(code: string): void {
    this.afterwards({ do: 'readAgain', code });
  }

  protected override holds({ counted }: CountState): boolean {
    return counted.length > 0;
  }

  protected override emptied(): CountState {
    return { record: undefined, counted: [] };
  }

  protected override async send(step: CountStep): Promise<void> {
    if (step.do === 'startAgain') this.startOver(this.emptied());
    else if (step.do === 'undoScan') this.#undo();
    else if (step.do === 'open') await this.#open(step.code);
    else if (step.do === 'readAgain') {
      this.change({ record: await this.#calls.record(step.code) });
      this.announce({ outcome: 'done', code: step.code, textKey: 'setRight' });
    }
  }

  protected override async take(texts: readonly string[]): Promise<readonly Task<CountStep>[]> {
    const { record } = this.state;
    if (!record) {
      const [first, ...rest] = texts as [string, ...string[]];
      return [{ step: { do: 'open', code: first } }, ...asTasks(rest)];
    }
    for (const [index, one] of (await this.#calls.judge(texts)).entries()) {
      const { code } = one;
      // If the package agrees with its record, scanning another package begins that one.
      if (code !== null && isAnother(one, record) && isAsRecorded(this.state)) {
        return [{ step: { do: 'open', code } }, ...asTasks(texts.slice(index + 1))];
      }
      this.#count(one, record);
    }
    return [];
  }

  #undo(): void {
    const last = this.state.counted.at(-1);
    if (!last) return;
    this.change({ counted: this.state.counted.slice(0, -1) });
    this.announce({ outcome: 'repeated', code: last.code, textKey: 'undone' });
  }

  async #open(text: string): Promise<void> {
    const record = await this.#calls.record(text);
    const { code, children, work_order_id } = record;
    if (children.length === 0 && work_order_id === null) {
      this.announce({ outcome: 'wrong', code, textKey: 'noPackage' });
      return;
    }
    this.change({ record, counted: [] });
    this.announce({ outcome: 'good', code, textKey: 'opened' });
  }

  #count(one: PackableCode, record: PackageFacts): void {
    const { code, lies_in } = one;
    const { counted } = this.state;
    if (code === null) this.announce(notTaken(one));
    else if (code === record.code || counted.some((other) => other.code === code)) {
      this.announce({ outcome: 'repeated', code, textKey: 'repeated' });
    } else if (isAnother(one, record)) this.announce({ outcome: 'wrong', code, textKey: 'otherPackage' });
    else {
      this.change({ counted: [...counted, { code, liesIn: lies_in === record.code ? null : lies_in }] });
      this.announce(this.#found(code, record));
    }
  }

  #found(code: string, { children }: PackageFacts): LastScan {
    if (isAsRecorded(this.state)) return { outcome: 'done', code, textKey: 'agrees' };
    const isRight = children.some((child) => child.code === code);
    return isRight ? { outcome: 'good', code, textKey: 'right' } : { outcome: 'wrong', code, textKey: 'extra' };
  }
}

/** It is another package, because its level is too high for being inside this one. */
const isAnother = ({ code, level }: PackableCode, record: PackageFacts): boolean =>
  code !== record.code && level >= record.level;
