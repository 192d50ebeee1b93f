import { createCipheriv, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createCoder } from '@suyuan/codes/coder/coder.ts';
import { encodeChunks } from '@suyuan/codes/coder/parallel.ts';
import { rounds as blocksPerCode } from '@suyuan/codes/encrypt/ff1.ts';
import type { CodeFormat } from '@suyuan/codes/format/format.ts';
import { alternate, type Benchmark, type BySize, perSecond } from '../harness.ts';
import { stopLater } from '../stage/started.ts';

const codesOf: BySize = { smallest: 65_536, short: 500_000, usual: 2_000_000, long: 4_000_000 };
const rounds: BySize = { smallest: 1, short: 3, usual: 7, long: 11 };

/** The computation of codes, compared with AES on only the blocks that FF1 needs for them. */
export const engine: Benchmark = {
  name: 'engine',
  async *run(size) {
    const base32: CodeFormat = { prefix: '', alphabet: 'base32', bodyLength: 12, check: 'none' };
    const digits: CodeFormat = { prefix: '', alphabet: 'digits', bodyLength: 16, check: 'none' };
    const wide: CodeFormat = { prefix: '', alphabet: 'base62', bodyLength: 32, check: 'none' };
    const aesWorkers = Array.from({ length: cores }, () => new Worker(new URL('./aes-worker.ts', import.meta.url)));
    stopLater(() => Promise.all(aesWorkers.map((worker) => worker.terminate())));
    const codes = codesOf[size];
    const result = await alternate(rounds[size], {
      base32: () => perSecond(() => encodeOnce(base32, codes)),
      digits: () => perSecond(() => encodeOnce(digits, codes)),
      wide: () => perSecond(() => encodeOnce(wide, codes)),
      aes: () => perSecond(() => encipher({ codes, freed: false })),
      base32All: () => perSecond(() => encodeAll(base32, cores * codes)),
      digitsAll: () => perSecond(() => encodeAll(digits, cores * codes)),
      aesAll: () => perSecond(() => encipherAll(aesWorkers, { codes, freed: false })),
      freedAesAll: () => perSecond(() => encipherAll(aesWorkers, { codes, freed: true })),
    });

    const one = { unit: 'codes/s', baselineName: 'AES-256, one thread', baseline: result.aes };
    const all = { unit: 'codes/s', baselineName: `AES-256, ${cores} threads`, baseline: result.aesAll, target: 0.5 };
    const freed = { unit: 'codes/s', baselineName: 'the same, outputs freed', baseline: result.freedAesAll };
    yield { name: 'codes base32 x 12, one thread', ours: result.base32, ...one };
    yield { name: 'codes digits x 16, one thread', ours: result.digits, ...one };
    yield { name: 'codes base62 x 32, one thread', ours: result.wide, ...one };
    yield { name: 'codes base32 x 12, all cores', ours: result.base32All, ...all };
    yield { name: 'codes digits x 16, all cores', ours: result.digitsAll, ...all };
    yield { name: 'codes digits x 16, all cores', ours: result.digitsAll, ...freed };
  },
};

const cores = availableParallelism();
const key = randomBytes(32);
const terminator = Buffer.from('\n');

function encodeOnce(format: CodeFormat, codes: number): number {
  const coder = createCoder(format, key);
  const chunk = 65_536;
  const out = new Uint8Array((coder.length + 1) * chunk);
  for (let count = 0; count < codes; count += chunk)
    coder.encodeInto(count, Math.min(chunk, codes - count), out, 0, { terminator });
  return codes;
}

async function encodeAll(format: CodeFormat, codes: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of encodeChunks({ format, key, start: 0, count: codes, terminator })) bytes += chunk.length;
  return bytes / (format.bodyLength + 1);
}

export interface AesWork {
  readonly codes: number;
  /** Frees each output at once, as the engine does; otherwise the garbage collector does it later, as in most programs. */
  readonly freed: boolean;
}

/** Encrypts 64 KiB at a time, which is faster than other sizes. */
export function encipher({ codes, freed }: AesWork): number {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const blocks = Buffer.alloc(65_536);
  for (let rest = codes * blocksPerCode * 16; rest > 0; rest -= blocks.length) {
    const output = cipher.update(blocks);
    if (freed) (output.buffer as ArrayBuffer).transfer(0);
  }
  return codes;
}

async function encipherAll(workers: readonly Worker[], each: AesWork): Promise<number> {
  const answers = workers.map((worker) => new Promise((resolve) => worker.once('message', resolve)));
  for (const worker of workers) worker.postMessage(each);
  await Promise.all(answers);
  return each.codes * workers.length;
}
