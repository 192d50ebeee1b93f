import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newDatabase, onCluster } from '#test/harness/new-database.ts';
import { type Database, isOutage, openDatabase } from './database.ts';
import { inBatches } from './driver/cursor.ts';
import type { DatabaseError } from './driver/errors.ts';
import { kyselyDialect } from './driver/kysely-dialect.ts';
import { openSql } from './driver/open-sql.ts';
import type { Connection, Sql } from './driver/sql.ts';

// What one statement leaves on a connection must not reach the next one: each class of error, followed by statements whose rows
// are looked at.

let url: string;
/** One connection, so that what follows an error follows it on the same one. */
let sql: Sql;
/** Another one, to act on the first from outside. */
let beside: Sql;

beforeAll(async () => {
  url = await newDatabase();
  beside = openSql(url, { max: 2 });
  await beside`create table kept (n bigint primary key, word text not null, made jsonb)`;
  await beside`create table late (n bigint, constraint late_n unique (n) deferrable initially deferred)`;
  await beside`create table spread (n bigint)`;
  if (onCluster) for (const table of ['kept', 'spread']) await beside`select create_distributed_table(${table}, 'n')`;
  await beside`insert into spread select g from generate_series(1, 2000) g`;
});
afterAll(() => beside.end());

beforeEach(async () => {
  sql = openSql(url, { max: 1 });
  await beside`truncate kept, late`;
  return () => sql.end({ timeout: 5 });
});

/** More than PostgreSQL keeps back before it sends rows, so that they are on their way when the error comes. */
const wide = 'repeat($$x$$, 3000)';

/** Does some work; the word is its own, to find its session by. */
type Work = (on: Sql, word: string) => Promise<unknown>;

/** Statements that fail, by what they fail of. */
const failures: Readonly<Record<string, Work>> = {
  'an error after rows': (on) => on`select 10 / (5 - g) from generate_series(1, 9) g`,
  'an error after many rows': (on) => on.unsafe(`select ${wide}, 10 / (40 - g) from generate_series(1, 90) g`),
  'an error after rows with a parameter': (on) => on`select 10 / (${5}::int - g) from generate_series(1, 9) g`,
  'an error after rows of a table': (on) => on.unsafe(`select ${wide}, 10 / (1500 - n) from spread`),
  'a time-out after rows': (on) =>
    on.begin(async (own) => {
      await own`set local statement_timeout = 50`;
      await own.unsafe(`select ${wide}, case when g = 30 then pg_sleep(10) end from generate_series(1, 90) g`);
    }),
  'a statement that is cancelled after rows': (on, word) => {
    const slow = on.unsafe(`select ${wide}, pg_sleep(0.02), '${word}' from generate_series(1, 9000)`);
    return Promise.all([slow, endOn('pg_cancel_backend', word)]);
  },
  'a text that does not parse': (on) => on`select from where`,
  'a parameter of the wrong kind': (on) => on`select ${'many'}::int`,
  'a parameter that cannot be sent': (on) => on`select ${undefined as unknown as null}::text`,
  'a table that is not there': (on) => on`select n from nowhere where n = ${1}`,
  'a constraint': (on) => on`insert into kept (n, word) values (1, ${null})`,
  'the second of several statements': (on) => on.unsafe('select generate_series(1, 3); select 1 / 0; select 2'),
  'a function that raises': (on) => on.unsafe(`do $$ begin raise exception 'no'; end $$`),
  'a cursor whose query fails': async (on) => {
    for await (const rows of inBatches(
      on,
      on<{ n: number }[]>`select 10 / (5 - g) as n from generate_series(1, 9) g`,
      2,
    ))
      expect(rows.length).toBeGreaterThan(0);
  },
  'a reader of a cursor that fails': async (on) => {
    for await (const _ of inBatches(on, on`select g from generate_series(1, 9) g`, 2)) throw new Error('enough');
  },
  'a stream of Kysely that fails': async (on) => {
    const db = new Kysely<{ kept: { n: number } }>({ dialect: kyselyDialect(on) });
    await on`insert into kept (n, word) select g, 'w' from generate_series(1, 9) g on conflict do nothing`;
    for await (const _ of db
      .selectFrom('kept')
      .select(({ eb }) => eb('n', '/', eb.parens('n', '-', 5)).as('q'))
      .stream(2));
  },
  'a COPY with a faulty row': (on) => copied(on, ['1\ta\t\\N\n', 'two\tb\t\\N\n', '3\tc\t\\N\n']),
  'a COPY whose last row is there already': (on) => copied(on, ['1\ta\t\\N\n', '1\tb\t\\N\n']),
  'a COPY whose source fails': (on) =>
    copied(
      on,
      (function* () {
        yield '1\ta\t\\N\n';
        throw new Error('the source fails');
      })(),
    ),
  'a COPY that nobody ends': (on) =>
    on.begin(async (own) => {
      await own`copy kept from stdin`.writable();
      throw new Error('thought better of it');
    }),
  'a COPY into nothing': async (on) => copied(on, ['1\n'], 'nowhere'),
  'a statement between others': (on) =>
    on.begin((own) =>
      Promise.all([
        own`select g from generate_series(1, 3) g`,
        own`select 10 / (5 - g) from generate_series(1, 9) g`,
        own`select g from generate_series(1, 4) g`,
      ]),
    ),
  'a statement whose error is kept from the transaction': (on) =>
    on.begin(async (own) => {
      await own`select 10 / (5 - g) from generate_series(1, 9) g`.catch(() => {});
    }),
  'a constraint that is checked at the end': (on) =>
    on.begin((own) => own`insert into late select 1 from generate_series(1, 2)`),
  'work that fails beside its statements': (on) =>
    on.begin(async (own) => {
      void own`select g from generate_series(1, 900) g`.execute();
      throw new Error('thought better of it');
    }),
  'a session that is ended after rows': (on, word) => {
    const slow = on.unsafe(`select ${wide}, pg_sleep(0.02), '${word}' from generate_series(1, 9000)`);
    return Promise.all([slow, endOn('pg_terminate_backend', word)]);
  },
  'a session that is ended within a transaction': (on) =>
    on.begin(async (own) => {
      const [session] = await own<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await beside`select pg_terminate_backend(${session?.pid ?? 0}::int)`;
      await own`select 1`.catch(() => {});
      await own`insert into kept (n, word) values (1, 'nowhere else')`;
    }),
  'a session that is ended within a COPY': (on) =>
    on.begin(async (own) => {
      const [session] = await own<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const stream = await own`copy kept from stdin`.writable();
      stream.write('1\ta\t\\N\n');
      await beside`select pg_terminate_backend(${session?.pid ?? 0}::int)`;
      await pipeline(Readable.from(['2\tb\t\\N\n']), stream);
    }),
};

