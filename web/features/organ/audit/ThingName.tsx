import { useTranslation } from 'react-i18next';

/** What the rows of a table are. */
export function ThingName({ thing }: { thing: string | null }) {
  const { t } = useTranslation();
  return thing === null ? <span aria-hidden>—</span> : t(`auditlog.thing.${thing}`, { defaultValue: thing });
}
