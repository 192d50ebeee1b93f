import { spawnSync } from 'node:child_process';
import { install, main, pinnedEnvironment, pinnedNode, root } from '../install.mjs';
import { build } from './build.mjs';

// `npm run package`: installs and builds what is missing, and makes the archive that is installed on a server.

await main(async () => {
  await install();
  await build();
  const make = [`${import.meta.dirname}/package/make.ts`, ...process.argv.slice(2)];
  return spawnSync(pinnedNode(), make, { cwd: root, env: pinnedEnvironment(), stdio: 'inherit' }).status;
});
