import { readdirSync, readFileSync } from 'node:fs';
import type { Call } from '@suyuan/contract/call/call.ts';
import { importFile } from '@suyuan/contract/call-files.ts';
import { callsIn } from '@suyuan/contract/thing/thing.ts';
import { expect, test } from 'vitest';
import { SystemDatabase } from '#platform/access/system-database.ts';

// Which code bypasses row security (platform/access), and why.

/**
 * The folders that use each property of `SystemDatabase`, which names a reason to read or write rows regardless of their owner. A
 * folder that starts to is added here; one that stops is removed.
 */
const reasons: Record<string, readonly string[]> = {
  anonymous: ['modules/base', 'modules/consumer', 'modules/integration', 'modules/organ', 'scans'],
  background: [
    'modules/base',
    'modules/inspect',
    'modules/integration',
    'modules/organ',
    'modules/physical',
    'modules/plant',
    'modules/querymanage',
    'sample',
  ],
  codes: ['modules/physical', 'modules/plant', 'modules/querymanage', 'modules/report', 'modules/tagging', 'trace'],
  common: ['identity', 'modules/base', 'modules/integration', 'modules/organ', 'modules/tagging'],
  devices: ['modules/physical', 'modules/plant'],
  enterprise: [
    'modules/base',
    'modules/dashboard',
    'modules/inspect',
    'modules/integration',
    'modules/organ',
    'modules/querymanage',
    'modules/report',
  ],
  ownWork: [
    'identity',
    'modules/integration',
    'modules/organ',
    'modules/physical',
    'modules/plant',
    'modules/tagging',
    'platform/notices',
  ],
  partners: ['modules/inspect', 'modules/physical'],
};

/** Files that use the transaction of a change without row security: `change.system`. */
const inChanges: Record<string, string> = {
  'modules/inspect/case/cases.serve.ts': 'notices for the owner of a case',
  'modules/inspect/hold/holds.serve.ts': 'notices for the owner of a hold',
  'modules/inspect/recall/notice/answers.ts': 'notices of dealers below, and what they account for to those above',
  'modules/inspect/recall/notice/sending.ts': 'notices for people of the parties concerned',
  'modules/inspect/recall/recalls.serve.ts': 'notices for those who may open recalls',
  'modules/inspect/settlement/settlement-steps.serve.ts': 'notices for those who may approve a settlement',
  'modules/inspect/task/inspectors.ts': 'the accounts that may inspect, which are those that would be told',
  'modules/inspect/task/tasks.serve.ts': 'notices for the inspector, and for the owner of the case',
  'modules/physical/refund/refunds.serve.ts': 'the keeper of the warehouse that goods return to, and their notice',
  'modules/plant/order/closing/work-order-closing.serve.ts': 'settles notices about the order, whoever has them',
  'modules/plant/order/lot/lot-releases.serve.ts': 'notes that the release of a lot is done, or waits again',
  'modules/plant/order/work-order-life.serve.ts': 'notices for those who may close the order',
  'modules/tagging/control/closures.ts': 'notices for those who may approve a request, and for who made it',
  'platform/imports/import-jobs.ts': 'the progress of a job',
  'platform/imports/import-steps.ts': 'the progress of a job',
  'platform/pictures/pictures.ts': 'pictures, which belong to no party',
  'platform/records/number-series.ts': 'the next number of a series, whoever has the numbers before it',
};

/** Files that use what the query builder has to go around its plugins, the narrowing among them. */
const around: Record<string, string> = {
  'platform/access/row-security.ts': 'the rules themselves are lookup without the rules',
  'platform/database/statements/either-writer.ts':
    'what the system keeps, written by a transaction of either kind, neither of which is narrowed',
  'platform/database/transaction.ts': 'the narrowing goes along to the connection that somebody holds',
};

/** Files that write in a change's transaction what keeps a record of its own. */
const besideTheRecord: Record<string, string> = {
  'modules/inspect/looked-at.ts': 'the event of a code that somebody of the enterprise looked at',
  'modules/tagging/control/closing-event.ts':
    'the event of codes that a change closes or opens, of orders that the caller may see',
  'modules/tagging/order/order-parts.ts': 'the lock of those who hand codes out, and what is out of an order',
  'modules/inspect/goods/held-goods.ts': 'the events of goods that are held, with the holds, which are announced',
  'modules/inspect/hold/held-zones.serve.ts':
    'the holds of the warehouse around a zone, and the places of the zones that come under them',
  'modules/inspect/hold/holds.serve.ts': 'the places of the warehouses that are held, which are ids of what exists',
  'modules/inspect/settlement/deposit-movements.ts':
    'a lock by which movements of one deposit come one after the other',
  'modules/inspect/recall/recall-goods.ts': 'it reads what lies in released codes, which nobody’s rows say',
  'modules/plant/order/order-runs.ts': 'when the order that is changed runs on its line, which nobody gives',
  'modules/plant/clearance/clearance-signing.serve.ts': 'codes of labels, whose scrapping is recorded as events',
  'modules/plant/clearance/lease-returns.serve.ts': 'leases, whose return has a record of its own',
  'modules/plant/clearance/scrap-labels.ts': 'events about labels, which are a record themselves',
  'modules/plant/order/line-of-order.ts': 'a lock by which orders of one line are started one after the other',
  'modules/physical/count/count-steps.serve.ts':
    'the differences of the count that is changed, with the stock and the scans that they are found from',
  'modules/physical/waybill/life/closing.serve.ts':
    'the events of goods that a waybill is closed without, or opened again with, which the caller sends',
  'platform/serve/once/key-calls.ts': 'the answer of the change, which is kept with it',
  'platform/time-mark/issuance.ts': 'it reads what the change issues, and whether the database was put back',
};

