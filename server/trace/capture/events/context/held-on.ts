import type { CodeRecord, EventRef } from '#trace/state/code-record.ts';
import type { HoldDocument } from '#trace/state/holds.ts';
import type { CaptureContext } from './capture-context.ts';

/**
 * Carries out `moving`, by which goods leave a package or a place, so that they stay on hold for whatever held them there, and
 * free of what had released them there. Without it, a bottle would leave its hold by leaving its case.
 */
export function withItsHolds(
  { ledger, effects }: CaptureContext,
  record: CodeRecord,
  event: EventRef,
  moving: () => void,
): void {
  const before = ledger.holdsOn(record);
  moving();
  if (before.holding.length === 0 && before.releasing.length === 0) return;
  const after = ledger.holdsOn(record);
  for (const document of without(before.releasing, after.releasing)) {
    effects.holdsOn(event, { document, code: record.id, exempts: true });
    ledger.keep(document, { exempt: [record.id] });
  }
  for (const document of without(before.holding, after.holding)) {
    effects.holdsOn(event, { document, code: record.id, exempts: false });
    ledger.keep(document, { codes: [record.id] });
  }
}

const without = (all: readonly HoldDocument[], known: readonly HoldDocument[]): HoldDocument[] =>
  all.filter(({ kind, id }) => !known.some((one) => one.kind === kind && one.id === id));
