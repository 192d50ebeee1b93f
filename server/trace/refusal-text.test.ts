import { refusalReasons } from '@suyuan/contract/trace/refusal.ts';
import { expect, test } from 'vitest';
import { languages } from '#platform/language.ts';
import { refusalText } from './refusal-text.ts';

test('every refusal explains what is wrong and what to do, in every language', () => {
  for (const language of languages) {
    for (const reason of refusalReasons) {
      const [wrong, ...remedy] = refusalText({ language, timeZone: 'Asia/Shanghai' }, { reason, conflict: 'X1' }).split(
        /[.。;；:：,、](?=.)/,
      );
      expect([language, reason, wrong?.trim() !== '', remedy.join('').trim() !== '']).toEqual([
        ...[language, reason, true, true],
      ]);
    }
  }
});

test('the refusal of an incomplete package gives its figures, that of an empty one none', () => {
  for (const language of languages) {
    const textFor = (reason: 'incomplete' | 'remainder_refused' | 'empty_package', conflict: string | null) =>
      refusalText({ language, timeZone: 'Asia/Shanghai' }, { reason, conflict });
    expect(textFor('incomplete', '2 / 6')).toContain('2 / 6');
    expect(textFor('remainder_refused', '2 / 6')).toContain('2 / 6');
    expect(textFor('empty_package', null)).not.toMatch(/[()（）]/);
  }
});