/** Ends a statement, or its session, from outside as soon as it runs. */
async function endOn(by: 'pg_cancel_backend' | 'pg_terminate_backend', word: string): Promise<void> {
  const ended = async () =>
    (
      await beside<{ done: boolean }[]>`
        select ${beside(by)}(pid) as done from pg_stat_activity
        where query like ${`%${word}%`} and state = 'active' and pid <> pg_backend_pid()`
    ).length;
  await expect.poll(ended).toBe(1);
}

async function copied(on: Connection, rows: Iterable<string>, table = 'kept'): Promise<void> {
  await pipeline(Readable.from(rows), await on`copy ${on(table)} from stdin`.writable());
}

/** Statements whose rows are looked at. */
async function answersAreRight(on: Sql): Promise<void> {
  expect(await on`select 'mine' as v`).toEqual([{ v: 'mine' }]);
  expect(await on`select 1 where false`).toEqual([]);
  expect(await on`select g from generate_series(1, ${4}::int) g`).toEqual([{ g: 1 }, { g: 2 }, { g: 3 }, { g: 4 }]);
  expect((await on`update kept set word = ${'w'} where n < ${0}`).count).toBe(0);
  expect(await on.unsafe('select 1 as one; select 2 as two')).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  const together = await on.begin((own) =>
    Promise.all([own`select 1 as a`, own`select g as b from generate_series(1, ${2}::int) g`, own`select 3 as c`]),
  );
  expect(together).toEqual([[{ a: 1 }], [{ b: 1 }, { b: 2 }], [{ c: 3 }]]);
  await copied(on, ['-1\tcopied\t{"a":[1]}\n']);
  expect(await on`delete from kept where n = -1 returning n, word, made`).toEqual([
    { n: -1, word: 'copied', made: { a: [1] } },
  ]);
}

describe.each(Object.entries(failures))('after %s', (_, fails) => {
  test('the next statements get their own rows', async () => {
    await answersAreRight(sql);
    for (let round = 0; round < 3; round++) {
      await expect(fails(sql, `round-${round}`)).rejects.toThrow();
      await answersAreRight(sql);
    }
    // Nothing of what failed was kept.
    expect(await sql`select n from kept where word in ('nowhere else', 'a', 'b', 'c')`).toEqual([]);
  });
});

describe('the first error of a transaction is reported', () => {
  test('by a statement queued behind the failed one', async () => {
    const error = await sql
      .begin((own) =>
        Promise.all([own`select 1 / 0`.then(() => new Promise(() => {})), own`select 1`, own`select ${2}::int`]),
      )
      .catch((error) => error);
    expect(error).toMatchObject({ code: '22012' });
  });

  test('to everyone waiting for a statement behind it', async () => {
    const codes: unknown[] = [];
    const heard = (error: DatabaseError) => void codes.push(error.code);
    await sql
      .begin(async (own) => {
        const behind = [own`select 1 / 0`.catch(heard), own`select 1`.catch(heard), own`select ${2}::int`.catch(heard)];
        await Promise.all(behind);
        await own`select 3`.catch(heard);
      })
      .catch(heard);
    expect(codes).toEqual(Array(5).fill('22012'));
  });

  test('as an outage if it is one', async () => {
    const held = await beside.reserve();
    await held`begin`;
    await held`lock table kept in access exclusive mode`;
    const error = await sql
      .begin(async (own) => {
        await own`set local statement_timeout = 50`;
        await Promise.all([own`select n from kept`, own`select 1`, own`select 2`]);
      })
      .catch((error) => error);
    await held`rollback`;
    held.release();
    expect([error.code, isOutage(error)]).toEqual(['57014', true]);
  });

  test('but not after a rollback to a savepoint', async () => {
    const [row] = await sql.begin(async (own) => {
      await own`savepoint part`;
      await own`select 1 / 0`.catch(() => {});
      await own`rollback to part`;
      return own`select 4 as four`;
    });
    expect(row).toEqual({ four: 4 });
  });
});

