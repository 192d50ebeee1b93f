import { expect, test } from 'vitest';
import { refusalReasons } from '../../contract/trace/refusal.ts';
import { languages } from '../platform/language.ts';
import { refusalText } from './refusal-text.ts';

test('every refusal says in every language what is wrong, and then what to do', () => {
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

test('an empty package that is packed is said to be empty, without figures that there are none of', () => {
  for (const language of languages) {
    expect(refusalText({ language, timeZone: 'Asia/Shanghai' }, { reason: 'incomplete', conflict: '2 / 6' })).toContain(
      '2 / 6',
    );
    expect(refusalText({ language, timeZone: 'Asia/Shanghai' }, { reason: 'incomplete', conflict: null })).not.toMatch(
      /[()（）]/,
    );
  }
});
