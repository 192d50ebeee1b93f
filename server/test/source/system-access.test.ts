import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Which files go past the narrowing of rows (platform/access), and why. One that begins to is added here with its reason;
// one that stops is taken off.

/** Files that use the database without regard to who calls: `services.system`. */
const unscoped: Record<string, string> = {
  'modules/base/enterprise/enterprise.serve.ts':
    'what the sign-in page shows before anybody is signed in, and background: what its page sets for the whole server',
  'modules/base/product/products.serve.ts': 'the names of the rules of products that the caller sees',
  'modules/base/product/product-detail.serve.ts': 'counted days of scans, for accounts of the enterprise only',
  'modules/consumer/digital-link/description-file.ts': 'public: the name and address of who runs the resolver',
  'modules/consumer/page/content/look-cache.ts': 'public: the published look of the consumer page',
  'modules/consumer/page/content/stated-product.ts': 'public: the name of a product that a link states',
  'modules/consumer/page/preview.ts': 'the consumer page as the public sees it',
  'modules/consumer/page/content/purchase-place.ts':
    'public: where a consumer says it was bought, under the proof of the page',
  'modules/dashboard/dashboard.serve.ts': 'counted days over everything, for accounts of the enterprise only',
  'modules/plant/line/lines-live.serve.ts': 'codes of the last minute, told of lines that the caller may see',
  'modules/plant/material/material-query.serve.ts': 'what became of materials in orders that the caller may see',
  'modules/plant/order/figures/figure-codes.serve.ts': 'the codes of an order that the caller may see',
  'modules/inspect/forensics/forensic-detail.serve.ts': 'what the code of a case lay in, for the enterprise only',
  'modules/inspect/forensics/forensics.serve.ts': 'what codes of cases are and lie in, for the enterprise only',
  'modules/inspect/hold/hold-detail.serve.ts': 'where held goods are, for the enterprise only',
  'modules/inspect/hold/holds.serve.ts': 'where goods are that are to be held, for the enterprise only',
  'modules/inspect/inquiry/inquiry.serve.ts': 'all that is known of a code, for the enterprise only',
  'modules/inspect/recall/recall-detail.serve.ts': 'where goods are that are called back, for the enterprise only',
  'modules/inspect/recall/recall-report.ts': 'where goods are that are called back, for the enterprise only',
  'modules/inspect/recall/recalls.serve.ts': 'where goods are that are called back, for the enterprise only',
  'modules/inspect/record/inspections.serve.ts':
    'what inspected codes are and where they were sold, for the enterprise only',
  'modules/inspect/record/torn-codes.ts': 'which issued codes a torn one may be, for the enterprise only',
  'modules/inspect/warning/warning-list.ts': 'where the dealer of a warning sells, for the enterprise only',
  'modules/inspect/warning/warning-param-calls.ts':
    'limits of rules, and what they would tell, for the enterprise only',
  'modules/inspect/warning/warnings.serve.ts': 'background: looks at what consumers scanned',
  'modules/plant/order/closing/work-order-closing.serve.ts':
    'figures and waiting events of an order the caller may see',
  'modules/plant/order/work-order-detail.serve.ts': 'figures of an order that the caller may see, and of its lot',
  'modules/plant/order/work-order-life.serve.ts': 'figures of an order that the caller may see',
  'modules/plant/order/work-order-split.serve.ts': 'the figure of an order that the caller may change',
  'modules/plant/order/work-orders.serve.ts': 'figures of orders that the caller sees',
  'modules/plant/packing/package-tree.serve.ts': 'what lies in codes that the caller may see',
  'modules/plant/packing/packing.serve.ts': 'what may be done to codes under orders that the caller may see',
  'modules/plant/packing/packable.serve.ts': 'what may be packed for an order that the caller may see',
  'modules/plant/packing/file/packing-file.serve.ts': 'the job of a file, for an order that the caller may see',
  'modules/plant/packing/file/packing-job.ts': 'the work of a job that the caller began, under their order',
  'modules/plant/packing/file/known-codes.ts': 'which codes of a file its sender may touch',
  'modules/plant/packing/file/packing-work.ts': 'the work of a job that the caller began, under their order',
  'modules/plant/task/tasks.serve.ts': 'jobs that the caller asked for; an administrator sees everybody’s',
  'modules/organ/profile/account-security.ts': 'signing in and what it counts, before an account is known',
  'modules/dashboard/production.serve.ts': 'warnings, for accounts of the enterprise only',
  'modules/report/diversion.serve.ts': 'inspections, warnings and what was seen, for accounts of the enterprise only',
  'modules/report/authority/authority.serve.ts':
    'goods of an order or a waybill that the caller may see, or of a lot for the enterprise; who took files of it',
  'modules/report/handover/handover-making.serve.ts': 'packages of an order that the caller may see',
  'modules/report/handover/handovers.serve.ts': 'packages of a paper that the caller may see',
  'modules/report/market.serve.ts': 'inspections and warnings, for accounts of the enterprise only',
  'modules/report/production.serve.ts':
    'codes issued and scanned, for accounts of the enterprise only; codes given to orders that the caller sees',
  'modules/report/logistics.serve.ts': 'figures of waybills and returns that the caller may see',
  'modules/report/frame/serve-report.ts':
    'the calendar; when figures were counted again, for accounts of the enterprise only',
  'modules/organ/login-log/login-log.ts': 'its own record of sign-ins, and forgetting it in time',
  'modules/organ/profile/own-secrets.ts': 'the caller’s own password, by its id',
  'modules/organ/sign-in/sign-in.ts': 'looks for an account before anybody is signed in',
  'modules/plant/device/devices.serve.ts': 'a device, by the key of its line, and the orders of that line',
  'modules/plant/device/events/device-batch.ts': 'what a device did, for the orders of its line',
  'modules/plant/device/heartbeat.ts': 'how the line of a device is, for the order that runs on it',
  'modules/plant/device/leases/leases.serve.ts': 'codes for the orders of a device’s line',
  'modules/plant/device/events/retry-events.ts':
    'what a device did, for the orders of its line, of an exception that the caller sees',
  'modules/plant/device/events/waiting-events.ts': 'background: tries again what devices told too early',
  'modules/physical/each-code.ts': 'lots of goods on which the caller has acted',
  'modules/physical/goods-file/goods-file.serve.ts': 'the job of a file that the caller sends',
  'modules/physical/goods-file/goods-file-job.ts':
    'the work of a job that the caller began, on documents that they may see',
  'modules/physical/goods-file/handheld-uploads.serve.ts':
    'files that the caller sent; an administrator sees everybody’s',
  'modules/physical/goods-file/handheld-data.serve.ts':
    'lines of documents that the caller sees, and their own downloads',
  'modules/physical/print/waybill-papers.serve.ts': 'the goods of a waybill that the caller may see',
  'modules/physical/refund/refund-detail.serve.ts': 'what came back by a return that the caller may see',
  'modules/physical/refund/refund-life.serve.ts': 'what came back by a return that the caller may see',
  'modules/physical/refund/refunds.serve.ts': 'where a dealer may send goods back to; amounts of returns seen',
  'modules/organ/audit/named-references.ts': 'which columns refer to what; names are read as the caller',
  'modules/physical/refund/return-warehouses.serve.ts': 'where a dealer may send goods back to',
  'modules/physical/stock/box-codes.serve.ts': 'what codes are and hold, of those that the caller may touch',
  'modules/physical/stock/stock.serve.ts': 'amounts in warehouses that the caller may see',
  'modules/physical/waybill/life/shipment-history.serve.ts':
    'events of waybills that the caller may see, of their people, and to their places',
  'modules/physical/waybill/suggestions.serve.ts': 'what lies in the warehouse of a waybill that the caller sends',
  'modules/physical/waybill/waybill-detail.serve.ts': 'the codes of a waybill that the caller may see',
  'modules/physical/waybill/waybills.serve.ts': 'amounts of waybills that the caller sees',
  'modules/physical/wms/wms-receiver.ts': 'none: recipients are looked for as the party of the warehouse sees them',
  'modules/physical/wms/wms-shipments.serve.ts': 'what the WMS of a warehouse tells, of waybills of that warehouse',
  'modules/querymanage/scan/code-filter.ts': 'what code a text means, told to nobody but the limit of unknown ones',
  'modules/querymanage/scan/scan-figures.ts': 'counted days, for accounts of the enterprise only; and the calendar',
  'modules/querymanage/scan/scan-privacy.ts': 'background: forgets addresses in time',
  'modules/tagging/control/closures.ts': 'tells those who may approve of a request, and who lookup of the decision',
  'modules/tagging/control/code-control.ts': 'how many of the codes of an order the caller may see were scanned',
  'modules/tagging/import/read-job.ts': 'the work of a job that the caller began, under their import',
  'modules/tagging/import/reading.ts': 'millions of lines, written under an import the caller began',
  'modules/tagging/import/code-import.ts': 'imports that go on over many transactions',
  'modules/tagging/order/code-orders.ts': 'how many of the codes of orders the caller sees were scanned',
  'modules/tagging/control/code-query.ts': 'facts of codes by the thousand, for orders the caller may see',
  'modules/tagging/rule/code-rules.ts': 'tells the other servers that a rule changed',
  'modules/tagging/order/code-target.ts': 'what codes a list of texts means',
  'modules/tagging/order/order-detail.ts': 'how many codes of an order the caller may see were scanned',
  'modules/tagging/download/order-download.ts': 'tickets, which carry their maker’s right, and the record of downloads',
  'modules/tagging/download/hand-out.ts': 'what is out of an order the caller may see, and the record of downloads',
  'modules/tagging/control/closing-affects.ts': 'states of codes that the caller may close, for the enterprise only',
  'modules/tagging/label/order-labels.ts': 'states of the codes of an order the caller may see',
  'modules/tagging/download/order-source.ts': 'an order by a ticket, or one the caller may see',
  'modules/tagging/rule/rule-room.ts': 'whether a file of codes is being read, whoever sent it',
  'scans/address-guard.ts': 'public: networks that ask for unknown codes, and those that were sent away for it',
  'scans/scan-desk.ts': 'public: what a code is, and the record that it was asked',
  'modules/base/product/product-units.serve.ts': 'units of products, which everybody may know',
  'trace/lookup/lists/serve-event-list.ts': 'codes, lots and units of events that the caller may see',
  'trace/lookup/code-lookup.ts': 'what codes a list of texts means, told of those that the caller may touch',
  'trace/lookup/code-of-rows.ts': 'what code a list is narrowed to, of whose rows the caller sees some',
  'identity/guess-limit.ts': 'how many unknown codes the caller asked for, by its id',
  'identity/rule-book.ts': 'the rules that codes are read by, for every server and for the public',
  'platform/database/database.ts': 'the same database on other connections, for those who may have it anyway',
  'platform/pictures/pictures.ts': 'pictures that people of factories and dealers send of themselves',
  'platform/records/number-series.ts': 'the next number of a series, whoever has the ones before',
  'platform/notices/serve-notices.ts': 'marks notices as read, the caller’s own by its id',
  'platform/imports/import-jobs.ts': 'how far a job is, in the transaction of its change',
  'platform/imports/import-steps.ts': 'how far a job is, in the transaction of its change',
  'platform/lists/list.ts': 'the long connections, on which a list as a file is narrowed like any other',
  'sample/filling/sample-account.ts': 'the account that fills in the sample data',
  'sample/sample.ts': 'fills an empty system',
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
  'modules/inspect/recall/recall-goods.ts': 'it reads what lies in released codes, which nobody’s rows say',
  'modules/plant/order/line-of-order.ts': 'a lock by which orders of one line are started one after the other',
  'modules/physical/waybill/life/closing.serve.ts':
    'the events of goods that a waybill is closed without, or opened again with, which the caller sends',
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
const listed = (reasons: Record<string, string>) => Object.keys(reasons).toSorted();

test('only files with a reason read regardless of the caller', () => {
  // As a member, or taken out of the services by its name; not the word in a statement.
  const uses = using(/(\.|[{,(]\s*)system\b(?!\s+value)|\[?'system'/);
  expect(uses.filter((path) => path !== 'platform/services.ts')).toEqual(listed(unscoped));
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
