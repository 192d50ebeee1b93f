import Type from 'typebox';
import { type Access, type Call, defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable } from './fields.ts';
import type { ThingFields } from './thing-fields.ts';

/** What is done with several rows of a thing at once, each by the rules of the call that does it with one. */

export const batchActions = ['enable', 'disable', 'delete'] as const;
export type BatchAction = (typeof batchActions)[number];

/** Rows of one batch at most: as many as a page shows. */
export const mostAtOnce = 500;

const BatchInput = (actions: readonly BatchAction[]) =>
  Input({
    action: Type.Enum([...actions] as BatchAction[]),
    /** Each with its `updated_at` as it was read, where it is to be refused if it was changed since. */
    rows: Type.Array(Input({ id: Id(), updated_at: Type.Optional(Moment()) }), { minItems: 1, maxItems: mostAtOnce }),
  });

const BatchReport = Type.Object({
  /** Rows with which it was done. */
  done: Type.Integer(),
  /** Each row in the order given; why it was refused, in the caller's language, or null. */
  rows: Type.Array(
    Type.Object({
      id: Type.Integer(),
      refused: Nullable(Type.Object({ code: Type.Integer(), message: Type.String() })),
    }),
  ),
});
export type BatchReport = Type.Static<typeof BatchReport>;

export type BatchCall = Call<ReturnType<typeof BatchInput>, typeof BatchReport>;

/** Rows that are enabled or disabled can be switched. */
const switches = ({ status }: ThingFields): boolean => {
  const choices = (status?.schema as { enum?: readonly unknown[] } | undefined)?.enum ?? [];
  return choices.includes('enabled') && choices.includes('disabled');
};

/**
 * `/batch` beside an `/update` and a `/delete`. Who may make one of them may make it, for what that call allows; a row
 * that is refused does not keep the others from being carried out.
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
  readonly remove: Call;
}): BatchCall {
  const actions = batchActions.filter((action) => action === 'delete' || switches(fields));
  return defineCall({
    method: 'POST',
    path,
    access: either(actions.length > 1 ? [update, remove] : [remove]),
    summary: `The same with several rows: ${actions.join(', ')}. Each is carried out or refused by itself, and told of.`,
    input: BatchInput(actions),
    output: BatchReport,
  });
}

/** Whoever may make one of the calls. */
function either(calls: readonly Call[]): Access {
  const permissions = calls.flatMap(({ access }) => (typeof access === 'string' ? [] : access));
  const [first, ...rest] = new Set(permissions);
  return first === undefined ? 'signed-in' : [first, ...rest];
}

/** The call that does with one row what the action does with several. */
export const singleOf = (action: BatchAction, calls: { readonly update: Call; readonly remove: Call }): Call =>
  action === 'delete' ? calls.remove : calls.update;
