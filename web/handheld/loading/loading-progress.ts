import type { CodeClass } from '@suyuan/contract/handheld/task.ts';
import type { LoggedScan } from '../sending/scan-log.ts';
import { isOn, type Load, withUnits } from './loading-rules.ts';
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

  add({ state, content: { act, code }, answer }: LoggedScan): void {
    if (state === 'refused') return;
    const known = this.#snapshot.find(code) ?? { key: code, goods: unknown };
    // Once there is an answer, it is right about the units.
    const goods = answer ? { ...known.goods, ...goodsOf(answer) } : known.goods;
    const wasOn = isOn(known, this);
    if (act === 'load') {
      this.loaded.add(known.key);
      this.removed.delete(known.key);
      if (!wasOn) this.lines = withUnits(this.lines, goods, 1);
    } else if (wasOn) {
      this.loaded.delete(known.key);
      this.removed.add(known.key);
      this.lines = withUnits(this.lines, goods, -1);
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
