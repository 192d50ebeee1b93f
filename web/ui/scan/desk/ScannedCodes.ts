import type { LastScan } from '../lastScan.ts';
import { type DeskParts, ScanDesk } from './ScanDesk.ts';
import type { Task } from './ScanQueue.ts';

interface Known {
  readonly code: string;
}

/** The result of looking up a scanned text: what it stands for, or why it is not taken. */
export type Looked<One extends Known> = { readonly found: One } | { readonly wrong: LastScan };

interface Scanned<One> {
  readonly scanned: readonly One[];
}

/** A desk that collects codes for an action, each once, in the order of scanning. */
export class ScannedCodes<One extends Known, Step = never> extends ScanDesk<Scanned<One>, Step> {
  readonly #look: (texts: readonly string[]) => Promise<readonly Looked<One>[]>;

  constructor(look: (texts: readonly string[]) => Promise<readonly Looked<One>[]>, parts: DeskParts) {
    super({ scanned: [] }, parts);
    this.#look = look;
  }

  remove(code: string): void {
    this.change({ scanned: this.state.scanned.filter((one) => one.code !== code) });
  }

  clear(): void {
    this.startOver(this.emptied());
  }

  protected override holds({ scanned }: Scanned<One>): boolean {
    return scanned.length > 0;
  }

  protected override emptied(): Scanned<One> {
    return { scanned: [] };
  }

  /** A desk with steps of its own overrides it. */
  protected override async send(_step: Step): Promise<void> {}

  protected async take(texts: readonly string[]): Promise<readonly Task<Step>[]> {
    for (const one of await this.#look(texts)) this.#add(one);
    return [];
  }

  #add(answer: Looked<One>): void {
    if ('wrong' in answer) {
      this.announce(answer.wrong);
      return;
    }
    const { found } = answer;
    const { scanned } = this.state;
    const { code } = found;
    if (scanned.some((other) => other.code === code)) this.announce({ outcome: 'repeated', code, textKey: 'repeated' });
    else {
      this.change({ scanned: [...scanned, found] });
      this.announce({ outcome: 'good', code, textKey: 'taken' });
    }
  }
}
