import { loginLog, loginLogAdd, ownLogins } from '@suyuan/contract/organ/own-account.ts';
import type { Selectable } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { beginning } from '#platform/lists/list.ts';
import type { Services } from '#platform/services.ts';
import type { LoginLog } from './login-log.ts';

/** How many of one's own sign-ins are shown. */
const ownLoginsShown = 10;

export function serveLoginLog(services: Services, log: LoginLog): void {
  const { routes, config } = services;

  serveDeclaredList(services, loginLog, {
    rows: (from) => from.selectFrom('login_log').selectAll(),
    narrow: {
      account_name: (rows, name) =>
        rows.where(ksql`lower(login_log.account_name)`, 'like', beginning(name.toLowerCase())),
      ip: (rows, ip) => rows.where('login_log.ip', '=', ip.trim()),
    },
    defaultSort: '-at',
    present,
  });

  routes.serve(ownLogins, async (_, { account, db }) => {
    const rows = await db
      .selectFrom('login_log')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('result', '!=', 'notice')
      .orderBy('at', 'desc')
      .limit(ownLoginsShown)
      .execute();
    return rows.map(present);
  });

  routes.serve(
    loginLogAdd,
    async ({ loginIp }, caller) => {
      const { id, account_name } = caller.account;
      const claim = loginIp ? { claimed_ip: loginIp } : {};
      await log.announce({ account_id: id, account_name, ...claim }, caller);
      return null;
    },
    config.rateLimit ? { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } } : {},
  );
}

const present = (row: Selectable<Schema['login_log']>) => declaredRow(loginLog, row);
