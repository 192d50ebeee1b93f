import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { tables } from '#tables.ts';
import { newDatabase } from '#test/harness/new-database.ts';
import { openDatabase } from '../database/database.ts';
import { migrate } from './migrate.ts';

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** A folder with the migrations up to a number. */
async function migrationsUpTo(last: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'suyuan-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = (await readdir(migrations)).filter((name) => name.slice(0, 4) <= last);
  await Promise.all(names.map((name) => cp(join(migrations, name), join(folder, name))));
  return pathToFileURL(`${folder}/`);
}

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});

test('migration 0126 moves the texts of all languages into one column, and constraints refuse others', async () => {
  const database = openDatabase(url, 2);
  onTestFinished(() => database.close());
  const { sql } = database;
  await migrate(sql, tables, await migrationsUpTo('0125'));
  await sql`
    insert into packaging_unit (unit_code, level, symbol_zh, symbol_en, symbol_ja)
    values ('BTL', 1, '瓶', 'bottle', '本'), ('CTN', 3, '箱', '', null)`;
  await sql`
    insert into product (product_code, product_name, spec, product_name_en, product_name_es, spec_zh)
    values ('P', '云泉', '500 mL', 'Yunquan "53"', ' ', '500 毫升'), ('Q', '酒', null, null, null, null)`;
  await sql`
    insert into enterprise (id, enterprise_code, enterprise_name, enterprise_name_en, address_ja)
    values (1, 'E', '云泉酒业', 'Yunquan Spirits', '南京市')`;
  for (const table of ['product_field', 'order_field']) {
    await sql.unsafe(`
      insert into ${table} (field_code, label_zh, label_en, kind, choices, choices_en)
      values ('aroma', '香型', 'Aroma', 'choice', '{酱香,浓香}', '{Sauce,"Strong, rich"}'), ('note', '备注', null, 'text', '{}', '{}')`);
  }
  await migrate(sql, tables, await migrationsUpTo('0126'));

  expect(await sql`select unit_code, symbol from packaging_unit order by unit_code`).toEqual([
    { unit_code: 'BTL', symbol: { zh: '瓶', en: 'bottle', ja: '本' } },
    { unit_code: 'CTN', symbol: { zh: '箱' } },
  ]);
  expect(
    await sql`select spec, product_name_translations, spec_translations from product order by product_code`,
  ).toEqual([
    { spec: '500 mL', product_name_translations: { en: 'Yunquan "53"' }, spec_translations: { zh: '500 毫升' } },
    { spec: null, product_name_translations: {}, spec_translations: {} },
  ]);
  expect(await sql`select enterprise_name_translations, address_translations from enterprise`).toEqual([
    { enterprise_name_translations: { en: 'Yunquan Spirits' }, address_translations: { ja: '南京市' } },
  ]);
  for (const table of ['product_field', 'order_field']) {
    expect(await sql.unsafe(`select label, choices, choices_translations from ${table} order by field_code`)).toEqual([
      {
        label: { zh: '香型', en: 'Aroma' },
        choices: ['酱香', '浓香'],
        choices_translations: { en: ['Sauce', 'Strong, rich'] },
      },
      { label: { zh: '备注' }, choices: [], choices_translations: {} },
    ]);
  }

  for (const symbol of ['{"en": "x"}', '{"zh": " "}', '{"zh": 1}', '{"zh": "x", "English": "x"}', '["zh"]']) {
    await expect(sql`update packaging_unit set symbol = ${symbol}::text::jsonb`).rejects.toThrow('symbol_check');
  }
  for (const choices of ['{"en": "x"}', '{"en": []}', '{"en": ["x", ""]}', '{"EN": ["x"]}']) {
    const update = sql`update product_field set choices_translations = ${choices}::text::jsonb`;
    await expect(update).rejects.toThrow('translations_check');
  }
});
