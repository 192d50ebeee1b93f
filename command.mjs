import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { commandsFile, install, main, pinnedNode, root } from './install.mjs';

// `npm run admin:recover`, `key:rotate`, `audit:verify` and `trace:verify`: runs the command of that name (server/commands/).

await main(async () => {
  await install();
  await build('server');
  const command = spawn(pinnedNode(), [commandsFile, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  return new Promise((done, fail) => {
    command.once('error', fail);
    command.once('exit', (code) => done(code ?? 1));
  });
});
