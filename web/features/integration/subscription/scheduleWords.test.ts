import en from '@suyuan/locales/en/integration.json' with { type: 'json' };
import zh from '@suyuan/locales/zh/integration.json' with { type: 'json' };
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { scheduleWords } from './scheduleWords.ts';

const i18n = i18next.createInstance();
await i18n.init({
  keySeparator: false,
  nsSeparator: false,
  resources: { en: { translation: en }, zh: { translation: zh } },
});
const words = (schedule: object, language: string) => scheduleWords(schedule, i18n.getFixedT(language), language);

test('a schedule says on which days, and when on these', () => {
  const workdays = { dayOfWeek: '[1-5]', hour: '6', minute: '0', second: '0' };
  expect(words(workdays, 'zh')).toBe('周一–周五 06:00');
  expect(words(workdays, 'en')).toBe('Mon–Fri 06:00');
  expect(words({}, 'en')).toBe('As events are recorded');
  expect(words({ hour: '6', minute: '5', second: '30' }, 'zh')).toBe('每天 06:05:30');
  expect(words({ month: '1,7', dayOfMonth: '1', hour: '0', minute: '0' }, 'zh')).toBe('1, 7 月 1 日 00:00');
  expect(words({ minute: '0,[30-45]', second: '0' }, 'en')).toBe('every hour at minutes 0, 30–45');
  expect(words({ second: '[0-59]' }, 'zh')).toBe('每分钟 第 0–59 秒');
  expect(words({ hour: '[8-18]', dayOfWeek: '6,7' }, 'zh')).toBe('周六, 周日 8–18 点 每分钟');
});
