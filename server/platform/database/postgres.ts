import { registerHooks } from 'node:module';

/**
 * postgres.js 3.4.9 with patches that its next version should bring. Always import it from here: if the package was loaded
 * before, it cannot be patched any more, and this throws. See docs/decisions/postgres-js.md.
 */
const repairs: Readonly<Record<string, readonly (readonly [what: string, by: string])[]>> = {
  'postgres/src/connection.js': [
    // Data waiting to be written when a connection was lost stayed at the head of the queue and blocked everything after it.
    [
      '\n    clearImmediate(nextWriteTimer)\n',
      '\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    ],
    // A transaction that went on writing after its connection was lost crashed the process.
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
    // A query sent between the error and the close event of a connection was never settled.
    ['    !hadError && (query || sent.length) && error(', '    if (query || sent.length) error('],
    // The first query on the new connection got the error of the lost one.
    [
      '    closedTime = performance.now()\n',
      '    query = results = errorResponse = null\n    result = new Result()\n    rows = 0\n    closedTime = performance.now()\n',
    ],
    // The number of rows that came before an error was kept: the next query got as many empty rows in front of its own. The same
    // for a cursor whose reader failed, and above for a connection that was lost.
    [
      '      errorResponse = Errors.postgres(parseError(x))\n    } else {',
      '      rows = 0\n      errorResponse = Errors.postgres(parseError(x))\n    } else {',
    ],
    [
      '    } catch (err) {\n      write(Sync)\n      query.reject(err)\n',
      '    } catch (err) {\n      rows = 0\n      write(Sync)\n      query.reject(err)\n',
    ],
    // COPY FROM: an error after the last row was never reported, so the caller waited for ever.
    [
      '    stream && (stream.destroy(err), stream = null)\n',
      '    stream && (stream.destroy(err), stream = null)\n    final && (final(err), final = null)\n',
    ],
    // COPY FROM: losing the connection in the middle crashed the process.
    [
      '      write(chunk, encoding, callback) {\n        socket.write(b().d().raw(chunk).end(), callback)\n      },\n      destroy(error, callback) {\n        callback(error)\n        socket.write(b().f().str(error + b.N).end())\n        stream = null\n      },\n      final(callback) {\n        socket.write(b().c().end())\n',
      `      write(chunk, encoding, callback) {
        if (!socket) return callback(Errors.connection('CONNECTION_CLOSED', options, socket))
        socket.write(b().d().raw(chunk).end(), callback)
      },
      destroy(error, callback) {
        callback(error)
        error && socket && socket.write(b().f().str(error + b.N).end())
        stream = null
      },
      final(callback) {
        if (!socket) return callback(Errors.connection('CONNECTION_CLOSED', options, socket))
        socket.write(b().c().end())
`,
    ],
  ],
  'postgres/src/index.js': [
    // The remaining statements of a transaction whose connection was lost ran outside of any transaction on the new connection.
    ['    let savepoints = 0\n', '    let lost\n    let savepoints = 0\n'],
    ['connection.onclose = reject)', 'connection.onclose = (error) => { lost = error; reject(error) })'],
    [
      '        c.queue === full\n          ? queries.push(q)\n',
      '        lost ? q.reject(lost) : c.queue === full\n          ? queries.push(q)\n',
    ],
    // The same for a reserved connection; and statements queued there were never settled.
    [
      '    c.reserved.release = true\n',
      `    c.reserved.release = true
    let lost
    c.onclose = (error) => {
      lost = error
      while (queue.length) queue.shift().reject(error)
    }
`,
    ],
    [
      '    sql.release = () => {\n',
      `    sql.release = () => {
      // The slot already serves others.
      if (lost) return
      c.onclose = null
`,
    ],
    [
      '      c.queue === full\n        ? queue.push(q)\n',
      '      lost ? q.reject(lost) : c.queue === full\n        ? queue.push(q)\n',
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
