import { randomInt } from 'node:crypto';
import { RuleBook } from '#identity/rule-book.ts';
import { SystemDatabase } from '#platform/access/system-database.ts';
import type { Manifest } from '#platform/backup/manifest.ts';
import type { Connection, Database } from '#platform/database/database.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import type { Services } from '#platform/services.ts';

// Codes by which a restore is checked: their texts, which are on goods, depend on the rules, their keys, and the master key.

const most = 1000;

async function rulesOf(database: Database, masterKey: MasterKey): Promise<RuleBook> {
  const rules = new RuleBook({ system: new SystemDatabase(database), masterKey } as Services);
  await rules.reload();
  return rules;
}

/** The texts are hashed under the master key: whoever has the backup cannot find codes by it. */
async function macOf(rules: RuleBook, sql: Connection, masterKey: MasterKey, ids: readonly number[]): Promise<string> {
  const texts = await rules.texts(sql, ids);
  return masterKey.macKey('codes of a backup').mac(ids.map((id) => texts.get(id)).join('\n'));
}

/** Chooses issued codes at random. */
export async function chooseCodes(
  database: Database,
  snapshot: Connection,
  masterKey: MasterKey,
): Promise<Manifest['codes']> {
  const orders = await snapshot<{ first: number; last: number }[]>`
    select first_id as first, last_id as last from code_order order by random() limit ${most}`;
  const all = Array.from({ length: orders.length === 0 ? 0 : most }, (_, index) => {
    const { first, last } = orders[index % orders.length] as (typeof orders)[number];
    return first + (last === first ? 0 : randomInt(Math.min(last - first + 1, 2 ** 47)));
  });
  const ids = [...new Set(all)];
  return { ids, mac: await macOf(await rulesOf(database, masterKey), snapshot, masterKey, ids) };
}

/** How many of the codes are printed as they were, and recognised; throws if one is not. */
export async function recogniseCodes(
  database: Database,
  masterKey: MasterKey,
  { ids, mac }: Manifest['codes'],
): Promise<number> {
  const rules = await rulesOf(database, masterKey);
  const { sql } = database;
  if ((await macOf(rules, sql, masterKey, ids)) !== mac)
    throw new Error('Codes are not printed as they were before the backup.');
  const texts = await rules.texts(sql, ids);
  const codes = await rules.find(
    sql,
    ids.map((id) => texts.get(id) as string),
  );
  const wrong = ids.find((id, index) => codes[index]?.id !== id);
  if (wrong !== undefined) throw new Error(`The text of code ${wrong} is not recognised as that code.`);
  return ids.length;
}
