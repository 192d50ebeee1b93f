import Type from 'typebox';
import { type Access, type Call, defineCall } from '../call/call.ts';
import { type Id, Input, Moment, Nullable } from './fields.ts';
import type { ThingFields } from './thing-fields.ts';

/** Actions on several rows of a thing at once; each row follows the rules of the call for a single one. */

export const batchActions = ['enable', 'disable', 'delete'] as const;
export type BatchAction = (typeof batchActions)[number];

/** The most rows in one batch: as many as the largest page has. */
export const maxAtOnce = 500;

const BatchInput = (actions: readonly BatchAction[], id: ReturnType<typeof Id>) =>
  Input({
    action: Type.Enum([...actions] as BatchAction[]),
    /** With `updated_at` as it was read, a row is refused if somebody changed it since (optimistic locking). */
    rows: Type.Array(Input({ id, updated_at: Type.Optional(Moment()) }), { minItems: 1, maxItems: maxAtOnce }),
  });

const BatchReport = Type.Object({
  /** How many rows succeeded. */
  done: Type.Integer(),
  /** The rows in the order given, each with the reason why it was refused, in the caller's language, or null. */
  rows: Type.Array(
    Type.Object({
      id: Type.Integer(),
      refused: Nullable(Type.Object({ code: Type.Integer(), message: Type.String() })),
    }),
  ),
});
export type BatchReport = Type.Static<typeof BatchReport>;

export type BatchCall = Call<ReturnType<typeof BatchInput>, typeof BatchReport>;

/** Whether a thing has a status of enabled and disabled, which can be switched. */
const switches = ({ status }: ThingFields): boolean => {
  const choices = (status?.schema as { enum?: readonly unknown[] } | undefined)?.enum ?? [];
  return choices.includes('enabled') && choices.includes('disabled');
};

/**
 * Declares `/batch` beside an `/update` and a `/delete`. Whoever may make one of these may make it, for the actions of that
 * call. A refused row does not affect the others.
 */
export function batchOf({
  path,
  fields,
  update,
  remove,
}: {
  readonly path: `/api/${string}`;
  readonly fields: ThingFields;
  readonly update: Call;
  readonly remove: Call<Type.TObject<{ id: ReturnType<typeof Id> }>>;
}): BatchCall {
  const actions = batchActions.filter((action) => action === 'delete' || switches(fields));
  return defineCall({
    method: 'POST',
    path,
    access: either(actions.length > 1 ? [update, remove] : [remove]),
    summary:
      `Apply one action to several rows: ${actions.join(', ')}. Each row is accepted or refused separately, with its ` +
      'result.',
    input: BatchInput(actions, remove.input.properties.id),
    output: BatchReport,
  });
}

/** Access for whoever may make one of the calls. */
function either(calls: readonly Call[]): Access {
  const permissions = calls.flatMap(({ access }) => (typeof access === 'string' ? [] : access));
  const [first, ...rest] = new Set(permissions);
  return first === undefined ? 'signed-in' : [first, ...rest];
}

/** The call for a single row that an action corresponds to. */
export const singleOf = (action: BatchAction, calls: { readonly update: Call; readonly remove: Call }): Call =>
  action === 'delete' ? calls.remove : calls.update;
