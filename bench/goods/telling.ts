import { alternate, type Benchmark, type BySize, perSecond } from '../harness.ts';
import { codesOf, fileOf, packFile, perPallet, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';
import { type Teller, tellAll, tellersOf } from '../stage/telling-line.ts';

const lines = 20;
/** Of one server and two in turn. */
const rounds = 3;
const unitsOf: BySize = { smallest: 9600, short: 48_000, usual: 96_000, long: 480_000 };

/**
 * Reports of packing by devices: batches of a thousand cases from one line, and smaller ones from twenty lines at once, compared
 * with a file of as many units; and the smaller ones with a second server, whose lines share the capture lock with those of the first.
 */
export const telling: Benchmark = {
  name: 'telling',
  async *run(size) {
    const key = { SUYUAN_MASTER_KEY: 'ab'.repeat(32) };
    const stage = await Stage.open(key);
    const units = unitsOf[size];
    const prepared = await prepare(stage);
    const tellers = await tellersOf(stage, prepared.product_id, lines);
    // The first file has the server start its thread of jobs.
    await packFile(stage, prepared.id, fileOf(await codesOf(stage, prepared.rules, perPallet)));
    const filed = fileOf(await codesOf(stage, prepared.rules, units));
    const file = await perSecond(async () => {
      await packFile(stage, prepared.id, filed);
      return units;
    });
    const rate = async (tellersNow: readonly Teller[], casesInBatch: number, servers: readonly Stage[] = [stage]) => {
      const codes = await codesOf(stage, prepared.rules, units);
      const batches = Math.ceil(codes.boxes.length / casesInBatch);
      return perSecond(async () => {
        await tellAll(servers, tellersNow, codes, { batches, casesInBatch });
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
    yield {
      name: `batches of 50 packings, ${lines} lines at once`,
      ours: await rate(tellers, 50),
      ...baseline,
      target: 0.5,
    };
    const second = await Stage.open(key, stage.databaseUrl);
    const { one, two } = await alternate(rounds, {
      one: () => rate(tellers, 50),
      two: () => rate(tellers, 50, [stage, second]),
    });
    yield {
      name: 'the same with two servers on one PostgreSQL',
      ours: two,
      unit: 'units/s',
      baselineName: 'one server',
      baseline: one,
      target: 1,
    };
  },
};
