import { type Benchmark, type BySize, perSecond } from '../harness.ts';
import { codesOf, fileOf, packFile, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';
import { type Teller, tell, tellersOf } from '../stage/telling-line.ts';

const lines = 20;
const unitsOf: BySize = { smallest: 9600, short: 48_000, usual: 96_000, long: 480_000 };

/**
 * Reports of packing by devices: batches of a thousand cases from one line, and smaller ones from twenty lines at once, compared
 * with a file of as many units.
 */
export const telling: Benchmark = {
  name: 'telling',
  async *run(size) {
    const stage = await Stage.open();
    const units = unitsOf[size];
    const prepared = await prepare(stage);
    const tellers = await tellersOf(stage, prepared.product_id, lines);
    const filed = fileOf(await codesOf(stage, prepared.rules, units));
    const file = await perSecond(async () => {
      await packFile(stage, prepared.id, filed);
      return units;
    });
    const rate = async (tellersNow: readonly Teller[], casesInBatch: number) => {
      const codes = await codesOf(stage, prepared.rules, units);
      const batches = Array.from({ length: Math.ceil(codes.boxes.length / casesInBatch) }, (_, n) => n);
      return perSecond(async () => {
        await Promise.all(
          tellersNow.map(async (teller) => {
            for (let n = batches.shift(); n !== undefined; n = batches.shift()) {
              await tell(stage, teller, codes, n * casesInBatch, casesInBatch);
            }
          }),
        );
        return units;
      });
    };
    const baseline = { unit: 'units/s', baselineName: 'a file of as many', baseline: file };
    yield {
      name: 'device batches of 1000 packings',
      ours: await rate(tellers.slice(0, 1), 1000),
      ...baseline,
      target: 0.4,
    };
    yield { name: `batches of 50 packings, ${lines} lines at once`, ours: await rate(tellers, 50), ...baseline };
  },
};
