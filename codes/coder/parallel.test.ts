import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setImmediate as nextTick } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import type { CodeFormat } from '../format/format.ts';
import { createCoder } from './coder.ts';
import { type EncodeOptions, encodeChunks, encodingCost } from './parallel.ts';

const format: CodeFormat = { prefix: 'P', alphabet: 'base32', bodyLength: 12, check: 'luhn' };
const key = Buffer.alloc(32, 7);
const frame = { lead: Buffer.from('"'), terminator: Buffer.from('"\n') };
const options = (more: Partial<EncodeOptions>): EncodeOptions => ({
  format,
  key,
  start: 11,
  count: 250_000,
  ...frame,
  ...more,
});

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function inOneGo({ start, count }: EncodeOptions): Uint8Array {
  const coder = createCoder(format, key);
  const bytes = new Uint8Array((coder.length + 3) * count);
  coder.encodeInto(start, count, bytes, 0, frame);
  return bytes;
}

describe('encodeChunks', () => {
  it.each([0, 1, 99_999, 100_000, 250_001])('gives %i codes in order, like a single run', async (count) => {
    const wish = options({ count, chunkCodes: 20_000 });
    const chunks = await Array.fromAsync(encodeChunks(wish));
    expect(chunks.length).toBe(Math.ceil(count / 20_000));
    expect(digest(Buffer.concat(chunks))).toBe(digest(inOneGo(wish)));
  });

  it('serves several streams at a time', async () => {
    const wishes = [options({}), options({ start: 5_000_000 }), options({ start: 77, count: 50_000 })];
    const streams = await Promise.all(wishes.map((wish) => Array.fromAsync(encodeChunks(wish))));
    expect(streams.map((chunks) => digest(Buffer.concat(chunks)))).toEqual(wishes.map((wish) => digest(inOneGo(wish))));
  });

  it('ends when aborted, before and between chunks', async () => {
    expect(await Array.fromAsync(encodeChunks(options({ signal: AbortSignal.abort() })))).toEqual([]);
    const stop = new AbortController();
    let chunks = 0;
    for await (const _ of encodeChunks(options({ count: 100_000_000, chunkCodes: 10_000, signal: stop.signal }))) {
      if (++chunks === 3) stop.abort();
    }
    expect(chunks).toBe(3);
  });

  it('computes only a few chunks ahead of a slow reader', async () => {
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    const stream = encodeChunks(options({ count: 100_000_000, chunkCodes: 1000 }));
    await stream.next();
    for (let n = 0; n < 50; n++) await nextTick();
    const ahead = availableParallelism() + 2;
    expect(post.mock.calls.length).toBeLessThanOrEqual(ahead);
    await stream.next();
    expect(post.mock.calls.length).toBeLessThanOrEqual(ahead + 1);
    await stream.return(undefined);
    post.mockRestore();
  });

  it.each<[CodeFormat['bodyLength'], number, 'here' | 'in threads']>([
    [12, 99_999, 'here'],
    [12, 100_000, 'in threads'],
    [32, 24_999, 'here'],
    [32, 25_000, 'in threads'],
    [32, 99_999, 'in threads'],
  ])('computes bodies of %i characters, %i of them, %s', async (bodyLength, count, where) => {
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    const chunks = await Array.fromAsync(encodeChunks(options({ format: { ...format, bodyLength }, count })));
    expect(post.mock.calls.length > 0).toBe(where === 'in threads');
    expect(chunks.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(count * (bodyLength + 5));
    post.mockRestore();
  });

  it('estimates the cost of codes by their format', () => {
    const sscc: CodeFormat = {
      prefix: '30',
      alphabet: 'digits',
      bodyLength: 15,
      check: 'gs1',
      numbering: 'sequential',
    };
    expect(encodingCost(sscc, 1000)).toBeLessThan(encodingCost(format, 1000));
    expect(encodingCost(format, 1000)).toBeLessThan(encodingCost({ ...format, bodyLength: 32 }, 1000));
    expect(encodingCost(format, 2000)).toBe(2 * encodingCost(format, 1000));
  });

  it('sends only the key to the threads', async () => {
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    const pooled = Buffer.from('a key that lies in a pool of others'.slice(0, 32));
    await Array.fromAsync(encodeChunks(options({ key: pooled, count: 100_000 })));
    for (const [task] of post.mock.calls) expect(task.key.buffer.byteLength).toBe(32);
    post.mockRestore();
  });

  it.each([10, 200_000])('fails the stream if %i codes exceed the capacity', async (count) => {
    const small: CodeFormat = { prefix: '', alphabet: 'digits', bodyLength: 6, check: 'none' };
    const stream = encodeChunks(options({ format: small, start: 999_995, count }));
    await expect(Array.fromAsync(stream)).rejects.toThrow('capacity');
  });

  it('fails the streams of a thread that exits, and continues with another', async () => {
    const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
      void this.terminate();
    });
    await expect(Array.fromAsync(encodeChunks(options({})))).rejects.toThrow('thread ended');
    post.mockRestore();
    const wish = options({});
    expect(digest(Buffer.concat(await Array.fromAsync(encodeChunks(wish))))).toBe(digest(inOneGo(wish)));
  });
});
