import { countOf, fitOf, isFull, isShort, type OpenPackage } from '@suyuan/contract/plant/packing/open-package.ts';
import type { PackableCode } from '@suyuan/contract/plant/packing/packing.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import type { ApiError } from '#core/api/apiError.ts';
import { type DeskParts, ScanDesk } from '#ui/scan/desk/ScanDesk.ts';
import { asTasks, type Task } from '#ui/scan/desk/ScanQueue.ts';
import { notTaken } from '#ui/scan/lastScan.ts';
import { packageOf } from './openPackage.ts';

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
  undo(entry: { readonly parent: string; readonly event_id: number; readonly batch_key: string }): Promise<unknown>;
}

interface Packing {
  readonly parent: string;
  readonly children: readonly string[];
  readonly remainder: boolean;
  readonly batch_key: string;
}

export interface PackedPackage {
  readonly parent: string;
  readonly event_id: number;
  readonly packed: number;
  readonly complete: boolean;
  /** When it was packed, in milliseconds by the clock of this desk. */
  readonly at: number;
  /** Whether it is a set packed as ordered. */
  readonly isSet?: boolean;
}

export interface PackingState {
  readonly open: OpenPackage | undefined;
  /** Why the package was refused, by code. */
  readonly refusals: readonly EventRefusal[];
  /** Packages packed in this sitting, latest first; a reload does not end it. */
  readonly packed: readonly PackedPackage[];
}

/** How long packages are remembered, to be undone and counted. */
const sittingMs = 16 * 60 * 60_000;
/** The most packages that are remembered. */
const maxPacked = 500;

type PackingStep =
  | { readonly do: 'undoScan' | 'pack' | 'undoPackage' }
  | { readonly do: 'packSet'; readonly code: string };

/** The desk for packing by hand: first the package is scanned, then its contents; a full package is packed at once. */
export class PackingDesk extends ScanDesk<PackingState, PackingStep> {
  readonly #calls: PackingCalls;
  /** A code that was scanned although the packaging relation has a level between it and the package: a second scan means it. */
  #warned: string | undefined;

  constructor(calls: PackingCalls, parts: DeskParts) {
    super({ open: undefined, refusals: [], packed: [] }, parts);
    this.#calls = calls;
    const { packed } = this.state;
    const recent = packed.filter(({ at }) => at > Date.now() - sittingMs);
    if (recent.length < packed.length) this.change({ packed: recent });
  }

  /** Undoes the latest scan. */
  undoScan(): void {
    this.afterwards({ do: 'undoScan' });
  }

  /** Packs what was scanned; the package may be incomplete. */
  finish(): void {
    this.afterwards({ do: 'pack' });
  }

  /** The work order takes no remainders: the package has to be filled before it is packed. */
  mustFill(): void {
    const { open } = this.state;
    if (open) this.announce({ outcome: 'wrong', code: open.code, textKey: 'mustFill' });
  }

  /** Undoes packing the latest package. */
  undoPackage(): void {
    this.afterwards({ do: 'undoPackage' });
  }

  protected override holds({ open }: PackingState): boolean {
    return open !== undefined && open.children.length > 0;
  }

  protected override emptied(): Partial<PackingState> {
    return { open: undefined, refusals: [] };
  }

  protected override async send(step: PackingStep, key: string): Promise<void> {
    if (step.do === 'packSet') await this.#packSet(step.code, key);
    else if (step.do === 'pack') await this.#pack(key);
    else if (step.do === 'undoPackage') await this.#undoPackage(key);
    else this.#undoScan();
  }

  protected override async take(texts: readonly string[]): Promise<readonly Task<PackingStep>[]> {
    const { open } = this.state;
    if (!open) {
      const [first, ...rest] = texts as [string, ...string[]];
      const [verdict] = await this.#calls.judge([first], undefined);
      const code = verdict?.code;
      if (code && this.#calls.takesSets()) return [{ step: { do: 'packSet', code } }, ...asTasks(rest)];
      if (verdict) this.#open(verdict);
      return asTasks(rest);
    }
    const verdicts = await this.#calls.judge(texts, open.code);
    for (const [index, one] of verdicts.entries()) {
      const isFull = this.#add(one);
      if (isFull) return [{ step: { do: 'pack' } }, ...asTasks(texts.slice(index + 1))];
    }
    return [];
  }

  #open(one: PackableCode): void {
    const { code, capacity, units, refusals } = one;
    const isFull = capacity !== null && units >= capacity;
    // That it is full matters only if it could be a package at all.
    const others = refusals.filter(({ reason }) => reason !== 'over_capacity');
    if (code === null || others.length > 0)
      this.announce(notTaken({ ...one, refusals: others.length > 0 ? others : refusals }));
    else if (isFull) this.announce({ outcome: 'wrong', code, textKey: 'full' });
    else {
      this.change({ open: packageOf(one, code), refusals: [] });
      this.announce({ outcome: 'good', code, textKey: 'opened' });
    }
  }

