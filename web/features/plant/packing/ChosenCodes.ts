import { ScannedCodes } from '#ui/scan/desk/ScannedCodes.ts';

export interface ChosenCode {
  readonly code: string;
  readonly lies_in: string | null;
}

export interface UndoScan {
  readonly do: 'undoScan';
}

/** Codes that are chosen by scanning, of which the last one can be taken back. */
export class ChosenCodes extends ScannedCodes<ChosenCode, UndoScan> {
  undoScan(): void {
    this.afterwards({ do: 'undoScan' });
  }

  protected override async send(): Promise<void> {
    const last = this.state.scanned.at(-1);
    if (!last) return;
    this.remove(last.code);
    this.announce({ outcome: 'repeated', code: last.code, textKey: 'undone' });
  }
}
