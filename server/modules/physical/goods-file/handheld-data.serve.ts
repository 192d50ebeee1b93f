import { handheldData, handheldDownloads } from '@suyuan/contract/physical/goods-file.ts';
import { csvBytes } from '#platform/lists/export.ts';
import type { Services } from '#platform/services.ts';
import { type ZipEntry, zipOf } from '#platform/spool/zip.ts';
import type { SharedServices } from '#shared-services.ts';
import { dataFiles, type Source } from './handheld-data.ts';

/** 下载: the data that a handheld needs, as far as the person who downloads them may see them. */
export default function serveHandheldData({ routes, system, answers }: Services, { rules }: SharedServices): void {
  routes.serve(
    handheldData,
    async (_, caller) => {
      const at = new Date();
      const name = `handheld-${at.toISOString().slice(0, 16).replaceAll(':', '')}.zip`;
      const head = { type: 'application/zip', disposition: `attachment; filename="${name}"` };
      const source = { db: caller.db, sql: system.codes.sql, rules };
      await answers.send(caller, head, () => zipOf(entries(source, at, caller.account.account_name), at));
    },
    { compress: false } as object,
  );

  // Listed from the access log, since the call is traced.
  routes.serve(handheldDownloads, async (_, { account }) => {
    const rows = await system.ownWork.sql<{ at: Date; ip: string }[]>`
      select at, ip from access_log
      where lower(account_name) = lower(${account.account_name}) and account_id = ${account.id}
        and call = ${handheldData.path} and result = 'answered'
      order by id desc limit 20`;
    return rows.map(({ at, ip }) => ({ at: at.toISOString(), ip }));
  });
}

/** The entries of the archive: all files, and at the end the number of rows in each. */
async function* entries(source: Source, at: Date, account: string): AsyncGenerator<ZipEntry> {
  const counts: (readonly [string, number])[] = [];
  for (const [name, { columns, rows }] of Object.entries(dataFiles)) {
    let count = 0;
    const cells = async function* () {
      for await (const row of rows(source)) {
        count += 1;
        yield columns.map((column) => row[column] ?? null);
      }
    };
    yield { name, bytes: csvBytes(columns, cells()) };
    counts.push([name, count]);
  }
  const about = [['made_at', at.toISOString()], ['made_for', account], ...counts];
  yield { name: 'about.csv', bytes: csvBytes(['file', 'rows'], about) };
}
