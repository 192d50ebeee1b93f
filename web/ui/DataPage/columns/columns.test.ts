import { expect, test } from 'vitest';
import type { Field } from '../fields.ts';
import { columnLayout } from './columnLayout.ts';
import { defaultColumns, movedTo, orderedColumns, pinToggled, resized, shownColumns } from './usePreferences.ts';

const field = (key: string, width: number, hidden = false): Field => ({
  key,
  kind: 'text',
  column: { width, ...(hidden ? { hidden } : {}) },
});
const keys = (fields: readonly Field[]) => fields.map(({ key }) => key);
const fields = [
  field('a', 200),
  field('b', 300),
  field('c', 300, true),
  field('d', 300),
  field('e', 300),
  field('f', 80),
];

test('hides columns without room until they are chosen', () => {
  expect(defaultColumns(fields).hidden).toEqual(['c', 'e']);
  expect(keys(shownColumns(fields, defaultColumns(fields)))).toEqual(['a', 'b', 'd', 'f']);
});

test('places pinned columns first, each after the one before', () => {
  const choice = resized(pinToggled(pinToggled(defaultColumns(fields), 'f'), 'd'), 'd', 240.4);
  expect(keys(orderedColumns(fields, choice))).toEqual(['d', 'f', 'a', 'b', 'c', 'e']);
  const { stays, widths } = columnLayout(shownColumns(fields, choice), choice, { fixed: 140, before: 40 });
  expect(stays).toEqual({ d: 'calc(40px)', f: 'calc(40px + 240px)' });
  expect(widths.d).toBe('240px');
  expect(pinToggled(choice, 'd').pinned).toEqual(['f']);
});

test('keeps a minimum width, and restores the declared one on reset', () => {
  const choice = resized(defaultColumns(fields), 'a', 3);
  expect(choice.widths).toEqual({ a: 60 });
  expect(resized(choice, 'a').widths).toEqual({});
});

test('moves a dropped column to the place of its target', () => {
  const choice = defaultColumns(fields);
  expect(movedTo(choice, 'f', 'b', fields).order).toEqual(['a', 'f', 'b', 'c', 'd', 'e']);
  expect(movedTo(choice, 'a', 'd', fields).order).toEqual(['b', 'c', 'd', 'a', 'e', 'f']);
  expect(movedTo(choice, 'nothing', 'b', fields)).toBe(choice);
});
