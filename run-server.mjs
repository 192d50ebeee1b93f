import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedNode, root, serverArguments } from './install.mjs';

const between = 1000;

/** Runs the server to its end and answers its exit code. However this process ends, the server ends in order after it. */
export function runServer(args) {
  // In a process group of its own: for one Ctrl-C the terminal and npm both send a signal, and the server gets one. By
  // the channel it learns of our end when we are killed outright.
  const options = { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true };
  const server = spawn(pinnedNode(), [...serverArguments, ...args], options);
  let last = Number.NEGATIVE_INFINITY;
  const ask = (signal) => {
    const since = performance.now() - last;
    last = performance.now();
    if (since > between) server.kill(signal);
  };
  process.on('SIGINT', () => ask('SIGINT'));
  process.on('SIGTERM', () => ask('SIGTERM'));
  process.on('SIGHUP', () => ask('SIGTERM'));
  const watch = whenNpmIsGone(() => server.kill('SIGTERM'));
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.once('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]));
  }).finally(() => clearInterval(watch));
}

/** An npm that is killed outright passes nothing on: we then have another parent. A shell may go, and we stay. */
function whenNpmIsGone(react) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    react();
  }, between);
  return watch;
}
