import { registerHooks } from 'node:module';

/**
 * postgres.js 3.4.9 with what its next version should bring. Import it from here and nowhere else: if the package was loaded
 * before, it is not repaired, and this throws. See docs/decisions/postgres-js.md.
 */
const repairs: Readonly<Record<string, readonly (readonly [what: string, by: string])[]>> = {
  'postgres/src/connection.js': [
    // What was waiting to be written when a connection was lost stayed in front of all that came later, unwritten.
    [
      '\n    clearImmediate(nextWriteTimer)\n',
      '\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    ],
    // A transaction that wrote on after its connection was lost ended the process.
    [
      '    const x = socket.write(chunk, fn)\n',
      `    if (!socket) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      query = null
      return false
    }
    const x = socket.write(chunk, fn)
`,
    ],
    // A query sent between a connection's error and its end was never answered.
    ['    !hadError && (query || sent.length) && error(', '    if (query || sent.length) error('],
    // The first query of the next connection was answered with the error of the lost one.
    [
      '    closedTime = performance.now()\n',
      '    query = results = errorResponse = null\n    result = new Result()\n    closedTime = performance.now()\n',
    ],
  ],
  'postgres/src/index.js': [
    // The rest of a transaction whose connection was lost ran, by itself, on the connection that took its place.
    ['    let savepoints = 0\n', '    let lost\n    let savepoints = 0\n'],
    ['connection.onclose = reject)', 'connection.onclose = (error) => { lost = error; reject(error) })'],
    [
      '        c.queue === full\n          ? queries.push(q)\n',
      '        lost ? q.reject(lost) : c.queue === full\n          ? queries.push(q)\n',
    ],
  ],
};

const done = new Set<string>();
const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = Object.keys(repairs).find((path) => url.endsWith(`/node_modules/${path}`));
    if (file === undefined) return loaded;
    done.add(file);
    return { ...loaded, source: repaired(file, String(loaded.source)) };
  },
});
const { default: postgres } = await import('postgres');
hooks.deregister();
for (const file of Object.keys(repairs)) {
  if (!done.has(file))
    throw new Error(`${file} was loaded before server/platform/database/postgres.ts could repair it`);
}

export default postgres;

function repaired(file: string, source: string): string {
  return (repairs[file] ?? []).reduce((code, [what, by]) => {
    if (!code.includes(what)) throw new Error(`${file} is not the one that postgres.ts repairs`);
    return code.replaceAll(what, () => by);
  }, source);
}
