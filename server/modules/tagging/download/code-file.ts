import { carrierText } from '@suyuan/codes/carrier/carrier.ts';
import { encodeChunks } from '@suyuan/codes/coder/parallel.ts';
import type { Carrier, Level } from '@suyuan/codes/format/format.ts';
import type { FileColumn, FileFormat } from '@suyuan/contract/tagging/order-download.ts';
import type { Rule } from '#identity/rule-book.ts';
import { type LineParts, type LinePlan, linePlan, writeLines } from './code-line.ts';

/** A file with the codes of an order or a part of it, which is computed and never stored. */
export interface CodeFile {
  readonly rule: Rule;
  readonly firstCounter: number;
  readonly quantity: number;
  readonly format: Exclude<FileFormat, 'xlsx'>;
  readonly columns: readonly FileColumn[];
  readonly line: LineParts;
  /** The number of the first code within its order, from 1. */
  readonly firstSerial: number;
  /** The packages of the codes, if the order is part of a set. */
  readonly packages: Packages | undefined;
}

export interface Packages {
  readonly rule: Rule;
  /** The counter of the package that contains the order's first code. */
  readonly firstCounter: number;
  readonly perPackage: number;
}

const newline = 10;
/** The number of codes in a chunk; a few chunks are in memory per reader, however slow it is. */
const chunkCodes = 16_384;

const planOf = (file: CodeFile): LinePlan => linePlan(file.columns, file.line, file.format === 'csv' ? ',' : '\t');

/** The title line, line width and size in bytes of a file. */
export function layoutOf(file: CodeFile): { header: Uint8Array; width: number; size: number } {
  const header = Buffer.from(file.format === 'csv' ? `${file.columns.join(',')}\n` : '');
  const width = planOf(file).template.length;
  return { header, width, size: header.length + width * file.quantity };
}

export function contentLead(
  sampleCode: string,
  options: { carrier: Carrier; publicUrl: string; gtin: string | null; level: Level },
): string {
  const { gtin, ...rest } = options;
  const content = carrierText(sampleCode, gtin === null ? rest : { ...rest, gtin });
  return content.slice(0, content.length - sampleCode.length);
}

/** The bytes of a file from `from` on, computed only as fast as they are read. `onCodes` receives the number of lines sent. */
export async function* fileBytes(
  file: CodeFile,
  from: number,
  signal: AbortSignal,
  onCodes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const { header, width } = layoutOf(file);
  if (from < header.length) yield header.subarray(from);
  const into = Math.max(0, from - header.length);
  let skipBytes = into % width;
  for await (const lines of lineChunks(file, Math.floor(into / width), signal)) {
    yield skipBytes > 0 ? lines.subarray(skipBytes) : lines;
    skipBytes = 0;
    onCodes(lines.length / width);
  }
}

/** Yields whole lines after the first `skip` ones. */
export async function* lineChunks(file: CodeFile, skip: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const isBare = file.format === 'txt' && file.columns.join() === 'code';
  const { rule, firstCounter, quantity } = file;
  const chunks = encodeChunks({
    format: rule.format,
    key: rule.key,
    start: firstCounter + skip,
    count: quantity - skip,
    signal,
    chunkCodes,
    ...(isBare ? { terminator: Uint8Array.of(newline) } : {}),
  });
  if (isBare) {
    yield* chunks;
    return;
  }
  const plan = planOf(file);
  const codeLength = rule.coder.length;
  let serial = file.firstSerial + skip;
  for await (const codes of chunks) {
    const count = codes.length / codeLength;
    const parents = file.columns.includes('parent') ? parentCodes(file, serial, count) : undefined;
    yield writeLines(plan, { codes, codeLength, parents, firstSerial: serial });
    serial += count;
  }
}

/** The package codes for `count` codes, each repeated for every code in it; undefined without packages. */
function parentCodes({ packages }: CodeFile, firstSerial: number, count: number): Uint8Array | undefined {
  if (!packages) return undefined;
  const { rule, firstCounter, perPackage } = packages;
  const length = rule.coder.length;
  const index = (serial: number) => Math.floor((serial - 1) / perPackage);
  const first = index(firstSerial);
  const distinct = index(firstSerial + count - 1) - first + 1;
  const codes = new Uint8Array(distinct * length);
  rule.coder.encodeInto(firstCounter + first, distinct, codes, 0);
  const result = new Uint8Array(count * length);
  for (let n = 0; n < count; n++) {
    const at = (index(firstSerial + n) - first) * length;
    result.set(codes.subarray(at, at + length), n * length);
  }
  return result;
}
