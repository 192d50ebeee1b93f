import type { Call } from './call/call.ts';
import { fileNames, importFile } from './call-files.ts';
import { isReport } from './thing/report.ts';
import { isDeclared } from './thing/thing.ts';

const reads = (await Promise.all(fileNames.map(importFile))).flatMap(readsIn);

/**
 * What views can be saved of: the name of each list, and of the figures of each report, with the calls that read it. Several screens
 * may show one by calls of their own. Like `calls.ts`, for the server and for tests.
 */
export const listReads: ReadonlyMap<string, readonly Call[]> = new Map(
  [...Map.groupBy(reads, ({ name }) => name)].map(([name, own]) => [name, own.map(({ call }) => call)]),
);

function readsIn(exported: object): { name: string; call: Call }[] {
  return Object.values(exported).flatMap((value: unknown) => {
    if (isDeclared(value)) return [{ name: value.list, call: value.page as Call }];
    return isReport(value) ? [{ name: `${value.key}figures`, call: value.figures as Call }] : [];
  });
}
