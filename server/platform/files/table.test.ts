import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { refusalOf, tableLimits, xmlLimits } from './file-limits.ts';
import { tableRows } from './table.ts';
import { archiveOf, keptFile, type Parts, workbookOf, workbookParts } from './xlsx/test-workbook.ts';

/** What a file of at most a thousand lines reads as, or why it is refused. */
async function read(content: string | Uint8Array): Promise<(readonly string[])[] | string> {
  const rows: (readonly string[])[] = [];
  try {
    for await (const { cells } of tableRows(await keptFile(content), 1000)) rows.push(cells);
    return rows;
  } catch (error) {
    const refusal = refusalOf(error, 'unreadable_table');
    if (!(refusal instanceof Refusal)) throw error;
    return `${refusal.status} ${refusal.fields[0]?.reason ?? refusal.reason.reason}`;
  }
}
const linesOf = async (content: string | Uint8Array) => {
  const lines: number[] = [];
  for await (const { line } of tableRows(await keptFile(content), 1000)) lines.push(line);
  return lines;
};
const readBook = (parts: Parts) => read(workbookOf(parts));
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a workbook', () => {
  test('has inline, rich and shared texts, without phonetic runs', async () => {
    const strings = [
      '<si><t xml:space="preserve"> a &lt;&amp;&#20013; </t></si>',
      '<si><r><rPr><b/></rPr><t>贵州</t></r><r><t>茅台</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
      '<si><t>_x000D_ _x005F_x000D_ _x4E2D_</t></si>',
      '<si><t><![CDATA[<b>]]></t></si>',
    ].join('');
    const shared = [0, 1, 2, 3, 4].map((n) => `<c t="s"><v>${n}</v></c>`);
    const inline = '<c t="inlineStr"><is><r><t>云</t></r><r><t>泉_x0009_</t></r></is></c>';
    expect(await readBook({ strings, sheets: [row(...shared, inline)] })).toEqual([
      [' a <&中 ', '贵州茅台', '東京', '\r _x000D_ 中', '<b>', '云泉\t'],
    ]);
  });

  test('has numbers, booleans, errors and results of formulas, as typed', async () => {
    const cells = [
      '<c><v>6901234567892</v></c>',
      '<c t="n"><v>1.50</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="b"><v>0</v></c>',
      '<c t="e"><v>#N/A</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>69x</v></c>',
      '<c><f>1+1</f><v>2</v></c>',
      '<c t="s"><v>99</v></c>',
      '<c t="d"><v>2026-01-31</v></c>',
      '<c><v>169008804467135697</v></c>',
      '<c><v>1.6900880446713569E+17</v></c>',
    ];
    expect(await readBook({ sheets: [row(...cells)] })).toEqual([
      [
        '6901234567892',
        '1.5',
        'true',
        'false',
        '#N/A',
        '69x',
        '2',
        '',
        '2026-01-31',
        '169008804467135697',
        '1.6900880446713569E+17',
      ],
    ]);
  });

  test('has dates where the number format shows them', async () => {
    const styles = `<numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>
      <numFmt numFmtId="177" formatCode="0.00 &quot;days&quot;"/><numFmt numFmtId="14" formatCode="[Red]General"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs>${[0, 22, 176, 177, 14, 31].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const sheets = [row(...[0, 1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>46053.25</v></c>`))];
    const moment = '2026-01-31 06:00:00';
    expect(await readBook({ styles, sheets })).toEqual([['46053.25', moment, moment, '46053.25', '46053.25', moment]]);
    expect(await readBook({ styles, sheets: [row('<c s="1"><v>46053</v></c>')] })).toEqual([['2026-01-31']]);
    const workbook = '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>';
    expect(await readBook({ workbook, styles, sheets: [row('<c s="1"><v>44591.25</v></c>')] })).toEqual([[moment]]);
  });

  test('has cells by reference; merged and merely coloured ones are empty', async () => {
    const sheets = [
      '<row r="2"><c r="C2" t="inlineStr"><is><t>c</t></is></c><c r="A2"><v>1</v></c></row>' +
        '<row r="5" ht="20"><c r="B5" s="3"/><c r="XFD5" s="3"/></row>' +
        '<row r="7"><c r="A7"><v>7</v></c><c r="B7"/></row><row r="1048576" s="1"/>',
    ];
    expect(await readBook({ sheets })).toEqual([['1', '', 'c'], ['7']]);
    expect(await linesOf(workbookOf({ sheets }))).toEqual([2, 7]);
  });

  test('is read at the first visible sheet, with any part names and namespace prefixes', async () => {
    const hidden = `<workbook><sheets><sheet name="a" state="veryHidden" r:id="rId1"/><sheet name="b" r:id="rId2"/>
      <sheet name="c" r:id="rId3"/></sheets></workbook>`;
    const sheets = [row(text('hidden')), row(text('shown')), row(text('other'))];
    expect(await readBook({ workbook: hidden, sheets })).toEqual([['shown']]);
    const prefixed = `<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await readBook({ others: [{ name: 'xl\\Worksheets\\Sheet1.xml', content: prefixed }] })).toEqual([['1']]);
  });
});

describe('a CSV file', () => {
  test('is read in the encodings, line ends and byte order marks of spreadsheets', async () => {
    const rows = [
      ['编码', '名称'],
      ['1', '茅台, "x"\n酒'],
    ];
    const csv = '编码,名称\r\n1,"茅台, ""x""\n酒"\r\n';
    expect(await read(csv)).toEqual(rows);
    expect(await read(`\uFEFF${csv}`)).toEqual(rows);
    expect(await read(csv.replaceAll('\r\n', '\n'))).toEqual(rows);
    expect(await read(csv.replaceAll('\r\n', '\r'))).toEqual(rows);
    expect(await read('\n编码;名称\n1;2')).toEqual([
      ['编码', '名称'],
      ['1', '2'],
    ]);
    expect(await read('a\tb\n1,0\t2')).toEqual([
      ['a', 'b'],
      ['1,0', '2'],
    ]);
    // 编码,名称 and 茅台 as GBK, with Windows line ends.
    const gbk = Buffer.from('b1e0c2eb2cc3fbb3c60d0a312cc3a9cca80d0a', 'hex');
    expect(await read(gbk)).toEqual([rows[0], ['1', '茅台']]);
    // A character on the border of two reads.
    const split = `a,b\n1,${'x'.repeat(2 ** 16 - 7)}茅\n2,"台"`;
    expect((await read(split))[2]).toEqual(['2', '台']);
  });

  test('can name its delimiter in a first line that is not a row', async () => {
    const rows = [
      ['a,b', 'c'],
      ['1', '2'],
    ];
    for (const first of ['sep=;', '"sep=;"', '\uFEFFSEP=;', 'sep=;;'])
      expect([first, await read(`${first}\r\na,b;c\r\n1;2\r\n`)]).toEqual([first, rows]);
    expect(await linesOf('sep=\t\na\tb\n1\t2')).toEqual([2, 3]);
    expect(await read('sep=x;b\n1;2')).toEqual([
      ['sep=x', 'b'],
      ['1', '2'],
    ]);
  });

  test('keeps quotes within a text, and the line numbers of rows', async () => {
    expect(await read('a,b 5" c\n\n\n1,2')).toEqual([
      ['a', 'b 5" c'],
      ['1', '2'],
    ]);
    expect(await linesOf('a,b\n\n\n1,2')).toEqual([1, 4]);
  });

  test('with an unclosed quote is refused with its line, however much follows', async () => {
    expect(await read('a,b\n1,"x\n2,y')).toBe('400 unclosed_quote');
    expect(await read(`a,b\n1,"x\n${'2,y\n'.repeat(2 ** 20)}`)).toBe('400 line_too_long');
    expect(await read(','.repeat(5_000_000))).toBe('400 line_too_long');
    expect(await read(`a,b\n${'"'.repeat(5_000_000)}`)).toBe('400 line_too_long');
  });
});

