import { ScanDesk } from '../../../ui/scan/desk/ScanDesk.ts';
import { asTasks, type Task } from '../../../ui/scan/desk/ScanQueue.ts';
import type { LastScan } from '../../../ui/scan/lastScan.ts';

interface ReplacingState {
  /** The unreadable code, as printed. */
  readonly old: string;
  readonly successor: string;
}

const nothing: ReplacingState = { old: '', successor: '' };

/** The desk for replacing codes: the first scan is the old code, the second its successor. */
export class ReplacingDesk extends ScanDesk<ReplacingState> {
  readonly #printed: (text: string) => Promise<string>;

  constructor(printed: (text: string) => Promise<string>, tell: (scan: LastScan) => void) {
    super(nothing, tell);
    this.#printed = printed;
  }

  undoScan(): void {
    this.afterwards(async () => {
      const { old, successor } = this.state;
      if (old === '') return;
      this.change(successor === '' ? { old: '' } : { successor: '' });
      this.says({ outcome: 'repeated', code: successor || old, says: 'undone' });
    });
  }

  /** After replacing, the next scan is another old code. */
  replaced(): void {
    const { successor } = this.state;
    this.change(nothing);
    this.says({ outcome: 'done', code: successor, says: 'replaced' });
  }

  protected async take([text = '', ...left]: readonly string[]): Promise<readonly Task[]> {
    const { old } = this.state;
    if (old === '') {
      const code = await this.#printed(text);
      this.change({ old: code });
      this.says({ outcome: 'good', code, says: 'old' });
    } else if (text === old) this.says({ outcome: 'repeated', code: text, says: 'repeated' });
    else {
      this.change({ successor: text });
      this.says({ outcome: 'good', code: text, says: 'successor' });
    }
    return asTasks(left);
  }
}
