import type { CodeClass } from '@suyuan/contract/handheld/task.ts';
import type { LoggedScan } from '../sending/scan-log.ts';
import { type Load, withUnits } from './loading-rules.ts';
import type { Snapshot } from './snapshot.ts';

/** What is on a waybill: the snapshot, and in their order the scans that were not refused. */
export class LoadingProgress implements Load {
  readonly #snapshot: Snapshot;
  lines: Load['lines'];
  readonly loaded = new Set<string>();
  readonly removed = new Set<string>();

  constructor(snapshot: Snapshot, scans: readonly LoggedScan[] = []) {
    this.#snapshot = snapshot;
    this.lines = snapshot.head.lines;
    for (const scan of scans) this.add(scan);
  }

  add({ state, content: { act, code, ...content }, answer }: LoggedScan): void {
    if (state === 'refused') return;
    const found = this.#snapshot.find(code);
    const key = found?.key ?? code;
    // Once there is an answer, it is right about the units.
    const goods: CodeClass = answer ? { ...(found?.goods ?? unknown), ...goodsOf(answer) } : (found?.goods ?? unknown);
    if (act === 'load') {
      const isCounted = this.loaded.has(key) || (found?.goods.on === 'this' && !this.removed.has(key));
      this.loaded.add(key);
      this.removed.delete(key);
      if (!isCounted) this.lines = withUnits(this.lines, { ...content, ...goods }, 1);
    } else {
      if (!this.loaded.delete(key) && found?.goods.on !== 'this') return;
      this.removed.add(key);
      this.lines = withUnits(this.lines, { ...content, ...goods }, -1);
    }
  }
}

/** A code that the snapshot does not know, until the server has answered. */
const unknown: CodeClass = { product_id: null, lot: null, level: 1, units: 0, whole: true, held: false };

function goodsOf({ product_id, lot, units, result }: NonNullable<LoggedScan['answer']>): Partial<CodeClass> {
  // It was on the waybill already, which the snapshot may count.
  if (result === 'known') return { units: 0 };
  return { units, ...(product_id !== undefined && { product_id }), ...(lot !== undefined && { lot }) };
}
