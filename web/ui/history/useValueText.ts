import type { AuditChange } from '@suyuan/contract/organ/audit-log.ts';
import { listTextKeys } from '@suyuan/contract/thing/text-keys.ts';
import { isLanguage, languageFacts } from '#core/i18n/languages.ts';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMoment } from '../facts/Moment.tsx';

/** The column that a value belongs to. */
export interface ValueOf {
  readonly list: string;
  readonly column: string;
  /** The names of ids, by column. */
  readonly names: AuditChange['names'];
}

/** A SHA-256 as hexadecimal digits; people are shown only its beginning. */
const fingerprint = /^[0-9a-f]{64}$/;

export const isFingerprint = (value: unknown): value is string => typeof value === 'string' && fingerprint.test(value);

/**
 * Returns a function that formats a value as its list does: choices and booleans as words, ids as names, times in the
 * enterprise's time zone, permissions by name, and formatted text as plain text.
 */
export function useValueText(): (of: ValueOf, value: unknown) => string {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const permission = (code: string): string => {
    const [key = '', verb] = code.split(':');
    const menu = menuText(t, key);
    return verb === undefined ? menu : `${menu} · ${t([`button.${code}`, `button.${verb}`], { defaultValue: verb })}`;
  };
  const partText = (list: string, name: string): string =>
    isLanguage(name) ? languageFacts[name].name : t([...listTextKeys(list, name)], { defaultValue: name });
  const textOf = (of: ValueOf, value: unknown): string => {
    const { list, column, names } = of;
    if (value === null || value === undefined) return '';
    if (Array.isArray(value)) return value.map((one, at) => (at === 0 ? textOf(of, one) : `${one}`)).join(' × ');
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([name, one]) => [partText(list, name), textOf({ ...of, column: name }, one)])
        .filter(([, text]) => text !== '')
        .map((pair) => pair.join(': '))
        .join(' · ');
    }
    const label = names[column]?.[String(value)];
    if (label !== undefined) return label;
    // A text of a person is not a boolean, even if it reads "true" or "false".
    const isWritten = value === 'true' || value === 'false';
    const words = isWritten ? undefined : listTextKeys(list, `${column}.${value}`).find((key) => i18n.exists(key));
    if (words !== undefined) return t(words, { defaultValue: words });
    if (column === 'permissions') return permission(String(value));
    if (column.endsWith('_at') && typeof value === 'string') return moment(value);
    if (typeof value === 'boolean') return t(value ? 'choice.true' : 'choice.false');
    if (isFingerprint(value)) return `${value.slice(0, 8)}…`;
    return typeof value === 'string' ? withoutLooks(value) : String(value);
  };
  return textOf;
}

/** The plain text of HTML. */
function withoutLooks(text: string): string {
  if (!/<\/?[a-z][^>]*>/i.test(text)) return text;
  const page = new DOMParser().parseFromString(text.replaceAll(/<\/(p|li|h\d)>|<br\s*\/?>/gi, '$& '), 'text/html');
  return (page.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
