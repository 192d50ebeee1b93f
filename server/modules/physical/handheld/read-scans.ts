import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import type { ReadScan } from './acts/act.ts';
import { actOf } from './acts/acts.ts';
import type { ScanTime } from './corrected-times.ts';

/** The codes of a scan, or why some of them are none. */
export type ReadCodes = Pick<ReadScan, 'code' | 'others'> | { readonly refused: readonly RefusedText[] };

/** A scan with its codes, or why it has none, the number of its document, and its time. */
export interface TimedScan {
  readonly scan: Scan;
  readonly codes: ReadCodes;
  readonly documentNo: string | null;
  readonly time: ScanTime;
}

/** Reads the codes of scans, by the id of the scan. */
export async function readScans(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  scans: readonly Scan[],
): Promise<ReadonlyMap<string, ReadCodes>> {
  const texts = scans.flatMap(({ id, act, code, codes = [] }) => {
    const { fresh } = actOf(act);
    const beside = codes.map((text) => ({ id, text, isFresh: fresh?.codes === true }));
    return [{ id, text: code, isFresh: fresh?.code === true }, ...beside];
  });
  // Those that may be on no goods yet come last.
  const known = texts.filter(({ isFresh }) => !isFresh);
  const inOrder = [...known, ...texts.filter(({ isFresh }) => isFresh)];
  const { results } = await CodeLookup.resolve(
    services,
    shared,
    caller,
    inOrder.map(({ text }) => text),
    { forCapture: true, freshFrom: known.length },
  );
  const found = new Map(inOrder.map((one, at) => [one, results[at] as number | RefusedText]));
  const ofScan = Map.groupBy(texts, ({ id }) => id);
  return new Map(
    [...ofScan].map(([id, some]): [string, ReadCodes] => {
      const read = some.map((one) => found.get(one) as number | RefusedText);
      const refused = read.filter((one) => typeof one === 'object');
      const [code, ...others] = read.filter((one) => typeof one === 'number');
      return [id, refused.length > 0 ? { refused } : { code: code as number, others }];
    }),
  );
}
