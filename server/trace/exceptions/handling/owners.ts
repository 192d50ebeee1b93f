import type { ExceptionScreen } from '../../../../contract/trace/exception.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import { containing } from '../../../platform/lists/list.ts';
import type { Services } from '../../../platform/services.ts';

const mostChoices = 50;

/** The people to choose an owner from: those found by the keyword, first of all the one asked for. */
export function serveOwners({ routes }: Services, screen: ExceptionScreen): void {
  routes.serve(screen.owners, async ({ keyword = '', id = 0 }, { account, db }: Caller<Account>) => {
    const pattern = containing(keyword);
    return db
      .selectFrom('account')
      .select(['id', 'name', 'account_name'])
      .where((eb) =>
        eb.or([
          eb('id', '=', id),
          eb.and([
            eb('status', '=', 'enabled'),
            // Dealers give what their own systems told to their own people.
            ...(account.party?.kind === 'dealer' ? [] : [eb('dealer_id', 'is', null)]),
            eb.or([eb('name', 'ilike', pattern), eb('account_name', 'ilike', pattern)]),
          ]),
        ]),
      )
      .orderBy((eb) => eb('id', '=', id), 'desc')
      .orderBy('name')
      .orderBy('id')
      .limit(mostChoices)
      .execute();
  });
}
