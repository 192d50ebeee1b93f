import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { testCluster } from '@suyuan/server/test/harness/cluster.ts';
import { root } from '../../install.mjs';
import { Skipped } from '../harness.ts';
import { stopLater } from './started.ts';

/** The script that starts a Citus cluster on this machine, the same as for the tests. */
const clusterScript = process.env.SUYUAN_TEST_CITUS ?? join(root, '..', 'shared', 'citus', 'cluster');

/** A cluster of a coordinator and two workers, with a connection of the benchmark itself. Throws `Skipped` where none can be started. */
export async function openCluster(): Promise<{ readonly url: string; readonly sql: Sql }> {
  if (!existsSync(clusterScript)) throw new Skipped(`there is no ${clusterScript} to start a cluster with`);
  const { url, stop } = await testCluster(clusterScript);
  stopLater(stop);
  const sql = openSql(url, { max: 1 });
  stopLater(() => sql.end());
  return { url, sql };
}
