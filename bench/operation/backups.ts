import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { commandsFile, root } from '../../install.mjs';
import { alternate, type Benchmark, type BySize, inShort } from '../harness.ts';
import { codesOf, fileOf, packFile, prepare } from '../stage/packing-line.ts';
import { peakMemory, Stage } from '../stage/stage.ts';
import { CopiedTables } from './copied-tables.ts';

const scansOf: BySize = { smallest: 4000, short: 30_000, usual: 1_000_000, long: 8_000_000 };
const unitsOf: BySize = { smallest: 960, short: 9600, usual: 48_000, long: 240_000 };
const rounds: BySize = { smallest: 1, short: 2, usual: 3, long: 3 };
/** How many times the rows are there whose backup must take no more memory. */
const times = 4;

/**
 * Backing up and restoring by the commands, from their start on, compared with COPY of the same tables to files and from them,
 * which neither packs nor hashes anything, into tables with indexes and without foreign keys. And the memory of the commands,
 * compared with that for a fourth of the rows.
 */
export const backups: Benchmark = {
  name: 'backups',
  async *run(size) {
    const scans = scansOf[size];
    const site = await Site.open(unitsOf[size]);
    await site.scanUpTo(scans / times);
    const few = { backup: (await site.backUp()).memory, restore: (await site.restore()).memory };
    await site.scanUpTo(scans);
    const copied = await CopiedTables.of(site.stage);
    const most = { backup: 0, restore: 0 };
    const rateOf = async (name: 'backup' | 'restore', { seconds, memory }: Run) => {
      most[name] = Math.max(most[name], memory);
      return copied.megabytes / seconds;
    };
    const rates = await alternate(rounds[size], {
      backup: async () => rateOf('backup', await site.backUp()),
      written: () => copied.write(),
      restore: async () => rateOf('restore', await site.restore()),
      read: () => copied.read(),
    });
    const what = `${inShort(scans)} scans`;
    yield {
      name: `backup, ${what}`,
      ours: rates.backup,
      unit: 'MB/s',
      baselineName: `COPY to files, ${copied.megabytes.toFixed(0)} MB`,
      baseline: rates.written,
      target: 0.5,
    };
    yield {
      name: `restore, ${what}`,
      ours: rates.restore,
      unit: 'MB/s',
      baselineName: 'COPY of the files, with indexes',
      baseline: rates.read,
      target: 0.5,
    };
    for (const name of ['backup', 'restore'] as const) {
      yield {
        name: `memory of ${name}, ${what}`,
        ours: most[name] / 2 ** 20,
        unit: 'MB',
        baselineName: `${inShort(scans / times)} scans`,
        baseline: few[name] / 2 ** 20,
        target: 1.25,
        atMost: true,
      };
    }
  },
};

interface Run {
  readonly seconds: number;
  /** The most that the process took, in bytes. */
  readonly memory: number;
}

/** A server's database with packed goods and scans of a large order. */
class Site {
  readonly stage: Stage;
  readonly #sql: Sql;
  readonly #file: string;
  readonly #env: Readonly<Record<string, string>>;
  #scans = 0;
  #restores = 0;

  static async open(units: number): Promise<Site> {
    const stage = await Stage.open();
    const { id, rules } = await prepare(stage);
    await packFile(stage, id, fileOf(await codesOf(stage, rules, units)));
    await stage.call('/api/tagging/orders/add', { rule_id: rules.unit, quantity: 10_000_000 });
    return new Site(stage, (await readFile(join(stage.folder, 'master.key'), 'utf8')).trim());
  }

  private constructor(stage: Stage, masterKey: string) {
    this.stage = stage;
    this.#sql = stage.connect();
    this.#file = join(stage.folder, 'backup.tar');
    this.#env = { PATH: process.env.PATH ?? '', SUYUAN_MASTER_KEY: masterKey };
  }

  /** Inserts scans until there are as many, each of another code. */
  async scanUpTo(quantity: number): Promise<void> {
    await this.#sql`
      with scanned as (
        insert into scan_stat (code_id, scan_count, first_at, first_country, first_province, first_city, last_at)
        select o.first_id + n, 1, now() - make_interval(secs => n), '中国', '江苏省', '南京市', now()
        from (select first_id from code_order order by quantity desc limit 1) o
        cross join generate_series(${this.#scans}::bigint, ${quantity}::bigint - 1) n
        returning code_id, first_at
      )
      insert into consumer_scan (code_id, scanned_at, code, verdict, nth, ip, country, province, city, device, os, browser)
      select code_id, first_at, code_id::text, 'genuine', 1, '', '中国', '江苏省', '南京市', 'Vivo', 'Android 14', 'WeChat 8.0.50'
      from scanned`;
    await this.#sql`vacuum analyze`;
    await this.#sql`checkpoint`;
    this.#scans = quantity;
  }

  async backUp(): Promise<Run> {
    await rm(this.#file, { force: true });
    return this.#run('backup', this.stage.databaseUrl, ['--out', this.#file], 'done');
  }

  /** Restores what was backed up last into a new database. The verification at its end is not timed. */
  async restore(): Promise<Run> {
    const name = `restored_${++this.#restores}`;
    const url = Object.assign(new URL(this.stage.databaseUrl), { pathname: `/${name}` });
    await this.#sql.unsafe(`create database ${name}`);
    const run = await this.#run('restore', url.href, ['--in', this.#file], 'restored');
    await this.#sql.unsafe(`drop database ${name}`);
    await this.#sql`checkpoint`;
    return run;
  }

  /** Runs a command; the time until it reports an event, and the most memory that it takes to its end. */
  async #run(name: string, databaseUrl: string, args: readonly string[], event: string): Promise<Run> {
    const env = {
      ...this.#env,
      SUYUAN_DATABASE_URL: databaseUrl,
      SUYUAN_DATA_DIR: join(this.stage.folder, 'restored'),
    };
    const start = performance.now();
    let seconds = 0;
    const child = spawn(process.execPath, [commandsFile, name, ...args, '--json'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface(child.stdout).on('line', (line) => {
      if (JSON.parse(line).event === event) seconds = (performance.now() - start) / 1000;
    });
    const end = once(child, 'close');
    const memory = await peakMemory(child.pid as number, end);
    const [code] = await end;
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return { seconds, memory };
  }
}
