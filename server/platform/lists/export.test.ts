import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { csvRows } from '#platform/files/csv.ts';
import { csvBytes } from './export.ts';

test('what is exported as CSV is read as it was, whatever its cells contain', async () => {
  const cells = ['a,b', 'a "quoted" name', '"', 'a\nb', 'a\r\nb', 'a\rb', ' a ', '=1+1', "'=1+1", '中文', '😀', ''];
  // More rows than are written at once.
  const rows = Array.from({ length: 700 }, (_, n) => [`${n}`, ...cells]);
  const titles = ['nth', ...cells.map((_, n) => `cell "${n}"`)];
  const folder = await mkdtemp(join(tmpdir(), 'suyuan-csv-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'exported.csv');
  await writeFile(path, csvBytes(titles, rows));
  const read = (await Array.fromAsync(csvRows(path))).map((row) => row.cells);
  expect(read).toEqual([titles, ...rows]);
});

test('booleans, numbers and missing values are written in CSV', async () => {
  const written = await Array.fromAsync(csvBytes(['a', 'b', 'c', 'd'], [[true, false, 0.5, null]]));
  expect(Buffer.concat(written).toString()).toBe('\ufeffa,b,c,d\r\ntrue,false,0.5,\r\n');
});
