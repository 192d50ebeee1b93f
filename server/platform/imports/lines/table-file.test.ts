import { writeXlsxStream } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { keptFile } from '../../files/xlsx/test-workbook.ts';
import { readTable } from './table-file.ts';

test('a workbook that declares a smaller size than it has is not expanded', async () => {
  const rows = (async function* () {
    yield ['x'.repeat(20 * 2 ** 20)];
  })();
  const stream = writeXlsxStream(rows, { name: 'a', columns: [{ header: 'title' }] });
  const workbook = Buffer.from(await new Response(stream as unknown as ReadableStream).arrayBuffer());
  for (let at = workbook.indexOf('PK\x01\x02'); at >= 0; at = workbook.indexOf('PK\x01\x02', at + 46)) {
    workbook.writeUInt32LE(1000, at + 24);
  }
  await expect(readTable(await keptFile(workbook), 10)).rejects.toMatchObject({ fields: [{ path: 'file' }] });
});
