import { readdirSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { systemStatus } from '@suyuan/contract/organ/system-status.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, test } from 'vitest';
import { newDatabase } from '../harness/new-database.ts';
import { callProcess, newDataDir, runCommand, signIn, startProcess } from '../harness/process.ts';
import { backupFolder, type Released, releasedKey } from './released.ts';
import { type MakeCall, seenBy } from './seen.ts';

// A backup of every released version is restored by this one, and everything is there.

const versions = readdirSync(backupFolder).flatMap((name) => /^(.+)\.tar$/.exec(name)?.[1] ?? []);

test.for(versions)(
  'a backup of version %s is restored and goes on as before',
  { timeout: 120_000 },
  async (version) => {
    const { unscanned, scanned, seen } = JSON.parse(
      await readFile(new URL(`${version}.json`, backupFolder), 'utf8'),
    ) as Released;
    const dataDir = await newDataDir();
    await writeFile(join(dataDir, 'master.key'), releasedKey);
    const file = join(dataDir, 'backup.tar');
    await copyFile(new URL(`${version}.tar`, backupFolder), file);
    const env = { SUYUAN_DATABASE_URL: await newDatabase(), SUYUAN_DATA_DIR: dataDir };

    const restore = await runCommand('restore', env, '--in', file);
    expect([restore.code, restore.printed]).toEqual([0, expect.anything()]);
    expect(restore.printed).toMatch(/\b\d{3,4} are printed and recognised as before/);
    expect(restore.printed).toContain('Every record is as it was written.');
    expect(restore.printed).toContain('All evidence is as it was sealed.');
    expect(restore.printed).toContain('Everything is what the events say.');

    const server = await startProcess(dataDir, env);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const token = await signIn(server);
    const call: MakeCall = (definition, input) => callProcess(server, token, definition, input);
    expect(await seenBy(call)).toEqual(seen);
    const { restorations } = await call(systemStatus, {});
    expect(restorations).toMatchObject([{ cause: 'command', is_certain: true, lost: [], backup: { file, version } }]);
    expect(restorations[0]?.rules.length).toBeGreaterThan(3);
    expect(restorations[0]?.doubted).toBeGreaterThan(0);
    expect(seen.codes.map(({ order_no }) => order_no)).toEqual(
      expect.arrayContaining(restorations[0]?.doubted_orders ?? []),
    );
    const genuine = await call(scan, { code: unscanned });
    expect([genuine.verdict, genuine.scan.count, genuine.product?.lot]).toEqual(['genuine', 1, 'R1']);
    const repeated = await call(scan, { code: scanned });
    expect([repeated.verdict, repeated.scan.count]).toEqual(['repeated', 2]);

    // No code is given again that may have been given since.
    const [known] = await call(codesQuery, { codes: [unscanned] });
    const rule = (await call(codeRule.page, { size: 100 })).rows.find(
      ({ rule_name }) => rule_name === known?.rule_name,
    );
    const ordered = await call(orderAdd, { rule_id: rule?.id as number, quantity: 5 });
    expect(rule?.issued).toBeGreaterThan(1_000_000);
    const [next] = await call(codesQuery, { order_id: ordered.id, from: 1, to: 1 });
    expect([next?.state, next?.order_no]).toEqual(['issued', ordered.order_no]);
    expect((await call(scan, { code: ordered.first })).verdict).toBe('unbound');
  },
);
