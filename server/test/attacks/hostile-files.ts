import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { archiveOf, type Part, type Parts, workbookOf, workbookParts } from '#platform/files/xlsx/test-workbook.ts';

// Files that nobody makes who wants them read. Each is made on demand.

const megabyte = 2 ** 20;
const sheet = (rows: string | Buffer): Parts => ({ others: [{ name: 'xl/worksheets/sheet1.xml', content: rows }] });
const part = (name: string, content: string | Buffer, more: Partial<Part> = {}): Parts => ({
  others: [{ name, content, ...more }],
});
/** A part of so many megabytes: an opening, then the same over and over. */
const filled = (opening: string, with_: string, megabytes: number): Buffer =>
  Buffer.concat([Buffer.from(opening), Buffer.alloc(megabytes * megabyte, with_)]);

/** Hostile to what reads tables. */
export const hostileTables: Readonly<Record<string, () => Buffer>> = {
  'a list of sheets that unfolds to 190 MB': () => workbookOf(part('xl/workbook.xml', filled('<workbook>', ' ', 190))),
  'the same, and it says it is small': () =>
    workbookOf(part('xl/workbook.xml', filled('<workbook>', ' ', 40), { claims: 2000 })),
  'shared texts that unfold to 60 MB': () =>
    workbookOf(part('xl/sharedStrings.xml', filled('<sst>', '<si><t>abcdefgh</t></si>', 60))),
  'one shared text of 60 MB': () => workbookOf(part('xl/sharedStrings.xml', filled('<sst><si><t>', 'a', 60))),
  'one shared text in all cells': () =>
    workbookOf({
      strings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
      sheets: [`<row>${'<c t="s"><v>0</v></c>'.repeat(150)}</row>`.repeat(10_000)],
    }),
  'styles of 40 MB': () =>
    workbookOf(part('xl/styles.xml', filled('<styleSheet><cellXfs>', '<xf numFmtId="14"/>', 40))),
  'tags that are not closed': () => workbookOf(sheet(filled('<worksheet>', '<a>', 20))),
  'tags that do not end': () => workbookOf(sheet(filled('<worksheet>', '<', 20))),
  'one tag that does not end': () => workbookOf(sheet(filled('<worksheet><', 'a', 40))),
  'attributes without end': () =>
    workbookOf(sheet(`<worksheet ${Array.from({ length: 300_000 }, (_, n) => `a${n}=""`).join(' ')}>`)),
  'an attribute that does not end': () => workbookOf(sheet(filled('<worksheet a="', 'a', 40))),
  'a comment that does not end': () => workbookOf(sheet(filled('<worksheet><!--', '-', 40))),
  'CDATA that does not end': () => workbookOf(sheet(filled('<worksheet><![CDATA[', ']', 40))),
  'an entity that does not end': () => workbookOf(sheet(filled('<worksheet>&', 'a', 40))),
  'a text of 40 MB': () => workbookOf(sheet(filled('<worksheet><sheetData><row><c><v>', '1', 40))),
  'a billion laughs': () =>
    workbookOf(
      sheet(
        `<!DOCTYPE a [<!ENTITY l0 "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')}]><a>&l9;</a>`,
      ),
    ),
  'a file of the server as an entity': () =>
    workbookOf(sheet('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')),
  'empty rows without end': () => workbookOf(sheet(filled('<worksheet><sheetData>', '<row/>', 40))),
  'empty cells without end': () => workbookOf(sheet(filled('<worksheet><sheetData><row>', '<c/>', 40))),
  'one empty row at the very end': () => workbookOf({ sheets: ['<row r="1048576"/>'] }),
  'a cell in the last place there is': () =>
    workbookOf({ sheets: ['<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'] }),
  'cells that are nowhere': () => workbookOf({ sheets: ['<row><c r="ZZZZZZZZ99999999999"><v>1</v></c></row>'] }),
  'rows in a wrong order': () => workbookOf({ sheets: ['<row r="9"/><row r="3"><c r="B7"><v>1</v></c></row>'] }),
  'full rows of all columns': () =>
    workbookOf({ sheets: [`<row>${'<c><v>1</v></c>'.repeat(200)}</row>`.repeat(10_100)] }),
  'sixty thousand parts': () =>
    workbookOf({ others: Array.from({ length: 60_000 }, (_, n) => ({ name: `xl/${n}`, content: '' })) }),
  'a part that is there twice': () =>
    workbookOf({ others: [1, 2].map(() => ({ name: 'xl/workbook.xml', content: '<workbook/>' })) }),
  'an encrypted part': () => workbookOf(part('xl/workbook.xml', 'x', { flags: 1 })),
  'sizes in 64 bits': () => {
    const extra = Buffer.alloc(20);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(2n ** 53n, 4);
    return archiveOf(workbookParts({}).map((one) => ({ ...one, claims: 0xffffffff, extra })));
  },
  'an end that is beyond everything': () => {
    const locator = Buffer.alloc(20, 0xff);
    locator.write('PK\x06\x07', 'latin1');
    return archiveOf(workbookParts({}), locator);
  },
  'half an archive': () => workbookOf({}).subarray(0, 700),
  'a quote that is not closed': () => filled('a,b\n1,"', 'x,y\n', 18),
  'nothing but quotes': () => filled('a,b\n', '"', 18),
  'nothing but commas': () => filled('a,b\n', ',', 18),
  'nothing but line ends': () => filled('a,b\n', '\n', 18),
  'one line of 18 MB': () => filled('a,b\n', 'a', 18),
  noise: () => randomBytes(2 * megabyte),
};

/** One of each kind of these, as large as it takes to be hostile: for what reads by the same mechanism. */
export const hostileInKind = {
  'the same, and it says it is small': () =>
    workbookOf(part('xl/workbook.xml', filled('<workbook>', ' ', 4), { claims: 2000 })),
  'tags that are not closed': () => workbookOf(sheet(filled('<worksheet>', '<a>', 2))),
  'a quote that is not closed': () => filled('a,b\n1,"', 'x,y\n', 2),
  noise: () => randomBytes(megabyte),
} as const satisfies Readonly<Record<string, () => Buffer>>;

/** Hostile to what reads codes. Members of gzip may follow one another. */
const packed = (text: string, times: number) => {
  const member = gzipSync(Buffer.alloc(64 * megabyte, text));
  return Buffer.concat(Array.from({ length: times }, () => member));
};
export const hostileCodes: Readonly<Record<string, () => Buffer>> = {
  'a gigabyte of packed line ends': () => packed('\n', 17),
  'a gigabyte of one packed line': () => packed('a', 17),
  'packed twice': () => gzipSync(packed('\n', 40)),
  'gzip that breaks off': () => packed('x\n', 1).subarray(0, 1000),
  'a line that does not end': () => filled('', 'a', 30),
  'line ends without end': () => filled('', '\n', 40),
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
/** A black PNG of so many points each way, of which only so many megabytes are there. */
function png(size: number, megabytes: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 1], 8);
  const data = deflateSync(Buffer.alloc(megabytes * megabyte));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Hostile to what reads pictures. */
export const hostilePictures: Readonly<Record<string, () => Buffer>> = {
  'a picture of four billion points': () => png(65_535, 10),
  'a picture that is not all there': () => png(7900, 100),
  'a drawing that is a program': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
};
