import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A text that came from outside and is cast in SQL makes every query fail that reads it, for good: what is not of our own
// making is checked by the contract before it is stored, and kept in a column of its type.

/** Types that most texts are not. `${…}::type` is a parameter, which the contract has checked; `()` of a sum is no text. */
const strict =
  'uuid|int|integer|bigint|smallint|int4|int8|numeric|float8|timestamptz|timestamp|date|time|interval|inet|cidr|jsonb|json|bytea|boolean';

/** Casts of what the server has written itself, and why they cannot fail. */
const known: Readonly<Record<string, readonly string[]>> = {
  // An address is stored only if PostgreSQL takes it.
  'server/modules/querymanage/scan/scan-privacy.ts': ['ip::inet'],
  // The images that the trigger's function made.
  'server/platform/audit/images.ts': ['u.before::jsonb'],
  // The name that PostgreSQL gives to a file of its log, in hexadecimal digits.
  'server/platform/time-mark/database-identity.ts': [
    'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int',
  ],
  // A figure that the rule has counted.
  'server/modules/inspect/warning/watch/order-watch.ts': ["->> 'made')::bigint"],
  // A size that a node answered, and a column of PostgreSQL's own.
  'server/platform/status/database-size.ts': ['result::bigint', 'reltuples::float8'],
  // Columns of numbers, added up beyond what they can hold.
  'server/trace/figures/figure-check.ts': ['s.units::numeric', 'f.quantity::numeric'],
};

/** Columns and parts of JSON or of texts that are cast. */
const casts = new RegExp(
  String.raw`(?:->>\s*'[^']*'\)?|\b(?:substr|substring|split_part|regexp_replace|btrim|replace)\([^;]*?\)|\b[a-z_]+(?:\.[a-z_]+)?)::(?:${strict})\b(?!\[)`,
  'g',
);

/** Names of columns that are of times and numbers themselves, so that a cast of them cannot fail. */
const typed = /^(since|until|moment|scanned_at|d|day|date|ago)::(date|time|timestamp|text|integer|int)$|^(text|null)::/;

test('no text of a column is cast in SQL, except internal ones', () => {
  const found: Record<string, string[]> = {};
  for (const path of globSync('server/**/*.ts', { exclude: ['**/dist/**'] })) {
    if (/\.test\.ts$|^server\/(test|sample)\//.test(path)) continue;
    const sources = readFileSync(path, 'utf8').match(casts) ?? [];
    const suspect = [...new Set(sources.filter((one) => !typed.test(one)))];
    if (suspect.length > 0) found[path] = suspect;
  }
  expect(found).toEqual(known);
});
