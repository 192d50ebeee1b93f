import type { PackableCode } from '../../../../../contract/plant/packing.ts';
import type { ActRefusal } from '../../../../../contract/trace/refusal.ts';
import type { ApiError } from '../../../../core/api/apiError.ts';
import { ScanDesk } from '../../../../ui/scan/desk/ScanDesk.ts';
import { asTasks, type Task } from '../../../../ui/scan/desk/ScanQueue.ts';
import { SentKey } from '../../../../ui/scan/desk/SentKey.ts';
import { type LastScan, notTaken } from '../../../../ui/scan/lastScan.ts';

/** The calls of the desk, for one work order. */
export interface PackingCalls {
  /** Looks up codes, and whether they can be packed into `parent` or, without one, be packages. */
  judge(codes: readonly string[], parent: string | undefined): Promise<readonly PackableCode[]>;
  pack(package_: Packing): Promise<{ readonly event_id: number; readonly packed: number; readonly complete: boolean }>;
  /** Packs a set as ordered, by its outermost code. */
  packSet(set: { readonly code: string; readonly batch_key: string }): Promise<{
    readonly event_id: number;
    readonly packed: number;
  }>;
  /** Whether scans are outermost codes of sets, instead of packages and their contents. */
  takesSets(): boolean;
  /** Whether things are taken out of the package that they are in: a key stands for that, too. */
  moves(): boolean;
  undo(packed: { readonly parent: string; readonly event_id: number }): Promise<unknown>;
}

interface Packing {
  readonly parent: string;
  readonly children: readonly string[];
  readonly remainder: boolean;
  readonly batch_key: string;
}

export interface ScannedChild {
  readonly code: string;
  readonly units: number;
}

/** The package being filled. */
export interface OpenPackage {
  readonly code: string;
  readonly level: number;
  readonly capacity: number | null;
  /** Units that were in it before, if it is an incomplete package. */
  readonly before: number;
  readonly children: readonly ScannedChild[];
}

export interface PackedPackage {
  readonly parent: string;
  readonly event_id: number;
  readonly packed: number;
  readonly complete: boolean;
  /** Whether it is a set packed as ordered. */
  readonly isSet?: boolean;
}

export interface DeskState {
  readonly open: OpenPackage | undefined;
  /** Why the package was refused, by code. */
  readonly refusals: readonly ActRefusal[];
  /** Packages packed since the desk was opened, latest first. */
  readonly packed: readonly PackedPackage[];
}

export const unitsIn = ({ before, children }: OpenPackage): number =>
  before + children.reduce((sum, { units }) => sum + units, 0);

/** Whether packing now would leave the package incomplete. */
export const isShort = (open: OpenPackage): boolean => open.capacity !== null && unitsIn(open) < open.capacity;

/** The desk for packing by hand: first the package is scanned, then its contents; a full package is packed at once. */
export class PackingDesk extends ScanDesk<DeskState> {
  readonly #calls: PackingCalls;
  readonly #key = new SentKey();

  constructor(calls: PackingCalls, tell: (scan: LastScan) => void) {
    super({ open: undefined, refusals: [], packed: [] }, tell);
    this.#calls = calls;
  }

  /** Undoes the latest scan. */
  undoScan(): void {
    this.afterwards(async () => {
      const { open } = this.state;
      if (!open) return;
      const dropped = open.children.at(-1);
      this.says({ outcome: 'repeated', code: dropped?.code ?? open.code, says: 'undone' });
      this.change({ open: dropped && { ...open, children: open.children.slice(0, -1) }, refusals: [] });
    });
  }

  /** Packs what was scanned; the package may be incomplete. */
  finish(): void {
    this.afterwards(() => this.#pack());
  }

  /** Undoes packing the latest package. */
  undoPackage(): void {
    this.afterwards(async () => {
      const [last, ...others] = this.state.packed;
      if (!last) return;
      await this.#calls.undo(last);
      this.change({ packed: others, refusals: [] });
      this.says({ outcome: 'repeated', code: last.parent, says: 'undone' });
    });
  }

  protected async take(texts: readonly string[]): Promise<readonly Task[]> {
    const { open } = this.state;
    if (!open) {
      const [first, ...left] = texts as [string, ...string[]];
      const [judged] = await this.#calls.judge([first], undefined);
      const code = judged?.code;
      if (code && this.#calls.takesSets()) return [{ work: () => this.#packSet(code) }, ...asTasks(left)];
      if (judged) this.#open(judged);
      return asTasks(left);
    }
    const judged = await this.#calls.judge(texts, open.code);
    for (const [index, one] of judged.entries()) {
      const isFull = this.#add(one);
      if (isFull) return [{ work: () => this.#pack() }, ...asTasks(texts.slice(index + 1))];
    }
    return [];
  }

  #open(one: PackableCode): void {
    const { code, level, capacity, units } = one;
    if (code !== null && capacity !== null && units >= capacity) this.says({ outcome: 'wrong', code, says: 'full' });
    else if (code === null || one.refusals.length > 0) this.says(notTaken(one));
    else {
      this.change({ open: { code, level, capacity, before: units, children: [] }, refusals: [] });
      this.says({ outcome: 'good', code, says: 'opened' });
    }
  }

  /** Adds a code; returns whether the package is full. */
  #add(one: PackableCode): boolean {
    const { code, units } = one;
    const { open } = this.state;
    if (!open) return false;
    const isHere = code === open.code || one.lies_in === open.code;
    const isRepeated = isHere || open.children.some((child) => child.code === code);
    if (isRepeated) this.says({ outcome: 'repeated', code: code ?? one.sent, says: 'repeated' });
    else if (code === null || one.refusals.length > 0) this.says(notTaken(one));
    else if (open.capacity !== null && unitsIn(open) + units > open.capacity) {
      this.says({ outcome: 'wrong', code, says: 'tooMany' });
    } else {
      const filled = { ...open, children: [...open.children, { code, units }] };
      this.change({ open: filled, refusals: [] });
      this.says({ outcome: 'good', code, says: 'taken' });
      return filled.capacity !== null && unitsIn(filled) >= filled.capacity;
    }
    return false;
  }

  async #packSet(code: string): Promise<void> {
    const { packed } = this.state;
    // Not judged before: the refusals of packing a package do not apply to sets, so the act itself decides.
    const answer = await this.#calls.packSet({ code, batch_key: this.#key.of([code]) });
    this.#key.answered();
    this.change({ refusals: [], packed: [{ parent: code, ...answer, complete: true, isSet: true }, ...packed] });
    this.says({ outcome: 'done', code, says: 'packed' });
  }

  async #pack(): Promise<void> {
    const { open } = this.state;
    if (!open || open.children.length === 0) return;
    const children = open.children.map(({ code }) => code);
    const batch_key = this.#key.of([open.code, children, this.#calls.moves()]);
    const answer = await this.#calls.pack({ parent: open.code, children, remainder: isShort(open), batch_key });
    this.#key.answered();
    this.change({ open: undefined, refusals: [], packed: [{ parent: open.code, ...answer }, ...this.state.packed] });
    this.says({ outcome: 'done', code: open.code, says: 'packed' });
  }

  /** Removes the refused codes from the open package; the others stay. */
  protected override refused(error: ApiError, text: string | undefined): void {
    const { refusals } = error;
    const { open } = this.state;
    const names = new Set(refusals.map(({ code }) => code));
    const children = open?.children.filter(({ code }) => !names.has(code)) ?? [];
    this.#key.answered();
    this.change({ refusals, open: open && { ...open, children } });
    super.refused(error, text);
  }
}
