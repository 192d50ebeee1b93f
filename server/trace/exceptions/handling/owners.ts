import { type ExceptionScreen, kindsOn } from '@suyuan/contract/trace/exception.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { containing } from '#platform/lists/list.ts';
import type { Services } from '#platform/services.ts';

const maxChoices = 50;

/**
 * Serves the people to choose an owner from: those that match the keyword, with the person `id` first. Whoever assigns exceptions
 * chooses among people who may handle them; others, who may only look for exceptions of somebody, among those who own some.
 */
export function serveOwners({ routes }: Services, screen: ExceptionScreen): void {
  routes.serve(screen.owners, async ({ keyword = '', id = 0 }, { account, db }: Caller<Account>) => {
    const pattern = containing(keyword);
    const assigns = holds(account, [`${screen.key}:assign`]);
    const rows = await db
      .selectFrom('account')
      .select(['id', 'name', 'account_name'])
      .where(assigns ? handles(screen) : owns(screen))
      .where((eb) =>
        eb.or([
          eb('id', '=', id),
          eb.and([
            ...(assigns ? [eb('status', '=', 'enabled')] : []),
            // Dealers assign exceptions to their own people; nobody else assigns them to people of dealers.
            ...(account.party?.kind === 'dealer' ? [] : [eb('dealer_id', 'is', null)]),
            eb.or([eb('name', 'ilike', pattern), eb('account_name', 'ilike', pattern)]),
          ]),
        ]),
      )
      .orderBy((eb) => eb('id', '=', id), 'desc')
      .orderBy('name')
      .orderBy('id')
      .limit(maxChoices)
      .execute();
    return rows.map(({ account_name, ...row }) => ({ ...row, account_name: assigns ? account_name : null }));
  });
}

type OfAccount = (eb: ExpressionBuilder<Schema, 'account'>) => Expression<SqlBool>;

/** People who may settle exceptions of a screen, by a role of their own or of their position. */
const handles =
  ({ key }: ExceptionScreen): OfAccount =>
  (eb) => {
    const roles = eb.selectFrom('role_permission').select('role_id').where('permission', '=', `${key}:settle`);
    return eb.or([
      eb('administrator', '=', true),
      eb('id', 'in', eb.selectFrom('account_role').select('account_id').where('role_id', 'in', roles)),
      eb('position_id', 'in', eb.selectFrom('position_role').select('position_id').where('role_id', 'in', roles)),
    ]);
  };

/** People who own exceptions that the caller may see. */
const owns =
  ({ key }: ExceptionScreen): OfAccount =>
  (eb) => {
    const owners = eb.selectFrom('exception').select('owner_id').where('kind', 'in', kindsOn(key));
    return eb('id', 'in', owners.where('owner_id', 'is not', null).$castTo<{ owner_id: number }>());
  };
