import { sql as ksql, type Selectable } from 'kysely';
import { accessExport, accessPage } from '../../../../contract/organ/access-log.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { beginning, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

/** The record of who was told something or refused it, for reading: it is written in platform/access-log.ts. */
export function serveAccessLog(services: Services): void {
  serveList(services, {
    name: 'accesslog',
    page: accessPage,
    export: accessExport,
    columns: ['at', 'account_name', 'call', 'result', 'codes', 'unknown', 'times', 'asked', 'ip', 'id'],
    rows: (from, { account_name, from: since, to, call, result, ip }) => {
      let rows = from.selectFrom('access_log as l').selectAll('l');
      if (account_name) rows = rows.where(ksql`lower(l.account_name)`, '=', account_name.trim().toLowerCase());
      if (since) rows = rows.where('l.at', '>=', new Date(since));
      if (to) rows = rows.where('l.at', '<', new Date(to));
      if (call) rows = rows.where('l.call', 'like', beginning(call));
      if (result) rows = rows.where('l.result', '=', result);
      if (ip) rows = rows.where('l.ip', 'like', beginning(ip));
      return rows;
    },
    sort: { at: ksql.ref('l.id') },
    defaultSort: '-at',
    tieBreak: ksql.ref('l.id'),
    present: ({ id, at, account_name, ip, call, result, codes, unknown, times, input }: Row) => ({
      id,
      at: at.toISOString(),
      account_name,
      ip,
      call,
      result,
      codes,
      unknown,
      times,
      asked: input === null ? null : JSON.stringify(input),
    }),
  });
}

type Row = Selectable<Schema['access_log']>;
