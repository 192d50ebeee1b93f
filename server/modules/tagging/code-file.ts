import { carrierText } from '../../../codes/carrier.ts';
import type { Carrier, Level } from '../../../codes/format.ts';
import { encodeChunks } from '../../../codes/parallel.ts';
import type { Rule } from '../trace/rule-book.ts';

/** The codes of an order as a file that is never stored: every line has the same width, so any byte of it can be found. */
export interface CodeFile {
  readonly rule: Rule;
  readonly firstCounter: number;
  readonly quantity: number;
  readonly format: 'txt' | 'csv';
  /** What comes before the code in the carrier's text, e.g. `https://…/c?code=`. */
  readonly contentLead: string;
}

const newline = 10;

/** The file's fixed parts: its title line, its line width and its size in bytes. */
export function layoutOf(file: CodeFile): { header: Uint8Array; width: number; size: number } {
  const header = Buffer.from(file.format === 'csv' ? 'code,content\n' : '');
  const length = file.rule.coder.length;
  const width = file.format === 'csv' ? length + 1 + Buffer.byteLength(file.contentLead) + length + 1 : length + 1;
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

/**
 * The file from byte `from` to its end, computed as it is read: nothing is computed that the reader does not take.
 * `onCodes` hears how many lines went out.
 */
export async function* fileBytes(
  file: CodeFile,
  from: number,
  signal: AbortSignal,
  onCodes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const { header, width } = layoutOf(file);
  if (from < header.length) yield header.subarray(from);
  const into = Math.max(0, from - header.length);
  const skipCodes = Math.floor(into / width);
  let skipBytes = into % width;
  for await (const codes of codeChunks(file, skipCodes, signal)) {
    const lines = file.format === 'csv' ? csvLines(file, codes, width) : codes;
    yield skipBytes > 0 ? lines.subarray(skipBytes) : lines;
    skipBytes = 0;
    onCodes(lines.length / width);
  }
}

function codeChunks({ rule, firstCounter, quantity, format }: CodeFile, skip: number, signal: AbortSignal) {
  return encodeChunks({
    format: rule.format,
    key: rule.key,
    start: firstCounter + skip,
    count: quantity - skip,
    signal,
    ...(format === 'txt' ? { terminator: Uint8Array.of(newline) } : {}),
  });
}

/** `code,content` lines from bare codes: a template line is repeated and the code written into it twice. */
function csvLines(file: CodeFile, codes: Uint8Array, width: number): Uint8Array {
  const length = file.rule.coder.length;
  const second = width - 1 - length;
  const lines = Buffer.allocUnsafe((codes.length / length) * width);
  lines.fill(Buffer.from(`${' '.repeat(length)},${file.contentLead}${' '.repeat(length)}\n`));
  for (let read = 0, line = 0; read < codes.length; read += length, line += width) {
    for (let i = 0; i < length; i++) {
      const byte = codes[read + i] as number;
      lines[line + i] = byte;
      lines[line + second + i] = byte;
    }
  }
  return lines;
}
