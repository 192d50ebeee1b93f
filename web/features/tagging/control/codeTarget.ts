import type { FieldProblem } from '../../../../contract/call/call.ts';
import type { CodeOrder } from '../../../../contract/tagging/code-order.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { codesIn } from '../../../ui/code/codesIn.ts';
import type { FormValues } from '../../../ui/dialogs/FormDialog.tsx';

/** How a person says which codes are meant. */
export const targetScopes = ['whole', 'numbers', 'ends', 'list'] as const;
export type TargetScope = (typeof targetScopes)[number];

/** What the items begin with: the whole of an order, which is asked for unless it is known. */
export const targetAtFirst = (order?: Pick<CodeOrder, 'id'>): FormValues => ({
  scope: 'whole' satisfies TargetScope,
  ...(order ? { order_id: order.id } : {}),
});

/** What a call takes as its target, from the items of `CodeTarget`. */
export function targetOf(values: FormValues): Record<string, unknown> {
  const { scope, order_id, from, to, first_code, last_code, list } = values;
  switch (scope as TargetScope) {
    case 'list':
      return { codes: codesIn(`${list ?? ''}`) };
    case 'numbers':
      return { order_id, from, to };
    case 'ends':
      return { order_id, first_code, last_code };
    default:
      return { order_id };
  }
}

/** A refused code of the list is shown below the list, by what it is. */
export async function namingCodes<T>(values: FormValues, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const codes = codesIn(`${values.list ?? ''}`);
    const fields = error.fields.map((field) => inList(field, codes));
    throw new ApiError(error.statusCode, error.code, error.message, { fields });
  }
}

function inList(field: FieldProblem, codes: readonly string[]): FieldProblem {
  const at = /^codes\.(\d+)$/.exec(field.path)?.[1];
  if (at === undefined) return field.path === 'codes' ? { ...field, path: 'list' } : field;
  return { ...field, path: 'list', message: `${codes[Number(at)] ?? ''}: ${field.message}` };
}
