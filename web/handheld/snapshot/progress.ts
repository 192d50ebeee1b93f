import { type ScanAct, undoing } from '@suyuan/contract/handheld/act.ts';
import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import type { LoggedScan } from '../sending/logged-scan.ts';
import { type Line, partsOf, unitsBeside, withUnits } from './lines.ts';
import type { KnownCode, Snapshot } from './snapshot.ts';

/** What is done of a task as far as the handheld knows: the snapshot, and what was scanned since. */
export interface Done {
  readonly lines: readonly Line[];
  /** The keys of the codes that were scanned here, and of those that were taken back. */
  readonly done: ReadonlySet<string>;
  readonly undone: ReadonlySet<string>;
  /** Units that were done here of each product and lot. */
  readonly ofLots: ReadonlyMap<string, number>;
}

export const lotKey = ({ product_id, lot }: { readonly product_id: number | null; readonly lot: string | null }) =>
  `${product_id} ${lot}`;

export const isDone = ({ key, goods }: KnownCode, { done, undone }: Pick<Done, 'done' | 'undone'>): boolean =>
  done.has(key) || (goods.on === 'this' && !undone.has(key));

/** What is done of a task: the snapshot, and in their order the scans that were not refused. */
export class Progress implements Done {
  readonly #snapshot: Pick<Snapshot, 'find'>;
  lines: readonly Line[];
  /** Units of goods that no line is about. */
  beside = 0;
  readonly done = new Set<string>();
  readonly undone = new Set<string>();
  readonly ofLots = new Map<string, number>();

  constructor(
    snapshot: Pick<Snapshot, 'find'> & { readonly head: Pick<SnapshotHead, 'lines'> },
    scans: readonly LoggedScan[] = [],
  ) {
    this.#snapshot = snapshot;
    this.lines = snapshot.head.lines;
    for (const scan of scans) this.add(scan);
  }

  add({ state, content: { act, code, codes = [] }, answer }: LoggedScan): void {
    if (state === 'refused') return;
    // What is packed counts by what is put in: the package has nothing else.
    const scanned = act === 'pack' ? codes : [code];
    for (const text of scanned) this.#take(act, text, scanned.length === 1 ? answer : undefined);
  }

  #take(act: ScanAct, text: string, answer: LoggedScan['answer']): void {
    const known = this.#snapshot.find(text) ?? { key: text, goods: unknown };
    // Once there is an answer, it is right about the units.
    const goods = answer ? { ...known.goods, ...goodsOf(answer) } : known.goods;
    const wasDone = isDone(known, this);
    // It was so already, which the snapshot may count; or it is a difference, and counts for nothing.
    const countsForNothing = answer && (answer.result === 'known' || answer.outcome !== undefined);
    if (!undoing.has(act)) {
      this.done.add(known.key);
      this.undone.delete(known.key);
      if (!wasDone && !countsForNothing) this.#count(goods, 1);
    } else if (wasDone) {
      this.done.delete(known.key);
      this.undone.add(known.key);
      this.#count(goods, -1);
    }
  }

  #count(goods: CodeClass, sign: 1 | -1): void {
    this.beside += sign * unitsBeside(this.lines, goods);
    this.lines = withUnits(this.lines, goods, sign);
    for (const part of partsOf(goods)) {
      const key = lotKey(part);
      this.ofLots.set(key, (this.ofLots.get(key) ?? 0) + sign * part.units);
    }
  }
}

/** A code that the snapshot does not know, until the server has answered. */
const unknown: CodeClass = { product_id: null, lot: null, level: 1, units: 0, whole: true, held: false };

function goodsOf({ product_id, lot, units }: NonNullable<LoggedScan['answer']>): Partial<CodeClass> {
  return { units, ...(product_id !== undefined && { product_id }), ...(lot !== undefined && { lot }) };
}
