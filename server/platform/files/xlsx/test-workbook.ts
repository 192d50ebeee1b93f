import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

// Workbooks made byte by byte: as others write them, and as nobody would.

/** A part of an archive, and what it says of itself where that is not so. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  /** The size that it says it has unpacked. */
  readonly claims?: number;
  readonly flags?: number;
  readonly extra?: Buffer;
}

/** Archives with very many empty parts are made of it. */
const nothingPacked = deflateRawSync('');

/** A ZIP archive. `tail` comes before the record that ends it. */
export function archiveOf(parts: readonly Part[], tail: Buffer = Buffer.alloc(0)): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims, flags = 0, extra = Buffer.alloc(0) } of parts) {
    const data = Buffer.from(content as string);
    const body = data.length === 0 ? nothingPacked : deflateRawSync(data, { level: 6 });
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(body.length, 14);
    fields.writeUInt32LE(claims ?? data.length, 18);
    fields.writeUInt16LE(title.length, 22);
    fields.writeUInt16LE(extra.length, 24);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const before = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, title, extra, body]);
    local.push(before);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, title, extra);
    offset += before.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length % 0x10000, 8);
  end.writeUInt16LE(parts.length % 0x10000, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, tail, end]);
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships>${targets
    .map(([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export interface Parts {
  readonly workbook?: string;
  readonly strings?: string;
  readonly styles?: string;
  /** What the sheets hold between `<sheetData>` and its end. */
  readonly sheets?: readonly string[];
  /** Parts as they are, instead of ours or besides. */
  readonly others?: readonly Part[];
}

/** The parts of a workbook with as many sheets. */
export function workbookParts({ workbook, strings = '', styles = '', sheets = [''], others = [] }: Parts): Part[] {
  const sheetTags = sheets.map((_, n) => `<sheet name="s${n}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('');
  const ours: Part[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations(['officeDocument', 'xl/workbook.xml']) },
    { name: 'xl/workbook.xml', content: workbook ?? `<workbook><sheets>${sheetTags}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ...sheets.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`] as const),
        ['sharedStrings', 'sharedStrings.xml'],
        ['styles', '/xl/styles.xml'],
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    ...sheets.map((rows, n) => ({
      name: `xl/worksheets/sheet${n + 1}.xml`,
      content: `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ];
  const same = (name: string) => name.replaceAll('\\', '/').toLowerCase();
  const names = new Set(others.map(({ name }) => same(name)));
  return [...ours.filter(({ name }) => !names.has(same(name))), ...others];
}

export const workbookOf = (parts: Parts): Buffer => archiveOf(workbookParts(parts));

/** Keeps a file for the length of a test. */
export async function keptFile(content: string | Uint8Array): Promise<string> {
  const path = join(tmpdir(), `suyuan-test-${randomUUID()}`);
  onTestFinished(() => rm(path, { force: true }));
  await writeFile(path, content);
  return path;
}
