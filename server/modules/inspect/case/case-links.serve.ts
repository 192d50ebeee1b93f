import { caseLink, caseUnlink } from '@suyuan/contract/inspect/case/case.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { lockCase, noteStep } from './case-rows.ts';

interface Linked {
  readonly id: number;
  readonly inspection_ids?: readonly number[] | undefined;
  readonly evidence_ids?: readonly number[] | undefined;
}

/** Serves the links of inspections and evidence that are made by hand. A sealed fact says nothing of the case, so it may be linked. */
export default function serveCaseLinks({ routes }: Services): void {
  routes.change(caseLink, async (input, { account }, change) => {
    await lockCase(change, input.id, 'link');
    await setCase(change, input, { from: null, to: input.id });
    await noteStep(change, input.id, { step: 'linked', text: `${countOf(input)}`, by_id: account.id });
    return { id: input.id };
  });

  routes.change(caseUnlink, async (input, { account }, change) => {
    await lockCase(change, input.id, 'unlink');
    await setCase(change, input, { from: input.id, to: null });
    await noteStep(change, input.id, { step: 'unlinked', text: `${countOf(input)}`, by_id: account.id });
    return { id: input.id };
  });
}

const countOf = ({ inspection_ids = [], evidence_ids = [] }: Linked): number =>
  inspection_ids.length + evidence_ids.length;

interface Move {
  readonly from: number | null;
  readonly to: number | null;
}

async function setCase(
  change: Change,
  { inspection_ids = [], evidence_ids = [] }: Linked,
  { from, to }: Move,
): Promise<void> {
  if (inspection_ids.length > 0) {
    await change.changing('inspect_record', ...inspection_ids.toSorted((a, b) => a - b));
    const rows = await change.db
      .selectFrom('inspect_record')
      .select('case_id')
      .where('id', 'in', inspection_ids)
      .execute();
    if (rows.length < inspection_ids.length) throw notFound('inspect_record');
    requireAt(
      rows.map(({ case_id }) => case_id),
      from,
    );
    await change.db.updateTable('inspect_record').set({ case_id: to }).where('id', 'in', inspection_ids).execute();
  }
  if (evidence_ids.length > 0) {
    await change.changing('forensic_case', ...evidence_ids.toSorted((a, b) => a - b));
    const rows = await change.db
      .selectFrom('forensic_case')
      .select('inspect_case_id')
      .where('id', 'in', evidence_ids)
      .execute();
    if (rows.length < evidence_ids.length) throw notFound('forensic_case');
    requireAt(
      rows.map(({ inspect_case_id }) => inspect_case_id),
      from,
    );
    await change.db.updateTable('forensic_case').set({ inspect_case_id: to }).where('id', 'in', evidence_ids).execute();
  }
}

/** Throws 409 if one of the records belongs to another case, or to none although it should. */
function requireAt(caseIds: readonly (number | null)[], from: number | null): void {
  const others = caseIds.filter((id) => id !== from).length;
  if (others > 0) throw conflict(from === null ? 'record_in_case' : 'record_not_in_case', { count: others });
}
