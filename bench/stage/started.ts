import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../install.mjs';

// What benchmarks have started. They do not stop it themselves: it is stopped after each of them, also if it failed.

const stops: (() => Promise<unknown>)[] = [];

/** Registers how to stop something that was started. */
export function stopLater(stop: () => Promise<unknown>): void {
  stops.push(stop);
}

/** Stops all that was started, the last first. */
export async function stopStarted(): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) {
    await stop().catch((error: unknown) => console.error(error));
  }
}

/** Runs a script with this Node until it prints the URL that it listens on. */
export async function startProcess(
  /** The arguments of Node, run in the project's folder. */
  args: readonly string[],
  address: RegExp,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stopLater(() => stopProcess(child));
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: Buffer) => {
      printed += text;
      const url = address.exec(printed)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`${args.at(-1)} ended with ${code}:\n${printed}`)));
    child.once('error', reject);
  });
  return { child, url };
}

/** Stops a process as a person at a terminal does: no load balancer has to hear of it first. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}
