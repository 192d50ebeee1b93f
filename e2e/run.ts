import { randomBytes } from 'node:crypto';
import { connected } from '@suyuan/server/test/harness/connected.ts';
import { copyDatabase } from '@suyuan/server/test/harness/copied-database.ts';

/** What all servers of a test run share. */
export interface Run {
  /** The URL of the PostgreSQL on which each server has its own database. */
  readonly postgres: string;
  /** The name of a database with the newest schema, to be copied. */
  readonly template: string;
  /** A folder for the compile cache, so that only the first server compiles the code. */
  readonly compiled: string;
  /** A URL that answers the address of the server with the sample data, once these are complete. */
  readonly sample: string;
}

/** Passed in the environment, which workers inherit. */
const variable = 'E2E_RUN';

export function tell(run: Run): void {
  process.env[variable] = JSON.stringify(run);
}

export const currentRun = (): Run => JSON.parse(process.env[variable] as string);

/** Creates a database, and returns its URL and the environment of a server that uses it and the compile cache. */
export async function placeForServer(): Promise<{ database: string; environment: NodeJS.ProcessEnv }> {
  const { postgres, template, compiled } = currentRun();
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await connected(postgres, (sql) => copyDatabase(sql, name, template));
  const database = Object.assign(new URL(postgres), { pathname: `/${name}` }).href;
  return { database, environment: { SUYUAN_DATABASE_URL: database, NODE_COMPILE_CACHE: compiled } };
}
