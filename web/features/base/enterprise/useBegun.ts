import type { FormInstance } from 'antd';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { hasChanges, isSame } from '#core/unsaved/changedForms.ts';

/**
 * The initial values of a form of the enterprise. If newer data arrive while the form is open, they replace the values, unless
 * there is input: then the input stays, the form is stale, and the newer values are shown beside the fields.
 */
export function useBegun<State extends Readonly<Record<string, unknown>>>(
  enterprise: State,
  form: FormInstance,
  /** Fields without an item in the form; they may change while it is open. */
  hiddenFields: readonly (keyof State)[],
) {
  const { t } = useTranslation();
  const [begun, setBegun] = useState(enterprise);
  const isSaved = useRef(false);
  const shownIn = (state: State) =>
    JSON.stringify({ ...state, ...Object.fromEntries(hiddenFields.map((key) => [key, null])) });
  const isOther = shownIn(enterprise) !== shownIn(begun);
  const begin = useCallback(() => {
    isSaved.current = false;
    setBegun(enterprise);
    const fields = Object.entries(enterprise).map(([name, value]) => ({ name, value, errors: [], warnings: [] }));
    form.setFields(fields);
  }, [enterprise, form]);
  useLayoutEffect(() => {
    if (!isOther) return;
    if (isSaved.current || !hasChanges({ ...begun }, { ...form.getFieldsValue() })) return begin();
    const theirs = Object.entries(enterprise).filter(([name, value]) => !isSame(value, begun[name as keyof State]));
    form.setFields(
      theirs.map(([name, value]) => ({
        name,
        warnings: [t('enterprise.theirs', { value: name === 'logo' ? t('field.picture') : `${value ?? '—'}` })],
      })),
    );
  }, [isOther, begun, enterprise, begin, form, t]);
  return {
    begun,
    isStale: isOther,
    /** Discards the input. */
    begin,
    /** Called after saving, so that the next data are not taken for somebody else's. */
    saved: () => {
      isSaved.current = true;
    },
  };
}
