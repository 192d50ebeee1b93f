import { type CodeImport, importList } from '@suyuan/contract/tagging/code-import.ts';
import { expect } from 'vitest';
import type { TestCalls } from '../harness/server.ts';

/** An import of codes once its file is read, however long that takes. */
export async function imported(server: TestCalls, id: number): Promise<CodeImport> {
  const find = async () => (await server.data(importList, {})).find((one) => one.id === id);
  await expect.poll(async () => (await find())?.state, { timeout: 90_000 }).not.toMatch(/waiting|reading/);
  return (await find()) as CodeImport;
}