test('a connection returned within a transaction is not reused', async () => {
  const own = await sql.reserve();
  await own`begin`;
  await own`insert into kept (n, word) values (7, 'unfinished')`;
  own.release();
  expect(await sql`select n from kept`).toEqual([]);
  expect(await sql`select pg_current_xact_id_if_assigned() as id`).toEqual([{ id: null }]);
});

test('a bound on waits that a transaction sets also holds for rows on the nodes', async () => {
  await beside`insert into kept values (7, 'free')`;
  const database = openDatabase(url, 6);
  try {
    await beside.begin(async (other) => {
      await other`update kept set word = 'mine' where n = 7`;
      const waits = database.sql.begin(async (own) => {
        await own`set local lock_timeout = '50ms'`;
        await own`update kept set word = 'ours' where n = 7`;
      });
      await expect(waits).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await beside`select word from kept where n = 7`).toEqual([{ word: 'mine' }]);
  } finally {
    await database.close();
  }
});

test('a statement outdated by a schema change is parsed again', async () => {
  await sql`create table changed (n int)`;
  await sql`insert into changed values (1)`;
  const read = () => sql`select * from changed`;
  expect(await read()).toEqual([{ n: 1 }]);
  await beside`alter table changed add column word text default 'new'`;
  expect(await read()).toEqual([{ n: 1, word: 'new' }]);
  await beside`drop table changed`;
});

test('listeners are notified, also after the connection was lost', async () => {
  const heard: string[] = [];
  let began = 0;
  const { unlisten } = await sql.listen(
    'a channel',
    (payload) => heard.push(payload),
    () => void began++,
  );
  await beside.notify('a channel', 'one');
  await expect.poll(() => heard).toEqual(['one']);
  await beside`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen%' and datname = current_database() and pid <> pg_backend_pid()`;
  await expect.poll(() => began).toBe(2);
  await beside.notify('a channel', 'two');
  await expect.poll(() => heard).toEqual(['one', 'two']);
  await unlisten();
});

test('a moment keeps its microseconds and any offset of RFC 3339', async () => {
  const moments = [
    '2026-01-05T08:00:00.123456Z',
    '2026-01-05T08:00:00.123456+23:59',
    '2026-01-05T08:00:00-23:59',
    '2026-01-05 08:00:00.5+00',
  ];
  const rows = [];
  for (const moment of moments) {
    const [row] = await sql<{ is: string }[]>`
      select to_char(${moment}::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as is`;
    rows.push(row?.is);
  }
  expect(rows).toEqual([
    '2026-01-05 08:00:00.123456',
    '2026-01-04 08:01:00.123456',
    '2026-01-06 07:59:00.000000',
    '2026-01-05 08:00:00.500000',
  ]);
});

test('waiting for a connection that closes meanwhile fails', async () => {
  const own = await sql.reserve();
  const waiting = sql`select 1`.then(
    () => undefined,
    (error) => error,
  );
  const ended = sql.end({ timeout: 0 });
  expect(isOutage(await waiting)).toBe(true);
  own.release();
  await ended;
  expect(isOutage(await sql`select 1`.catch((error) => error))).toBe(true);
});

describe('under load, with random failures', () => {
  let database: Database;
  let words = 0;
  beforeAll(() => {
    database = openDatabase(url, 6);
  });
  afterAll(() => database.close());

  const work = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('rows', 'together', 'kysely'), n: fc.nat(40) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...Object.keys(failures)), n: fc.nat(40) }) },
  );

  test('each answer belongs to its statement', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(work, { minLength: 20, maxLength: 60 }), async (all) => {
        const { sql: many, db } = database;
        await Promise.all(
          all.map(async ({ kind, n }) => {
            const numbers = Array.from({ length: n }, (_, index) => ({ n: index + 1, of: n }));
            const rows = (on: Connection) => on`select g as n, ${n}::int as of from generate_series(1, ${n}::int) g`;
            if (kind === 'rows') expect(await rows(many)).toEqual(numbers);
            else if (kind === 'together')
              expect(await many.begin((own) => Promise.all([rows(own), rows(own)]))).toEqual([numbers, numbers]);
            else if (kind === 'kysely') {
              const { rows: read } = await db.executeQuery({
                sql: 'select $1::int as n from generate_series(1, $2::int)',
                parameters: [n, n],
                query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
                queryId: { queryId: String(n) },
              } as never);
              expect(read).toEqual(numbers.map(() => ({ n })));
            } else await expect((failures[kind] as Work)(many, `word-${++words}`)).rejects.toThrow();
          }),
        );
        await answersAreRight(many);
      }),
      { numRuns: 10 },
    );
  });
});
