import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedNode, root, serverArguments } from '../install.mjs';

const between = 1000;

/** Runs the server until it ends and returns its exit code. However this process ends, the server shuts down in order. */
export function runServer(args) {
  // The server has a process group of its own, because for one Ctrl-C both the terminal and npm send a signal, and it should
  // get one. If this process is killed, the closed IPC channel notifies the server.
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

/**
 * Detects that npm was killed, which passes on no signal: this process then has another parent. Other parents, such as a shell,
 * may end without consequences.
 */
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
