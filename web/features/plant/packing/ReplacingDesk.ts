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
    this.announce({ outcome: 'done', code: successor, textKey: 'replaced' });
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
    this.announce({ outcome: 'repeated', code: successor || old, textKey: 'undone' });
  }

  protected override async take([text = '', ...rest]: readonly string[]): Promise<readonly Task<UndoScan>[]> {
    const { old } = this.state;
    if (old === '') {
      const code = await this.#printed(text);
      this.change({ old: code });
      this.announce({ outcome: 'good', code, textKey: 'old' });
    } else if (text === old) this.announce({ outcome: 'repeated', code: text, textKey: 'repeated' });
    else {
      this.change({ successor: text });
      this.announce({ outcome: 'good', code: text, textKey: 'successor' });
    }
    return asTasks(rest);
  }
}
