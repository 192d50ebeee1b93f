import type { ExceptionScreen } from '../../../../contract/trace/exception.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import { containing } from '../../../platform/lists/list.ts';
import type { Services } from '../../../platform/services.ts';

const mostChoices = 50;

/** Serves the people to choose an owner from: those that match the keyword, with the person `id` first. */
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
            // Dealers assign exceptions to their own people; nobody else assigns them to people of dealers.
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
