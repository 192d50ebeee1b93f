import { readdirSync } from 'node:fs';
import Type from 'typebox';
import { expect, test, vi } from 'vitest';

const builders = ['String', 'Integer', 'Number', 'Boolean', 'Null', 'Unknown', 'Enum', 'Literal', 'Union', 'Array', 'Object', 'Optional'];

/** Every schema the contract's files export, as JSON. */
async function contractAsJson(): Promise<string> {
  const folder = new URL('../../contract/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  return JSON.stringify(modules, null, 1);
}

test('the stand-in for typebox makes of the contract what typebox makes of it', async () => {
  const real = await contractAsJson();
  vi.resetModules();
  vi.doMock('typebox', () => import('./typebox.ts'));
  const ours = await contractAsJson();
  vi.doUnmock('typebox');
  expect(ours).toBe(real);
  expect(builders.every((name) => name in Type)).toBe(true);
});
