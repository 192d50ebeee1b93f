import { type DeskParts, ScanDesk } from '#ui/scan/desk/ScanDesk.ts';
import { asTasks, type Task } from '#ui/scan/desk/ScanQueue.ts';

interface ReplacingState {
  /** The unreadable code, as printed. */
  readonly old: string;
  readonly successor: string;
}

const nothing: ReplacingState = { old: '', successor: '' };

interface UndoScan {
  readonly do: 'undoScan';
}

/** The desk for replacing codes: the first scan is the old code, the second its successor. */
export class ReplacingDesk extends ScanDesk<ReplacingState, UndoScan> {
  readonly #printed: (text: string) => Promise<string>;

  constructor(printed: (text: string) => Promise<string>, parts: DeskParts) {
    super(nothing, parts);
    this.#printed = printed;
  }

  undoScan(): void {
    this.afterwards({ do: 'undoScan' });
  }

  /** After replacing, the next scan is another old code. */
  replaced(): void {
    const { successor } = this.state;
    this.change(nothing);
    this.says({ outcome: 'done', code: successor, says: 'replaced' });
  }

  protected override holds({ old }: ReplacingState): boolean {
    return old !== '';
  }

  protected override emptied(): ReplacingState {
    return nothing;
  }

  protected override async send(): Promise<void> {
    const { old, successor } = this.state;
    if (old === '') return;
    this.change(successor === '' ? { old: '' } : { successor: '' });
    this.says({ outcome: 'repeated', code: successor || old, says: 'undone' });
  }

  protected override async take([text = '', ...left]: readonly string[]): Promise<readonly Task<UndoScan>[]> {
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
