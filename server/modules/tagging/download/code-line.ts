import { csvCell } from '@suyuan/contract/spreadsheet-text.ts';
import type { FileColumn } from '@suyuan/contract/tagging/order-download.ts';

/** The parts of a line. All lines of an order have the same width, so that any byte of its file can be located. */

export interface LineParts {
  readonly codeLength: number;
  /** The text before the code in the symbol, such as `https://…/c?code=`. */
  readonly contentLead: string;
  /** The human-readable form; each `#` stands for the next character of the code. */
  readonly humanPattern: string;
  /** The length of package codes; 0 without packages. */
  readonly parentLength: number;
  /** The number of digits of the largest serial number in the order. */
  readonly serialLength: number;
}

/** Copies bytes of a code, or of its package's code, into each line. */
interface Move {
  readonly source: 'code' | 'parent';
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

export interface LinePlan {
  readonly template: Uint8Array;
  readonly moves: readonly Move[];
  /** The position of the serial number. */
  readonly serialAt: number | undefined;
  readonly serialLength: number;
}

export function linePlan(columns: readonly FileColumn[], parts: LineParts, separator: string): LinePlan {
  let line = '';
  const moves: Move[] = [];
  let serialAt: number | undefined;
  const copy = (source: Move['source'], from: number, length: number) => {
    if (length > 0) moves.push({ source, from, to: line.length, length });
    line += ' '.repeat(length);
  };
  /** The fixed beginning of a cell, escaped in CSV so that no spreadsheet runs it as a formula. Codes are letters and digits. */
  const lead = (text: string) => (separator === ',' ? csvCell(text) : text);
  const write: Record<FileColumn, () => void> = {
    code: () => copy('code', 0, parts.codeLength),
    content: () => {
      line += lead(parts.contentLead);
      copy('code', 0, parts.codeLength);
    },
    human: () => {
      let from = 0;
      for (const { 0: run, index } of parts.humanPattern.matchAll(/#+|[^#]+/g)) {
        if (run.startsWith('#')) {
          copy('code', from, run.length);
          from += run.length;
        } else line += index === 0 ? lead(run) : run;
      }
    },
    parent: () => copy('parent', 0, parts.parentLength),
    serial: () => {
      serialAt = line.length;
      line += '0'.repeat(parts.serialLength);
    },
  };
  columns.forEach((column, index) => {
    if (index > 0) line += separator;
    write[column]();
  });
  return { template: Buffer.from(`${line}\n`, 'latin1'), moves, serialAt, serialLength: parts.serialLength };
}

/** Writes lines by repeating the template and copying into it what differs. */
export function writeLines(
  plan: LinePlan,
  { codes, codeLength, parents, firstSerial }: Batch,
): Uint8Array<ArrayBuffer> {
  const count = codes.length / codeLength;
  const width = plan.template.length;
  const lines = Buffer.allocUnsafeSlow(count * width) as Buffer<ArrayBuffer>;
  lines.fill(plan.template);
  for (const { source, from, to, length } of plan.moves) {
    const bytes = source === 'code' ? codes : parents;
    if (!bytes) throw new Error('the codes of the packages are missing');
    const stride = bytes.length / count;
    for (let n = 0; n < count; n++) {
      const readAt = n * stride + from;
      const writeAt = n * width + to;
      for (let i = 0; i < length; i++) lines[writeAt + i] = bytes[readAt + i] as number;
    }
  }
  if (plan.serialAt !== undefined) writeSerials(lines, plan, plan.serialAt, firstSerial, count);
  return lines;
}

export interface Batch {
  readonly codes: Uint8Array;
  readonly codeLength: number;
  /** The package code of each code, concatenated. */
  readonly parents: Uint8Array | undefined;
  readonly firstSerial: number;
}

function writeSerials(lines: Uint8Array, plan: LinePlan, serialAt: number, first: number, count: number): void {
  for (let n = 0; n < count; n++) {
    let rest = first + n;
    for (let at = n * plan.template.length + serialAt + plan.serialLength - 1; rest > 0; at--) {
      lines[at] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
  }
}
