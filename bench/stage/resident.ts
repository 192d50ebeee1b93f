import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The maximum resident memory of a process in bytes, until `end` is settled. */
export async function peakMemory(pid: number, end: Promise<unknown>): Promise<number> {
  let most = 0;
  let ended = false;
  const over = () => {
    ended = true;
  };
  end.then(over, over);
  while (!ended) {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    most = Math.max(most, Number(stdout) * 1024);
    await wait(100);
  }
  await end;
  return most;
}
