import { afterEach, expect, test } from 'vitest';
import { stepGuard } from '../navigation/steps.ts';
import { useQuestion } from '../notices/question.ts';
import { forgetForm, forgetScope, mayLose, mayLoseScope, noteForm, useUnsaved } from './unsaved.ts';

afterEach(() => useUnsaved.setState({ work: {}, forms: new Map() }));

const form = (pathname: string, scope = '', { isConnected = true, changed = true } = {}): Element => {
  const mark = { isConnected } as Element;
  noteForm(mark, { place: { pathname, search: '' }, scope, changed, isChanged: () => changed });
  return mark;
};
const question = () => useQuestion.getState().question;
const forms = () => useUnsaved.getState().forms.size;

test('leaves a screen without changes at once', async () => {
  form('/productsort');
  expect(await mayLose(['/store'])).toBe(true);
  expect(question()).toBeUndefined();
});

test('asks before changes are lost, and discards them only if agreed', async () => {
  form('/productsort');
  const kept = mayLose(['/productsort']);
  expect(question()?.highlighted).toBe('cancel');
  question()?.answer(false);
  expect(await kept).toBe(false);
  expect(forms()).toBe(1);

  const discarded = mayLose(['/productsort']);
  question()?.answer(true);
  expect(await discarded).toBe(true);
  expect(await mayLose(['/productsort'])).toBe(true);
  expect(question()).toBeUndefined();
});

test('asks for a dialog and those it opened only', async () => {
  form('/productsort', 'a/');
  form('/productsort', 'a/b/');
  expect(await mayLoseScope('c/')).toBe(true);
  const inner = mayLoseScope('a/b/');
  question()?.answer(true);
  expect(await inner).toBe(true);
  expect(forms()).toBe(1);
  const outer = mayLoseScope('a/');
  question()?.answer(true);
  expect(await outer).toBe(true);
  expect(forms()).toBe(0);
});

test('does not ask after saving, undoing or unmounting', async () => {
  form('/productsort', 'a/');
  forgetScope('a/');
  forgetForm(form('/productsort'));
  form('/productsort', '', { changed: false });
  form('/productsort', '', { isConnected: false });
  expect(await mayLose()).toBe(true);
  expect(stepGuard().loses({ pathname: '/productsort', search: '?page=2' })).toBe(false);
});

test('asks before going to another address of the same screen', () => {
  form('/productsort');
  expect(stepGuard().loses({ pathname: '/productsort', search: '?page=2' })).toBe(true);
  expect(stepGuard().loses({ pathname: '/store', search: '' })).toBe(false);
});
