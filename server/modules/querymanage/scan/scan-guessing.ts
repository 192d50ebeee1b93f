import { scanGuessing } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { ksql } from '#platform/database/schema.ts';
import { regionName } from '#platform/places/regions.ts';
import type { Services } from '#platform/services.ts';

const most = 100;

/** Serves the networks that guessed codes recently. */
export function serveScanGuessing({ routes, regions }: Services): void {
  routes.serve(scanGuessing, async (_, { db }) => {
    const rows = await db
      .selectFrom('scan_guessing')
      .selectAll()
      .where('last_at', '>', ksql<Date>`now() - interval '7 days'`)
      .orderBy('last_at', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ network, first_at, last_at, refused }) => ({
      network,
      region: regionName(regions.find(network.replace(/\/\d+$/, ''))),
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
      refused,
    }));
  });
}
