import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** Throws with a sentence for the installer if the server cannot listen where it should, before anything is started. */
export async function requireFreePort(place: Place): Promise<void> {
  if (place.port === 0) return;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen({ port: place.port, host: place.host }, resolve);
    });
  } catch (error) {
    explainListening(place)(error as NodeJS.ErrnoException);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Puts an error of listening into a sentence for the installer; `settings` is what the names of the two settings begin with. */
export function explainListening({ host, port }: Place, settings = 'SUYUAN'): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is used by another program. Set ${settings}_PORT to a free port, or to 0 to use any.`,
      );
    }
    if (error.code === 'EACCES')
      throw new Error(`This user may not listen on port ${port}. Set ${settings}_PORT to 1024 or above.`);
    if (error.code === 'EADDRNOTAVAIL')
      throw new Error(`${host} is not an address of this machine. Check ${settings}_HOST.`);
    throw error;
  };
}
