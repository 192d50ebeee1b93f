import { readdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

/** Every schema the contract's files export, as JSON; and which typebox made them. */
async function contractAsJson(): Promise<{ json: string; byTypebox: boolean }> {
  const folder = new URL('../../../contract/', import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  const { NoInput } = await import('@suyuan/contract/thing/fields.ts');
  return { json: JSON.stringify(modules, null, 1), byTypebox: '~kind' in NoInput() };
}

test('the stand-in builds the same schemas as typebox', async () => {
  const real = await contractAsJson();
  vi.resetModules();
  vi.doMock('typebox', () => import('./typebox.ts'));
  const ours = await contractAsJson();
  vi.doUnmock('typebox');
  expect([real.byTypebox, ours.byTypebox]).toEqual([true, false]);
  expect(ours.json).toBe(real.json);
});
