import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// `npm start`: whatever is missing is installed and built, then the server runs. Runs on any Node from 20 on.

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node 20 or later is needed to start; this is ${process.version}. See https://nodejs.org/`);
  process.exit(1);
}
const { install, main, pinnedNode, root, serverArguments } = await import('./install.mjs');
const { buildWeb } = await import('./build.mjs');

await main(async () => {
  await install({ browser: false });
  await buildWeb();
  return runServer();
});

/** Runs the server to its end and answers its exit code. */
function runServer() {
  // In a process group of its own: for one Ctrl-C the terminal and npm both send a signal, and the server gets one.
  const options = { cwd: root, stdio: 'inherit', detached: true };
  const server = spawn(pinnedNode(), [...serverArguments, ...process.argv.slice(2)], options);
  let last = Number.NEGATIVE_INFINITY;
  const ask = (signal) => {
    const since = performance.now() - last;
    last = performance.now();
    if (since > 1000) server.kill(signal);
  };
  process.on('SIGINT', () => ask('SIGINT'));
  process.on('SIGTERM', () => ask('SIGTERM'));
  process.on('SIGHUP', () => ask('SIGTERM'));
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.once('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}
