import { randomBytes } from 'node:crypto';
import { connected } from '../server/test/harness/connected.ts';
import { copyDatabase } from '../server/test/harness/copied-database.ts';

/** What all servers of a run of the tests stand on. */
export interface Run {
  /** The PostgreSQL on which each has a database of its own. */
  readonly postgres: string;
  /** A database on it with the newest schema, to be copied. */
  readonly template: string;
  /** A folder for what servers have compiled: several begin, and each would do it again. */
  readonly compiled: string;
  /** Answers the address of the server with the sample data, once they are there. */
  readonly sample: string;
}

/** Workers have the environment of the process that starts them. */
const variable = 'E2E_RUN';

export function tell(run: Run): void {
  process.env[variable] = JSON.stringify(run);
}

export const told = (): Run => JSON.parse(process.env[variable] as string);

/** A server's database and compiled code, as its environment names them. */
export async function placeForServer(): Promise<NodeJS.ProcessEnv> {
  const { postgres, template, compiled } = told();
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await connected(postgres, (sql) => copyDatabase(sql, name, template));
  const database = Object.assign(new URL(postgres), { pathname: `/${name}` });
  return { SUYUAN_DATABASE_URL: database.href, NODE_COMPILE_CACHE: compiled };
}
