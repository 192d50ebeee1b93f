import type { ScanAnswer, Verdict } from '@suyuan/contract/consumer/scan.ts';
import { provinceName } from '#platform/areas/areas.ts';
import { type Region, regionName } from '#platform/areas/regions.ts';
import type { CodeGoods } from '#trace/state/code-records.ts';

/** When and where a code was scanned first, and how often. */
export interface FirstScan {
  readonly count: number;
  readonly firstAt: Date;
  readonly firstRegion: Region;
}

/** What an answer tells of a code. */
export interface ScannedCode {
  readonly isVoid: boolean;
  /** It has come to the step from which its rule calls it genuine. */
  readonly isActivated: boolean;
  readonly isRecalled: boolean;
  readonly isLost: boolean;
  readonly goods: CodeGoods;
  readonly level: number;
  /** How many units are in a package; null for a unit. */
  readonly units: number | null;
  readonly issuedAt: Date;
  /** In epoch milliseconds, if known from events. */
  readonly boundAt: number | null;
  readonly packedAt: number | null;
  readonly shippedAt: number | null;
  /** The area of the dealer that it was shipped to. */
  readonly shippedTo: string | null;
}

/**
 * The answer to a scan. A code that was never issued gets the same answer whether a rule could have issued it or its check
 * character is wrong: the printed form and the number of scans are left out, since they depend on the deciphered code.
 */
export function answerOf(
  { text, statedGtin }: { readonly text: string; readonly statedGtin: string | undefined },
  code: ScannedCode | undefined,
  first: FirstScan,
): ScanAnswer {
  if (!code || contradicts(statedGtin, code.goods)) {
    const scan = { count: 1, first_at: null, first_region: null };
    return { verdict: 'unknown', code: null, product: null, package: null, scan, trace: [] };
  }
  const verdict = verdictOf(code, first.count);
  // Before its code is genuine, nothing is said that would make goods with it look so.
  const isProduct = verdict !== 'void' && code.isActivated;
  return {
    verdict,
    code: text,
    product: isProduct ? productOf(code.goods) : null,
    package: code.level > 1 ? { level: code.level, units: code.units } : null,
    scan: {
      count: first.count,
      first_at: first.firstAt.toISOString(),
      first_region: regionName(first.firstRegion) || null,
    },
    trace: isProduct ? traceOf(code) : [],
  };
}

function productOf(goods: CodeGoods): ScanAnswer['product'] {
  const { product_code, product_name, gtin, spec, lot, production_date, expiry_date } = goods;
  if (product_code === null || product_name === null) return null;
  return { product_code, product_name, gtin, spec, lot, production_date, expiry_date };
}

/** The steps of the product known from events; without events, when its code was issued. */
function traceOf({ issuedAt, boundAt, packedAt, shippedAt, shippedTo }: ScannedCode): ScanAnswer['trace'] {
  const steps: [step: string, at: number | null, region?: string | null][] =
    boundAt === null
      ? [['commissioning', issuedAt.getTime()]]
      : [
          ['production', boundAt],
          ['packing', packedAt],
          ['shipping', shippedAt, shippedTo && provinceName(shippedTo)],
        ];
  return steps.flatMap(([step, at, region = null]) =>
    at === null ? [] : [{ step, at: new Date(at).toISOString(), region }],
  );
}

/** Whether the text states the GTIN of another product. */
const contradicts = (statedGtin: string | undefined, { product_id, gtin }: CodeGoods): boolean =>
  statedGtin !== undefined && product_id !== null && gtin?.padStart(14, '0') !== statedGtin;

function verdictOf({ isVoid, isActivated, isRecalled, isLost }: ScannedCode, count: number): Verdict {
  if (isVoid) return 'void';
  if (isRecalled) return 'recalled';
  if (isLost) return 'lost';
  if (!isActivated) return 'unbound';
  return count === 1 ? 'genuine' : 'repeated';
}
