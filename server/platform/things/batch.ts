import type { Call, OutputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type BatchAction, type BatchCall, singleOf } from '@suyuan/contract/thing/batch.ts';
import type { Change } from '../audit/audit-log.ts';
import { messageOf } from '../http/envelope.ts';
import { Refusal } from '../refusal.ts';
import { requireRight } from '../serve/admission.ts';
import type { Routes } from '../serve/routes.ts';

/** The calls of a thing for one row, and the batch call. */
interface Batched {
  readonly update: Call;
  readonly remove: Call;
  readonly batch?: BatchCall;
}

type BatchRow = { readonly id: number; readonly updated_at?: string };

/**
 * Serves the batch call of a thing by the handlers of its single calls, with the same rights, rules and refusals, in one
 * transaction with one audit record. Each row has a savepoint, so a refused row does not affect the others.
 */
export function serveBatch(routes: Routes, { update, remove, batch }: Batched): void {
  if (!batch) return;
  routes.change<Call>(batch, async (input, caller, change): Promise<OutputOf<BatchCall>> => {
    const { action, rows } = input as { action: BatchAction; rows: readonly BatchRow[] };
    const single = singleOf(action, { update, remove });
    requireRight(single, caller.account);
    const changeOne = routes.changeOf(single);
    // Newest first, since children are mostly newer; and sorted, so that two batches do not deadlock.
    const byId = new Map(rows.map((row) => [row.id, row]));
    const ids = [...byId.keys()].sort((one, other) => other - one);
    const refused = await eachOf(ids, change, (id) =>
      changeOne(inputFor(action, byId.get(id) as BatchRow), caller, change),
    );
    // If every row was refused, there is nothing to record.
    if (refused.size === byId.size) change.undo();
    return {
      done: rows.filter(({ id }) => !refused.has(id)).length,
      rows: rows.map(({ id }) => ({ id, refused: refusalFor(refused.get(id), caller.language) })),
    };
  });
}

/** The input of the single call. Deleting needs no `updated_at`, since the row is gone either way. */
const inputFor = (action: BatchAction, { id, ...rest }: BatchRow) =>
  action === 'delete' ? { id } : { id, ...rest, status: action === 'enable' ? 'enabled' : 'disabled' };

/**
 * Does the work for each row, given by its id and behind a savepoint, and returns the refusals by id. Refused rows are tried again
 * after others have succeeded, so that parents and children can be deleted together.
 */
export async function eachOf(
  ids: readonly number[],
  change: Change,
  work: (id: number) => Promise<unknown>,
): Promise<ReadonlyMap<number, Refusal>> {
  const refused = new Map<number, Refusal>();
  let rest = ids;
  while (rest.length > 0) {
    const again: number[] = [];
    for (const id of rest) {
      const refusal = await change.attempt(() => work(id)).then(() => undefined, refusalOf);
      if (refusal) refused.set(id, refusal);
      else refused.delete(id);
      if (refusal?.code === ErrorCode.conflict) again.push(id);
    }
    if (again.length === rest.length) break;
    rest = again;
  }
  return refused;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

const refusalFor = (refusal: Refusal | undefined, language: Parameters<typeof messageOf>[1]) =>
  refusal ? { code: refusal.code, message: messageOf(refusal, language) } : null;
