import { execFileSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Manifest } from '#platform/backup/manifest.ts';
import { newDatabase, newPlainDatabase, onCluster } from '../harness/new-database.ts';
import { newDataDir, runCommand } from '../harness/process.ts';
import { backupFolder, releasedKey } from './released.ts';

// From the embedded database of the released backup to a cluster, to a single PostgreSQL and back to a cluster.

const manifestOf = (file: string): Manifest =>
  JSON.parse(execFileSync('tar', ['xOf', file, 'manifest.json'], { encoding: 'utf8', maxBuffer: 1e8 }));

/** What a restore, its verification and a backup add rows to. */
const ownTables = [
  'audit_log',
  'audit_change',
  'audit_check',
  'figure_check',
  'backup',
  'notice',
  'restoration',
  'unaccounted_codes',
];

/** The rows of all tables that a restore only copies. */
function rowsOf(file: string): Record<string, number> {
  return Object.fromEntries(Object.entries(manifestOf(file).rows).filter(([name]) => !ownTables.includes(name)));
}

/** Tables that have lost rows: migrations of newer versions add tables and rows. */
const fewerRows = (after: Record<string, number>, before: Record<string, number>): string[] =>
  Object.keys(before).filter((name) => (after[name] ?? 0) < (before[name] as number));

test.runIf(onCluster)(
  'a database moves to a cluster, from there to a single PostgreSQL, and back',
  { timeout: 240_000 },
  async () => {
    const dataDir = await newDataDir();
    await writeFile(join(dataDir, 'master.key'), releasedKey);
    let file = join(dataDir, 'embedded.tar');
    await copyFile(fileURLToPath(new URL('1.0.0.tar', backupFolder)), file);
    expect(manifestOf(file).database).toBe('embedded');
    const released = rowsOf(file);
    let before = released;
    for (const [kind, url] of [
      ['citus', await newDatabase()],
      ['postgresql', await newPlainDatabase()],
      ['citus', await newDatabase()],
    ] as const) {
      const env = { SUYUAN_DATABASE_URL: url, SUYUAN_DATA_DIR: dataDir };
      const restore = await runCommand('restore', env, '--in', file);
      expect([restore.code, restore.printed]).toEqual([
        0,
        expect.stringContaining('Everything is what the events say.'),
      ]);
      expect(restore.printed).toContain('Every record is as it was written.');
      expect(restore.printed).toMatch(/\b\d{3,4} are printed and recognised as before/);
      file = join(dataDir, `${kind}-${url.slice(-12)}.tar`);
      const backup = await runCommand('backup', env, '--out', file);
      expect(backup.code, backup.printed).toBe(0);
      expect(manifestOf(file).database).toBe(kind);
      const after = rowsOf(file);
      if (before === released) expect(fewerRows(after, released)).toEqual([]);
      else expect(after).toEqual(before);
      before = after;
    }
  },
);