describe('refuses what no spreadsheet writes', () => {
  const sheet = (content: string): Parts => ({ others: [{ name: 'xl/worksheets/sheet1.xml', content }] });
  const large = (name: string, claims: number): Parts => ({
    others: [{ name, content: `<a>${'<bcd/>'.repeat(900_000)}</a>`, claims }],
  });

  test.each(['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', '_rels/.rels'])(
    'a part %s that expands a thousandfold, whatever size it declares',
    async (name) => {
      expect(await readBook(large(name, 5_400_007))).toBe('413 unpacks_too_large');
      expect(await readBook(large(name, 1000))).toBe('400 unreadable_table');
    },
  );

  test('parts that declare a larger size than any workbook has', async () => {
    expect(await readBook(large('xl/media/image1.png', 150 * 2 ** 20))).toBe('413 unpacks_too_large');
    expect(await readBook(large('xl/sharedStrings.xml', 1000))).toBe('400 unreadable_table');
    expect(await readBook(large('xl/worksheets/sheet1.xml', 1000))).toBe('400 unreadable_table');
  });

  test.each<[string, Parts, string]>([
    ['unclosed tags, one in the other', sheet('<a>'.repeat(100_000)), '413 too_much_in_file'],
    ['unclosed tags that never end', sheet('<a '.repeat(10_000)), '400 unreadable_table'],
    [
      'a tag with a thousand attributes',
      sheet(`<a ${Array.from({ length: 1000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
      '413 too_much_in_file',
    ],
    ['an endless name', sheet(`<${'a'.repeat(2 * xmlLimits.token)}`), '413 too_much_in_file'],
    ['an endless attribute', sheet(`<a b="${'c'.repeat(2 * xmlLimits.token)}`), '413 too_much_in_file'],
    ['an endless comment', sheet(`<a><!-- ${'c'.repeat(2 * xmlLimits.token)}`), '413 too_much_in_file'],
    ['an endless CDATA', sheet(`<a><![CDATA[${'c'.repeat(2 * xmlLimits.token)}`), '413 too_much_in_file'],
    ['an endless entity', sheet(`<a>&${'c'.repeat(2 * xmlLimits.token)}`), '413 too_much_in_file'],
    ['an endless text', sheet(`<a>${'c'.repeat(2 * xmlLimits.token)}`), '413 too_much_in_file'],
    [
      'entities that unfold',
      sheet('<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
      '400 unreadable_table',
    ],
    ['an entity from elsewhere', sheet('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'), '400 unreadable_table'],
    ['a cell that is too long', { sheets: [row(text('c'.repeat(tableLimits.cell + 1)))] }, '413 too_much_in_file'],
    [
      'a cell of endless runs',
      { sheets: [row(`<c><is>${'<t>cccccccccc</t>'.repeat(10_000)}</is></c>`)] },
      '413 too_much_in_file',
    ],
    [
      'a text shared by all cells',
      {
        strings: `<si><t>${'c'.repeat(60_000)}</t></si>`,
        sheets: [row('<c t="s"><v>0</v></c>'.repeat(150)).repeat(10)],
      },
      '413 too_much_in_file',
    ],
    ['rows beyond the last', { sheets: ['<row r="1048577"><c><v>1</v></c></row>'] }, '400 unreadable_table'],
    ['rows that go back', { sheets: ['<row r="2"/><row r="1"/>'] }, '400 unreadable_table'],
    ['a row in a row', { sheets: ['<row><row/></row>'] }, '400 unreadable_table'],
    ['empty rows without end', { sheets: ['<row/>'.repeat(20_000)] }, '413 too_many_lines'],
    ['too many lines', { sheets: [row('<c><v>1</v></c>').repeat(1002)] }, '413 too_many_lines'],
    ['a cell in the last column', { sheets: [row('<c r="XFD1048576"><v>1</v></c>')] }, '400 too_many_columns'],
    ['a cell that is nowhere', { sheets: [row('<c r="AAAAAAAA1"><v>1</v></c>')] }, '400 unreadable_table'],
    ['cells without end', { sheets: [row('<c/>'.repeat(2 ** 14 + 1))] }, '400 unreadable_table'],
    ['cells in cells', { sheets: [row('<c><c/></c>')] }, '400 unreadable_table'],
    ['no sheet', { workbook: '<workbook/>' }, '400 unreadable_table'],
    [
      'text that is no UTF-8',
      { others: [{ name: 'xl/workbook.xml', content: Buffer.from([0xff, 0xfe, 0x3c, 0]) }] },
      '400 unreadable_table',
    ],
    [
      'a part that is there twice',
      { others: [1, 2].map(() => ({ name: 'xl/a.xml', content: '' })) },
      '400 unreadable_table',
    ],
    [
      'parts without end',
      { others: Array.from({ length: 5000 }, (_, n) => ({ name: `xl/${n}`, content: '' })) },
      '413 too_much_in_file',
    ],
    ['a password', { others: [{ name: 'xl/a.xml', content: 'x', flags: 1 }] }, '400 locked_workbook'],
    ['a name without end', { others: [{ name: 'a'.repeat(60_000), content: 'x' }] }, '400 unreadable_table'],
  ])('%s', async (_, parts, refusal) => {
    expect(await readBook(parts)).toBe(refusal);
  });

  test('an archive with 64-bit sizes, and one with false sizes', async () => {
    const parts = workbookParts({ sheets: [row(text('a'))] });
    const huge = Buffer.alloc(20);
    huge.writeUInt16LE(1, 0);
    huge.writeUInt16LE(16, 2);
    huge.writeBigUInt64LE(2n ** 53n, 4);
    const claiming = parts.map((part) => ({ ...part, claims: 0xffffffff, extra: huge }));
    expect(await read(archiveOf(claiming))).toBe('413 unpacks_too_large');
    const locator = Buffer.alloc(20, 0xff);
    locator.write('PK\x06\x07', 'latin1');
    expect(await read(archiveOf(parts, locator))).toBe('400 unreadable_table');
    expect(await read(archiveOf(parts).subarray(0, -30))).toBe('400 unreadable_table');
  });

  test('a legacy .xls workbook', async () => {
    expect(await read(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('400 locked_workbook');
  });
});
