import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#platform/config/config.ts';

// `npm run health [-- --ready]`: whether the server with these settings answers on this machine, for what watches over it, such as
// the HEALTHCHECK of a container. Exit code 1 if it does not.

const patience = 5000;

/** Prints what the server answers at `/healthz`, or at `/readyz`. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      ready: { type: 'boolean', default: false },
    },
  });
  const url = `${originOf(readConfig(process.env))}${values.ready ? '/readyz' : '/healthz'}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patience) });
    console.log(`${response.status} ${(await response.text()).trim()}`);
    return response.ok;
  } catch (error) {
    const { cause = error } = error as Error;
    console.error(`${url} does not answer: ${(cause as Error).message}`);
    return false;
  }
}

function originOf({ host, port }: Config): string {
  if (port === 0) throw new Error('SUYUAN_PORT is 0, so the port of the server is not known. Set SUYUAN_PORT.');
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}
