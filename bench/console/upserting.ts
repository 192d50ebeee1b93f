import { product } from '@suyuan/contract/base/product/product.ts';
import { alternate, type Benchmark, type BySize, perSecond } from '../harness.ts';
import { Stage } from '../stage/stage.ts';

const rounds: BySize = { smallest: 1, short: 2, usual: 5, long: 10 };
const atOnce = 500;

interface Report {
  readonly rows: readonly { readonly outcome: string }[];
}

/**
 * Rows that another system sends by their code: 500 products in one call, new ones and the same again, compared with adding as many by
 * single calls.
 */
export const upserting: Benchmark = {
  name: 'upserting',
  async *run(size) {
    const stage = await Stage.open({ SUYUAN_RATE_LIMIT: 'off' });
    let made = 0;
    const rowsOf = (beginning: string) =>
      Array.from({ length: atOnce }, (_, n) => ({ product_code: `${beginning}-${n}`, product_name: `Product ${n}` }));
    const upsert = async (rows: readonly object[], expected: string) => {
      const report = await stage.call<Report>(product.upsert?.path ?? '', { rows });
      const wrong = report.rows.find(({ outcome }) => outcome !== expected);
      if (wrong) throw new Error(`a row was ${wrong.outcome}, not ${expected}`);
      return rows.length;
    };
    let last: readonly object[] = [];
    const { created, unchanged, single } = await alternate(rounds[size], {
      created: () => {
        last = rowsOf(`U${++made}`);
        return perSecond(() => upsert(last, 'created'));
      },
      unchanged: () => perSecond(() => upsert(last, 'unchanged')),
      single: () =>
        perSecond(async () => {
          const rows = rowsOf(`S${++made}`).slice(0, 50);
          for (const row of rows) await stage.call(product.add.path, row);
          return rows.length;
        }),
    });
    const baseline = { baselineName: 'single calls, one by one', baseline: single };
    yield { name: `${atOnce} new products by one upsert`, ours: created, unit: 'rows/s', ...baseline, target: 2 };
    yield { name: 'the same rows again, unchanged', ours: unchanged, unit: 'rows/s', ...baseline, target: 2 };
  },
};
