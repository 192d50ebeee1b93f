import type { PackableCode } from '../../../../contract/plant/packing.ts';
import { type LastScan, notAnswered, notTaken } from '../../../ui/scan/lastScan.ts';
import { ScanQueue } from '../../../ui/scan/ScanQueue.ts';
import { Store } from '../../../ui/scan/Store.ts';

export interface ChosenCode {
  readonly code: string;
  readonly lies_in: string | null;
}

export interface ChoiceState {
  readonly chosen: readonly ChosenCode[];
  readonly last: LastScan | undefined;
  readonly waiting: number;
  /** Why scans wait, when the server cannot be reached. */
  readonly failed: string | undefined;
}

/** Codes that are to come out of their packages, as they are scanned or ticked. */
export class UnpackChoice extends Store<ChoiceState> {
  readonly #judge: (codes: readonly string[]) => Promise<readonly PackableCode[]>;
  readonly #tell: (scan: LastScan) => void;
  readonly #queue: ScanQueue;

  constructor(judge: (codes: readonly string[]) => Promise<readonly PackableCode[]>, tell: (scan: LastScan) => void) {
    super({ chosen: [], last: undefined, waiting: 0, failed: undefined });
    this.#judge = judge;
    this.#tell = tell;
    this.#queue = new ScanQueue({
      take: async (texts) => {
        for (const one of await this.#judge(texts)) this.#add(one);
        return [];
      },
      refused: (error, [text]) => this.#says(notAnswered(error, text)),
      changed: () => this.change({ waiting: this.#queue.length, failed: this.#queue.failed }),
    });
  }

  scan(texts: readonly string[]): void {
    this.#queue.scan(texts);
  }

  goOn(): void {
    this.#queue.goOn();
  }

  remove(code: string): void {
    this.change({ chosen: this.state.chosen.filter((one) => one.code !== code) });
  }

  /** Those among what lies in a package that are ticked, in place of the package itself; what lies elsewhere stays chosen. */
  choose(codes: readonly string[], parent: string): void {
    const others = this.state.chosen.filter(({ code, lies_in }) => code !== parent && lies_in !== parent);
    this.change({ chosen: [...others, ...codes.map((code) => ({ code, lies_in: parent }))] });
  }

  clear(): void {
    this.change({ chosen: [], last: undefined });
  }

  #add(one: PackableCode): void {
    const { code, lies_in } = one;
    const { chosen } = this.state;
    if (code === null) this.#says(notTaken(one));
    else if (chosen.some((other) => other.code === code)) this.#says({ outcome: 'repeated', code, says: 'repeated' });
    else {
      this.change({ chosen: [...chosen, { code, lies_in }] });
      this.#says({ outcome: 'good', code, says: 'taken' });
    }
  }

  #says(last: LastScan): void {
    this.change({ last });
    this.#tell(last);
  }
}
