import { expect, test } from 'vitest';
import { type Evidence, findingOf } from './cause.ts';

const identity = { system_identifier: '7', timeline: 1, database_oid: 5, table_oid: 16_500 };
const now = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const mark = {
  installation: 'i',
  epoch: 'e',
  key: 'k',
  tick: 40,
  at: ago(1).toISOString(),
  isStopped: false,
  bornAt: 1000,
};
const usual: Evidence = {
  marked: { ...identity, epoch: 'e' },
  live: identity,
  now,
  knownUntil: ago(1),
  remembered: { tick: 40, born_at: 1000 },
  inFolder: mark,
  elsewhere: undefined,
  knowsEpoch: true,
  lacksIssue: false,
  seesNext: false,
  isEmbedded: true,
};

test.each<[what: string, evidence: Partial<Evidence>]>([
  ['nothing changed', {}],
  ['the first start', { inFolder: undefined, remembered: undefined, knownUntil: null }],
  ['a server with a new data folder', { inFolder: undefined, remembered: undefined }],
  ['a crash between the file and the database', { inFolder: { ...mark, tick: 41, bornAt: 2000 } }],
  ['a crash before the file was durable', { inFolder: { ...mark, tick: 39, bornAt: 900 } }],
  ['a file system without birth times', { inFolder: { ...mark, bornAt: null } }],
  ['a stop for a weekend', { inFolder: { ...mark, isStopped: true, at: ago(3000).toISOString() } }],
  ['a crash of a server on another database', { inFolder: { ...mark, at: ago(60).toISOString() }, isEmbedded: false }],
  ['a role that may not read the system identifier', { live: { ...identity, system_identifier: null } }],
  [
    'what another server has dealt with',
    { marked: { ...identity, epoch: 'later' }, remembered: { tick: 20, born_at: 1 }, lacksIssue: true },
  ],
])('%s is no restore', (_, evidence) => {
  expect(findingOf({ ...usual, ...evidence })).toBeUndefined();
});

test.each<[what: string, evidence: Partial<Evidence>, cause: string, isCertain: boolean]>([
  ['another system', { live: { ...identity, system_identifier: '8' } }, 'database', true],
  ['another database', { live: { ...identity, database_oid: 6 } }, 'database', true],
  ['tables that were made anew', { live: { ...identity, table_oid: 16_700 } }, 'database', true],
  ['a failover', { live: { ...identity, timeline: 2 } }, 'timeline', false],
  ['recovery to a point in time', { live: { ...identity, timeline: 2 }, knownUntil: ago(90) }, 'timeline', true],
  ['a file that is newer', { remembered: { tick: 38, born_at: 900 } }, 'older', true],
  ['a file of a server that the database does not know', { remembered: undefined }, 'older', true],
  ['a second copy that is newer', { elsewhere: { ...mark, tick: 60 } }, 'older', true],
  ['an epoch that the database does not know', { knowsEpoch: false }, 'older', true],
  ['an issue that is missing', { lacksIssue: true }, 'older', true],
  ['a copy of the folder', { inFolder: { ...mark, bornAt: 2000 } }, 'copied_folder', true],
  ['codes that come next', { seesNext: true }, 'seen', false],
  ['a long pause after a crash', { inFolder: { ...mark, at: ago(20).toISOString() } }, 'crash', false],
])('%s is a restore, or may be one', (_, evidence, cause, isCertain) => {
  expect(findingOf({ ...usual, ...evidence })).toEqual({ cause, isCertain });
});
