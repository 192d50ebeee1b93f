import type { FieldProblem } from '@suyuan/contract/call/call.ts';
import type { CodeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { ApiError } from '#core/api/apiError.ts';
import { codesIn } from '#ui/code/codesIn.ts';
import type { FormValues } from '#ui/dialogs/FormDialog.tsx';

/** Ways of selecting codes. */
export const targetScopes = ['whole', 'numbers', 'ends', 'list'] as const;
export type TargetScope = (typeof targetScopes)[number];

/** Initial values of `CodeTarget`: the whole order. */
export const targetAtFirst = (order?: Pick<CodeOrder, 'id'>): FormValues => ({
  scope: 'whole' satisfies TargetScope,
  ...(order ? { order_id: order.id } : {}),
});

/** The target for a call, from the values of `CodeTarget`. */
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

/** Errors about a code of the list are shown at the list, with the code instead of its index. */
export async function namingCodes<T>(values: FormValues, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const codes = codesIn(`${values.list ?? ''}`);
    const fields = error.fields.map((field) => inList(field, codes));
    throw new ApiError(error.statusCode, error.code, error.message, { fields, requestId: error.requestId });
  }
}

function inList(field: FieldProblem, codes: readonly string[]): FieldProblem {
  const at = /^codes\.(\d+)$/.exec(field.path)?.[1];
  if (at === undefined) return field.path === 'codes' ? { ...field, path: 'list' } : field;
  return { ...field, path: 'list', message: `${codes[Number(at)] ?? ''}: ${field.message}` };
}
