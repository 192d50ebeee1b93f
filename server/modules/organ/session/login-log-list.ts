import { sql as ksql, type Selectable } from 'kysely';
import { loginLogAdd, loginLogExport, loginLogPage, ownLogins } from '../../../../contract/organ/own-account.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import type { LoginLog } from './login-log.ts';

type Row = Selectable<Schema['login_log']>;

/** How many of one's own sign-ins are told. */
const ownLoginsShown = 10;

export function serveLoginLog(services: Services, log: LoginLog): void {
  const { routes, config } = services;

  serveList(services, {
    name: 'loginlog',
    page: loginLogPage,
    export: loginLogExport,
    columns: ['at', 'account_name', 'result', 'reason', 'ip', 'region', 'device', 'claimed_ip'],
    rows: (from, { account_name, ip, result, from: since, to }) => {
      let rows = from.selectFrom('login_log as l').selectAll('l');
      if (account_name) rows = rows.where(ksql`lower(l.account_name)`, 'like', `${beginning(account_name)}%`);
      if (ip) rows = rows.where('l.ip', '=', ip.trim());
      if (result) rows = rows.where('l.result', '=', result);
      if (since) rows = rows.where('l.at', '>=', new Date(since));
      if (to) rows = rows.where('l.at', '<', new Date(to));
      return rows;
    },
    sort: { at: ksql.ref('l.at') },
    defaultSort: '-at',
    tieBreak: ksql.ref('l.id'),
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
      await log.record({ account_id: id, account_name, result: 'notice', ...claim }, caller);
      return null;
    },
    config.rateLimit ? { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } } : {},
  );
}

/** A text as the beginning of a LIKE pattern. */
const beginning = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');

const present = ({ id, at, account_name, result, reason, ip, region, device, claimed_ip }: Row) => ({
  id,
  at: at.toISOString(),
  account_name,
  result,
  reason,
  ip,
  region,
  device,
  claimed_ip,
});
