// What an administrator runs beside the server, or while it is stopped: `npm run admin:recover [-- arguments]` and so on, or
// `suyuan admin:recover [arguments]` where the package is installed. The exit code is 1 if a command fails, or verifies something
// that is not as it should be.

import { interruptedCode, isInterrupted } from './interruption.ts';

/** By their names in package.json. Each loads only what it needs, and answers false for an exit code of 1. */
const commands: Readonly<Record<string, () => Promise<{ run(args: string[]): Promise<unknown> }>>> = {
  'admin:recover': () => import('./admin-recover.ts'),
  'audit:verify': () => import('./audit-verify.ts'),
  backup: () => import('./backup.ts'),
  'backup:verify': () => import('./backup-verify.ts'),
  health: () => import('./health.ts'),
  'key:rotate': () => import('./key-rotate.ts'),
  restore: () => import('./restore.ts'),
  restored: () => import('./restored.ts'),
  'trace:verify': () => import('./trace-verify.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const load = commands[name];
  if (!load) throw new Error(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}`);
  const { run } = await load();
  if ((await run(args)) === false) process.exitCode = 1;
} catch (error) {
  // Everything is tidied up; what was waited for is not.
  if (isInterrupted()) process.exit(interruptedCode);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
