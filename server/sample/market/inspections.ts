import { day, hour } from '@suyuan/contract/durations.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { Random } from '@suyuan/simulator/random.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { SoldCases } from './sold-cases.ts';

interface Parts {
  readonly call: CallServer;
  readonly random: Random;
  readonly printed: (code: number) => string;
  /** The first two digits of each dealer's area of sale, by the dealer's code. */
  readonly provinces: ReadonlyMap<string, string>;
}

/** Every nth inspection finds goods of another province, or a code that was never issued. */
const awayEvery = 7;
const falseEvery = 11;
/** Provinces where diverted goods are found. */
const elsewhere = ['44', '33', '11'] as const;

/** Inspections in shops where goods were sold; most are normal. */
export async function inspectSoldGoods(
  { call, random, printed, provinces }: Parts,
  sold: readonly SoldCases[],
): Promise<void> {
  let count = 0;
  for (const { dealerCode, cases, arrivedAt } of sold) {
    const province = provinces.get(dealerCode);
    if (!province) continue;
    for (const { units } of cases.slice(-2)) {
      const at = arrivedAt + day + random.below(6 * day) + hour;
      if (at > Date.now()) continue;
      count += 1;
      const isAway = count % awayEvery === 0;
      const area = isAway ? elsewhere[count % elsewhere.length] : province;
      const code = printed(units[1] as number);
      await call(inspectAdd, {
        code: count % falseEvery === 0 ? invented(code) : code,
        area_code: `${area}0000`,
        inspected_at: new Date(at).toISOString(),
      });
    }
  }
}

/** A forged code with the last two digits changed. */
const invented = (code: string): string => `${code.slice(0, -2)}${code.slice(-2) === '00' ? '11' : '00'}`;
