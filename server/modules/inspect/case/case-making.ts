import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import type { Writer } from '#platform/database/statements/either-writer.ts';
import type { Notices } from '#platform/notices/notices.ts';
import { withNextNumber } from '#platform/records/number-series.ts';
import { personChosen } from '../people.ts';
import { caseNumbers, noteStep } from './case-rows.ts';

interface NewCase {
  readonly title: string;
  readonly owner_id: number;
  readonly due_at: string;
}

interface Made {
  readonly id: number;
  readonly case_no: string;
}

/** Makes a case with the next number, still without warnings. */
export async function makeCase(
  change: Change,
  { title, owner_id, due_at }: NewCase,
  account: Pick<Account, 'id'>,
): Promise<Made> {
  await personChosen(change.db, 'owner_id', owner_id);
  const row = { title: title.trim(), owner_id, due_at: new Date(due_at), created_by: account.id };
  const made = await withNextNumber(change, caseNumbers, (case_no) =>
    change.db
      .insertInto('inspect_case')
      .values({ ...row, case_no })
      .returning(['id', 'case_no'])
      .executeTakeFirstOrThrow(),
  );
  change.made('inspect_case', made.id);
  await noteStep(change, made.id, { step: 'added', by_id: account.id });
  return made;
}

/** Tells the owner of a case about it, unless it is the person who says so. */
export async function tellOwner(
  notices: Pick<Notices, 'tell'>,
  writer: Writer,
  { id, case_no, owner_id }: Made & { readonly owner_id: number },
  { id: by, name }: Pick<Account, 'id' | 'name'>,
): Promise<void> {
  if (owner_id === by) return;
  await notices.tell(writer, [owner_id], {
    kind: 'assigned',
    params: { by: name, what: case_no },
    leads: [{ screen: 'case', query: `${new URLSearchParams({ detail: `${id}` })}` }],
    about: `inspect_case:${id}`,
  });
}
