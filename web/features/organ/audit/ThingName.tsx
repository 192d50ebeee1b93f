import { listTextKeys } from '@suyuan/contract/thing/text-keys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The name of a table's records. */
export function ThingName({ thing }: { thing: string | null }) {
  const { t } = useTranslation();
  return thing === null ? (
    <span aria-hidden>—</span>
  ) : (
    t([...listTextKeys('auditlog', `thing.${thing}`)], { defaultValue: thing })
  );
}
