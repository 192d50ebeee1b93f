import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { codeRows } from './code-file.ts';
import { type FileRow, refusalOf } from './file-limits.ts';
import { readCodeRows, readTableRows } from './read-file.ts';
import { tableRows } from './table.ts';
import { archiveOf, keptFile, workbookOf, workbookParts } from './xlsx/test-workbook.ts';

// Whatever a file holds, reading it ends: with rows, or with a refusal of the file.

async function ends(rows: AsyncIterable<unknown>, kind: 'unreadable_table' | 'unreadable_codes'): Promise<void> {
  try {
    for await (const _ of rows);
  } catch (error) {
    if (!(refusalOf(error, kind) instanceof Refusal)) throw error;
  }
}
const endsAsTable = async (content: Uint8Array) => ends(tableRows(await keptFile(content), 1000), 'unreadable_table');

const sheet =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000.5</v></c></row><row><c t="b"><v>1</v></c></row>';
const parts = workbookParts({
  sheets: [sheet],
  strings: '<si><t>x &amp; y</t></si>',
  styles: '<numFmts><numFmt numFmtId="170" formatCode="yyyy"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs>',
});
const workbook = archiveOf(parts);
const csv = Buffer.from('\uFEFFcode,name\r\n1,"a ""b"", c"\r\n2,茅台\r\n');

/** Bytes of a sound file, some of them others, some of it left out or there twice. */
const mutated = (sound: Buffer) =>
  fc
    .record({
      bytes: fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 8 }),
      cut: fc.option(fc.tuple(fc.nat(sound.length), fc.nat(sound.length))),
    })
    .map(({ bytes, cut }) => {
      const file = Buffer.from(sound);
      for (const [at, byte] of bytes) file[at] = byte;
      return cut ? Buffer.concat([file.subarray(0, cut[0]), file.subarray(cut[1])]) : file;
    });

/** XML that is mostly some, in place of one of the workbook's parts. */
const token = fc.oneof(
  fc.constantFrom(
    '<row>',
    '</row>',
    '<c r="B2">',
    '<c t="s" s="1">',
    '</c>',
    '<v>',
    '</v>',
    '1',
    '<t>',
    '</t>',
    '<is>',
  ),
  fc.constantFrom(
    '</is>',
    '<a b="',
    '"',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&',
    ';',
    '&#x110000;',
    '<?x ?>',
    '_xD800_',
  ),
  fc.constantFrom(
    '<!DOCTYPE a [',
    ']>',
    '<si>',
    '</si>',
    '<xf numFmtId="14"/>',
    '<sheet r:id="rId1"/>',
    '\0',
    '\uFFFE',
  ),
  fc.string({ maxLength: 5 }),
);
const odd = fc.tuple(fc.nat(parts.length - 1), fc.array(token, { maxLength: 40 })).map(([at, tokens]) => {
  const part = parts[at] as (typeof parts)[number];
  const text = String(part.content);
  const middle = Math.floor(text.length / 2);
  const cut = text.indexOf('>', middle) + 1;
  const content = text.slice(0, cut) + tokens.join('') + text.slice(cut);
  return archiveOf(parts.with(at, { ...part, content }));
});

test.each([
  ['random bytes', fc.uint8Array({ maxLength: 300 })],
  ['workbooks with other bytes', mutated(workbook)],
  ['workbooks with other tags', odd],
  ['CSV files with other bytes', mutated(csv)],
  [
    'marks of CSV files',
    fc
      .array(fc.constantFrom('"', ',', ';', '\r', '\n', 'a', '\t', '""', '茅', '\uFEFF', "'="), { maxLength: 60 })
      .map((marks) => Buffer.from(marks.join(''))),
  ],
] satisfies [string, fc.Arbitrary<Uint8Array>][])(
  '%s end in rows or a refusal',
  { timeout: 60_000 },
  async (_, files) => {
    await fc.assert(fc.asyncProperty(files, endsAsTable), { numRuns: 300 });
  },
);

test('code files end in rows or a refusal, compressed or not, however they are split', {
  timeout: 60_000,
}, async () => {
  const codes = Buffer.from('code,box\r\nAB-1,1\r\n"AB ""2""",茅台\n\nAB-3\r');
  const files = fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated(codes), mutated(gzipSync(codes)));
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
      await ends(codeRows(inPieces(bytes, size), 1000), 'unreadable_codes');
    }),
    { numRuns: 500 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (size) => {
      const rows = async (file: Buffer) => (await Array.fromAsync(codeRows(inPieces(file, size), 1000))).flat();
      const whole: FileRow[] = [
        { line: 1, cells: ['code'] },
        { line: 2, cells: ['AB-1'] },
        { line: 3, cells: ['AB "2"'] },
        { line: 5, cells: ['AB-3'] },
      ];
      expect(await rows(codes)).toEqual(whole);
      expect(await rows(gzipSync(codes))).toEqual(whole);
      const next = whole.map(({ line, cells }) => ({ line: line + 1, cells }));
      expect(await rows(Buffer.concat([Buffer.from('sep=,\r\n'), codes]))).toEqual(next);
    }),
  );
});

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('a thread reads the same rows as the main thread', async () => {
  const cells = (n: number) =>
    createHash('sha256')
      .update(String(n))
      .digest('hex')
      .match(/.{1,8}/g) ?? [];
  const lines = Array.from({ length: 5000 }, (_, n) => cells(n));
  const rows = lines.map((line) => `<row>${line.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`);
  for (const file of [lines.map((line) => line.join()).join('\r\n'), workbookOf({ sheets: [rows.join('')] })]) {
    const batches = await Array.fromAsync(readTableRows(await keptFile(file), 5000));
    expect(batches.flat().map((row) => row.cells)).toEqual(lines);
  }
});

test('a thread streams codes, compressed or not', async () => {
  const codes = Array.from({ length: 100_000 }, (_, n) => `CODE-${n}`);
  for (const file of [Buffer.from(codes.join('\n')), gzipSync(codes.join('\r\n'))]) {
    const batches = await Array.fromAsync(readCodeRows(inPieces(file, 10_000), 100_000));
    expect(batches.flat().map(({ cells }) => cells[0])).toEqual(codes);
  }
});

test('reading ends when its reader leaves or stops taking rows', async () => {
  const path = await keptFile('a,b,c\n'.repeat(5000));
  const left = new AbortController();
  const rows = readTableRows(path, 5000, { signal: left.signal });
  await rows.next();
  left.abort();
  await expect(Array.fromAsync(rows)).rejects.toBeInstanceOf(Refusal);
  for await (const _ of readTableRows(path, 5000)) break;
  expect((await Array.fromAsync(readTableRows(path, 5000))).flat()).toHaveLength(5000);
});
