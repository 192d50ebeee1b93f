import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type CodeImport, codeImport, importList } from '@suyuan/contract/tagging/code-import.ts';
import { textId } from '@suyuan/server/identity/imported-codes.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { type Benchmark, type BySize, inShort, perSecond, type Row } from '../harness.ts';
import { type LoadResult, load } from '../stage/load.ts';
import { peakMemory, Stage } from '../stage/stage.ts';

const linesOf: BySize = { smallest: 10_000, short: 100_000, usual: 500_000, long: 10_000_000 };
/** Scans per second during the import. */
const scansMeanwhile = 50;
/** One line in so many is invalid, repeated, or imported before. */
const odd = { refused: 1000, repeated: 500, known: 250 };

/** The import of a file of codes through HTTP until its last line is stored, compared with COPY of its rows into the table. */
export const importingCodes: Benchmark = {
  name: 'importing-codes',
  async *run(size) {
    const lines = linesOf[size];
    const stage = await Stage.open();
    const sql = stage.connect();
    // A rule that could recognise the codes, as every system has one.
    await stage.prepareOrders();
    await bringIn(
      stage,
      range(0, lines, (n) => (n % odd.known === 3 ? [`${code(n)}\n`] : [])),
    );
    const small = await measured(stage, lines, lines / 10);
    const [before] = await sql<{ bytes: string }[]>`select pg_total_relation_size('imported_code') as bytes`;
    const large = await measured(stage, 0, lines);
    const [after] = await sql<{ bytes: string }[]>`select pg_total_relation_size('imported_code') as bytes`;
    const copied = await perSecond(() => copy(sql, lines));
    yield* rowsOf(lines, { small, large, copied, bytes: (Number(after?.bytes) - Number(before?.bytes)) / lines });
  },
};

interface Measured {
  readonly perSecond: number;
  readonly memory: number;
  readonly scans: LoadResult;
}

function rowsOf(
  lines: number,
  { small, large, copied, bytes }: { small: Measured; large: Measured; copied: number; bytes: number },
): Row[] {
  const size = `${inShort(lines)} codes of others`;
  return [
    {
      name: `importing ${size}`,
      ours: large.perSecond,
      unit: 'lines/s',
      baselineName: 'COPY into the same table',
      baseline: copied,
      // Unlike COPY, the import looks up each code before it is written, which costs most for a table that fits into memory.
      target: lines >= 10_000_000 ? 0.4 : 0.2,
    },
    { name: `server memory, ${size}`, ours: large.memory / 2 ** 20, unit: 'MB', target: 450, atMost: true },
    { name: 'server memory, a tenth of them', ours: small.memory / 2 ** 20, unit: 'MB' },
    { name: `scan meanwhile, p50, ${scansMeanwhile}/s`, ours: large.scans.p50, unit: 'ms' },
    { name: `scan meanwhile, p99, ${scansMeanwhile}/s`, ours: large.scans.p99, unit: 'ms' },
    { name: 'storage per imported code', ours: bytes, unit: 'bytes' },
  ];
}

/** A line of a printer's file: a URL. */
const code = (n: number): string => `https://q.example.com/t/${((n * 7_919) % 2 ** 40).toString(36)}K${n}`;

const lineOf = (n: number): string => {
  if (n % odd.refused === 1) return 'bad\n';
  return `${code(n % odd.repeated === 2 ? n - 1 : n)}\n`;
};

async function measured(stage: Stage, first: number, lines: number): Promise<Measured> {
  const file = range(first, first + lines, (n) => [lineOf(n)]);
  let over = false;
  const scans = load({
    url: stage.url,
    path: '/api/consumer/scan',
    nextBody: () => `{"code":"${code(Math.floor(Math.random() * lines))}"}`,
    connections: 16,
    seconds: Number.POSITIVE_INFINITY,
    rate: scansMeanwhile,
    isOver: () => over,
  });
  let rate = 0;
  const imported = (async () => {
    rate = await perSecond(async () => {
      const { read_lines, refused, repeated, known } = await bringIn(stage, file);
      if (read_lines !== lines || refused === 0 || repeated === 0 || (first === 0 && known === 0)) {
        throw new Error(
          `the import read ${read_lines} lines, ${refused} refused, ${repeated} repeated, ${known} known`,
        );
      }
      return lines;
    });
  })().finally(() => {
    over = true;
  });
  const memory = await peakMemory(stage.pid, imported);
  return { perSecond: rate, memory, scans: await scans };
}

/** Uploads the file in a form, as a browser does. */
async function bringIn(stage: Stage, file: Iterable<string>): Promise<CodeImport> {
  const boundary = 'bench-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="codes.txt"\r\nContent-Type: text/plain\r\n\r\n`;
  function* form() {
    yield Buffer.from(head);
    for (const piece of file) yield Buffer.from(piece);
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(
      stage.url + codeImport.path,
      { method: 'POST', headers: { ...stage.headers, 'content-type': `multipart/form-data; boundary=${boundary}` } },
      (response) => text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject),
    );
    sent.once('error', reject);
    pipeline(Readable.from(form()), sent).catch(reject);
  });
  if (answer.status !== 200) throw new Error(`import: ${answer.status} ${answer.body}`);
  const { id } = (JSON.parse(answer.body) as { data: CodeImport }).data;
  return untilRead(stage, id);
}

/** Waits until the job that reads the file has ended. */
async function untilRead(stage: Stage, id: number): Promise<CodeImport> {
  for (;;) {
    const imports = await stage.get<readonly CodeImport[]>(importList.path);
    const match = imports.find((one) => one.id === id);
    if (match?.state === 'read') return match;
    if (match?.state !== 'waiting' && match?.state !== 'reading') throw new Error(`import: ${JSON.stringify(match)}`);
    await pause(20);
  }
}

/** Yields lines for a range of numbers, in pieces of a few thousand. */
function* range(from: number, to: number, linesOf: (n: number) => readonly string[]): Generator<string> {
  for (let begin = from; begin < to; begin += 5000) {
    let piece = '';
    for (let n = begin; n < Math.min(begin + 5000, to); n++) for (const line of linesOf(n)) piece += line;
    if (piece !== '') yield piece;
  }
}

async function copy(sql: Sql, lines: number): Promise<number> {
  await sql`create table bench_code (like imported_code including all)`;
  const rows = range(0, lines, (n) => [`${textId(code(n))}\t${code(n)}\t${n}\n`]);
  await pipeline(Readable.from(rows), await sql`copy bench_code from stdin`.writable());
  return lines;
}
