import type { BoxCode } from '../../../../contract/physical/stock.ts';
import { type LastScan, notAnswered } from '../../../ui/scan/lastScan.ts';
import { ScanQueue } from '../../../ui/scan/ScanQueue.ts';
import { Store } from '../../../ui/scan/Store.ts';

export interface ScannedGoodsState {
  readonly goods: readonly BoxCode[];
  readonly last: LastScan | undefined;
  readonly waiting: number;
  /** Why scans wait, when the server cannot be reached. */
  readonly failed: string | undefined;
}

/** Codes that something is to be done with, as they are scanned: what each is, and where. */
export class ScannedGoods extends Store<ScannedGoodsState> {
  readonly #look: (codes: readonly string[]) => Promise<readonly BoxCode[]>;
  readonly #tell: (scan: LastScan) => void;
  readonly #queue: ScanQueue;

  constructor(look: (codes: readonly string[]) => Promise<readonly BoxCode[]>, tell: (scan: LastScan) => void) {
    super({ goods: [], last: undefined, waiting: 0, failed: undefined });
    this.#look = look;
    this.#tell = tell;
    this.#queue = new ScanQueue({
      take: async (texts) => {
        for (const one of await this.#look(texts)) this.#add(one);
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
    this.change({ goods: this.state.goods.filter((one) => one.code !== code) });
  }

  clear(): void {
    this.change({ goods: [], last: undefined });
  }

  #add(one: BoxCode): void {
    const { code, sent } = one;
    const { goods } = this.state;
    if (code === null) this.#says({ outcome: 'wrong', code: sent, says: 'unknown' });
    else if (goods.some((other) => other.code === code)) this.#says({ outcome: 'repeated', code, says: 'repeated' });
    else {
      this.change({ goods: [...goods, one] });
      this.#says({ outcome: 'good', code, says: 'taken' });
    }
  }

  #says(last: LastScan): void {
    this.change({ last });
    this.#tell(last);
  }
}
