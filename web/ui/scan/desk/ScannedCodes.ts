import type { LastScan } from '../lastScan.ts';
import { ScanDesk } from './ScanDesk.ts';
import type { Task } from './ScanQueue.ts';

interface Known {
  readonly code: string;
}

/** The result of looking up a scanned text: what it stands for, or why it is not taken. */
export type Looked<One extends Known> = { readonly found: One } | { readonly wrong: LastScan };

/** A desk that collects codes for an action, each once, in the order of scanning. */
export class ScannedCodes<One extends Known> extends ScanDesk<{ readonly scanned: readonly One[] }> {
  readonly #look: (texts: readonly string[]) => Promise<readonly Looked<One>[]>;

  constructor(look: (texts: readonly string[]) => Promise<readonly Looked<One>[]>, tell: (scan: LastScan) => void) {
    super({ scanned: [] }, tell);
    this.#look = look;
  }

  remove(code: string): void {
    this.change({ scanned: this.state.scanned.filter((one) => one.code !== code) });
  }

  clear(): void {
    this.startOver({ scanned: [] });
  }

  protected async take(texts: readonly string[]): Promise<readonly Task[]> {
    for (const one of await this.#look(texts)) this.#add(one);
    return [];
  }

  #add(looked: Looked<One>): void {
    if ('wrong' in looked) {
      this.says(looked.wrong);
      return;
    }
    const { found } = looked;
    const { scanned } = this.state;
    const { code } = found;
    if (scanned.some((other) => other.code === code)) this.says({ outcome: 'repeated', code, says: 'repeated' });
    else {
      this.change({ scanned: [...scanned, found] });
      this.says({ outcome: 'good', code, says: 'taken' });
    }
  }
}
