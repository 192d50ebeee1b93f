import { install, main } from '../install.mjs';
import { build } from './build.mjs';

// Installs what is missing and builds the server, before npm becomes one of its commands (package.json, server/commands/): a
// signal then reaches the command itself.

await main(async () => {
  await install();
  await build('server');
});