  /** Adds a code; returns whether the package is full. */
  #add(one: PackableCode): boolean {
    const { code, level, units } = one;
    const { open } = this.state;
    if (!open) return false;
    const warnedCode = this.#warned;
    this.#warned = undefined;
    const fit = fitOf(open, { code, level, units, liesIn: one.lies_in });
    if (fit === 'repeated') this.announce({ outcome: 'repeated', code: code ?? one.sent, textKey: 'repeated' });
    else if (code !== null && fit === 'still_open') {
      const params = { open: open.code, count: countOf(open).there, most: countOf(open).most ?? '?' };
      this.announce({ outcome: 'wrong', code, textKey: 'stillOpen', params });
    } else if (code === null || one.refusals.length > 0) this.announce(notTaken(one));
    else if (fit === 'too_many') this.announce({ outcome: 'wrong', code, textKey: 'tooMany' });
    else if (fit === 'skips_level' && warnedCode !== code) {
      this.#warned = code;
      this.announce({ outcome: 'repeated', code, textKey: 'skipsLevel' });
    } else return this.#put(open, one, code);
    return false;
  }

  #put(open: OpenPackage, { units, void_inside }: PackableCode, code: string): boolean {
    const openPackage = { ...open, children: [...open.children, { code, units }] };
    this.change({ open: openPackage, refusals: [] });
    this.announce(
      void_inside > 0
        ? { outcome: 'repeated', code, textKey: 'holdsVoid', params: { count: void_inside } }
        : { outcome: 'good', code, textKey: 'taken' },
    );
    return isFull(openPackage);
  }

  #undoScan(): void {
    const { open } = this.state;
    if (!open) return;
    const last = open.children.at(-1);
    this.announce({ outcome: 'repeated', code: last?.code ?? open.code, textKey: 'undone' });
    this.change({ open: last && { ...open, children: open.children.slice(0, -1) }, refusals: [] });
  }

  async #undoPackage(batch_key: string): Promise<void> {
    const [last, ...others] = this.state.packed;
    if (!last) return;
    const { parent, event_id } = last;
    await this.#calls.undo({ parent, event_id, batch_key });
    this.change({ packed: others, refusals: [] });
    this.announce({ outcome: 'repeated', code: parent, textKey: 'undone' });
  }

  async #packSet(code: string, batch_key: string): Promise<void> {
    // Not judged before: the refusals of packing a package do not apply to sets, so the event itself decides.
    const answer = await this.#calls.packSet({ code, batch_key });
    this.#packed({ parent: code, ...answer, complete: true, isSet: true });
  }

  async #pack(key: string): Promise<void> {
    const { open } = this.state;
    if (!open || open.children.length === 0) return;
    const children = open.children.map(({ code }) => code);
    // Whether it moves things may have been switched since the first attempt: then it is another event.
    const batch_key = this.#calls.moves() ? `${key}-moving` : key;
    const answer = await this.#calls.pack({ parent: open.code, children, remainder: isShort(open), batch_key });
    this.change({ open: undefined, refusals: [] });
    if (answer.packed > 0) this.#packed({ parent: open.code, ...answer });
    else this.announce({ outcome: 'repeated', code: open.code, textKey: 'soAlready' });
  }

  #packed(entry: Omit<PackedPackage, 'at'>): void {
    const all = [{ ...entry, at: Date.now() }, ...this.state.packed];
    this.change({ refusals: [], packed: all.slice(0, maxPacked) });
    this.announce({ outcome: 'done', code: entry.parent, textKey: 'packed' });
  }

  /** Removes the refused codes from the open package; the others stay. */
  protected override refused(error: ApiError, text: string | undefined): void {
    const { refusals } = error;
    const { open } = this.state;
    const names = new Set(refusals.map(({ code }) => code));
    const children = open?.children.filter(({ code }) => !names.has(code)) ?? [];
    this.change({ refusals, open: open && { ...open, children } });
    super.refused(error, text);
  }
}