const server = new URL('../../', import.meta.url);
const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(
    (path) =>
      /^(modules|platform|identity|trace|scans|sample)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/test-/.test(path),
  );

/** A file's code without its comments. */
const codeOf = (path: string): string =>
  readFileSync(new URL(path, server), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
const using = (pattern: RegExp) => files.filter((path) => pattern.test(codeOf(path))).toSorted();
/** The calls of the contract that a file imports, which are those that it serves. */
async function callsImportedBy(path: string): Promise<Call[]> {
  const imports = codeOf(path).matchAll(/import (?!type)\{([^}]*)\} from '@suyuan\/contract\/([^']+)'/g);
  const imported = [...imports].map(async ([, names = '', file = '']) => {
    const exported = (await importFile(file)) as Record<string, unknown>;
    const values = names.split(',').map((name) => exported[name.trim().split(' as ')[0] as string]);
    return callsIn(values.filter((value) => value !== undefined));
  });
  return (await Promise.all(imported)).flat();
}
const listed = (reasons: Record<string, string>) => Object.keys(reasons).toSorted();

test('folders bypass row security for the listed reasons only', () => {
  const folderOf = (path: string) =>
    (/^((?:modules|platform)\/[^/]+|[^/]+)\//.exec(path) as RegExpExecArray)[1] as string;
  const uses = Object.keys(reasons).map((reason) => {
    const folders = using(new RegExp(`\\bsystem\\s*\\.\\s*${reason}\\b`)).map(folderOf);
    return [reason, [...new Set(folders)].filter((folder) => folder !== 'platform/access').toSorted()];
  });
  expect(Object.fromEntries(uses)).toEqual(reasons);
});

test('the reason `enterprise` is only given for calls of the enterprise, or after a check', async () => {
  const checking = /\b(isOfEnterprise|maySeeFigures)\(/;
  const files = using(/\bsystem\s*\.\s*enterprise\b/).filter((path) => !checking.test(codeOf(path)));
  const open = await Promise.all(
    files.map(async (path) =>
      (await callsImportedBy(path)).every(({ parties }) => parties === 'enterprise') ? [] : path,
    ),
  );
  // Their sources have no rows for parties (`report/sources/`).
  expect(open.flat()).toEqual(['modules/report/diversion.serve.ts', 'modules/report/market.serve.ts']);
});

test('the unrestricted database is only reached by naming a reason', () => {
  const named = Object.entries(Object.getOwnPropertyDescriptors(SystemDatabase.prototype));
  const others = ['constructor', 'reserved', 'seenBy', 'unhurried'];
  expect(named.map(([name]) => name).toSorted()).toEqual([...Object.keys(reasons), ...others].toSorted());
  expect(using(/\bsystem\b[^=;\n]*\} = (this\.#)?(services\.)?system\b|\bsystem: \{|\bnew SystemDatabase\b/)).toEqual([
    'platform/access/system-database.ts',
  ]);
});

test('only files with a reason write a change without row security', () => {
  expect(using(/\bchange\??\.system\b|\{[^}]*\bsystem\b[^}]*\} = change\b/)).toEqual(listed(inChanges));
});

test('nothing bypasses the filter by the query builder', () => {
  expect(using(/\b(withoutPlugins|executeQuery|getExecutor|CompiledQuery|introspection)\b/)).toEqual(listed(around));
});

test('only files with a reason write beside the record of a change', () => {
  expect(using(/\bchange\.sql\b|\{[^}]*\bsql\b[^}]*\} = change\b/)).toEqual(listed(besideTheRecord));
});

test('no code opens a database connection of its own', () => {
  const opening = using(/\bopenDatabase\(|\bopenSql\(|\bnew Kysely\b|\bnew pg\./);
  expect(opening.filter((path) => !/^platform\/(database|embedded-postgres)\//.test(path))).toEqual([]);
});

test('statements use parameters, except where the inserted text is known', () => {
  const known: Record<string, string> = {
    'modules/organ/audit/named-references.ts': 'the type of a key, as the catalogue of the database says it',
    'platform/audit/images.ts': 'images of rows, by a closed list of tables',
    'platform/backup/copied-table.ts': 'names of tables and columns, which the manifest allows letters only',
    'platform/backup/empty-database.ts': 'names of what is in the database, quoted by its catalogue',
    'platform/backup/moment.ts': 'names of tables, quoted by the catalogue',
    'platform/backup/restore-backup.ts': 'constraints as the catalogue says them, and tables of the manifest',
    'platform/backup/write-backup.ts': 'names of tables and columns, as the catalogue says them',
    'platform/database/driver/cursor.ts': 'reading from a cursor, whose name is ours',
    'platform/database/driver/kysely-dialect.ts': 'statements that the query builder made, with their parameters',
    'platform/database/driver/open-sql.ts': 'the beginning of a transaction, with a mode of ours',
    'platform/migrate/migrate.ts': 'the migrations, which are files of ours',
    'platform/migrate/queue-schema.ts': 'the plans that pg-boss makes its tables by',
    'platform/migrate/schema-step.ts': 'the transaction around a step of the migrations',
    'platform/database/statements/either-writer.ts': 'statements that the query builder made, with their parameters',
    'platform/database/statements/insert-rows.ts': 'the type of a column, one of a few',
    'platform/jobs/queue.ts': 'statements of pg-boss, with their parameters',
    'platform/pictures/sweep.ts': 'which pictures rows show, as the facts of their tables say',
  };
  expect(using(/\bk?sql\.raw\(|\.unsafe\(/)).toEqual(listed(known));
});
