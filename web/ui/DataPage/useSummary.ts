import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Summary } from '../edit/Summary.tsx';
import { useReferenceNames } from '../pickers/useReferenceNames.ts';
import type { Field, ListSpec } from './fields.ts';
import { useCells } from './table/Cell.tsx';

type Values = Readonly<Record<string, unknown>>;

/** Returns the entered values of some fields as titles and texts. */
export function useFacts(list: string) {
  const { t } = useTranslation();
  const cell = useCells(list);
  const nameOf = useReferenceNames();
  return (fields: readonly Field[], values: Values): Summary['facts'] =>
    fields
      .filter(({ key }) => values[key] !== undefined && values[key] !== null && values[key] !== '')
      .map((field) => ({
        title: listText(t, list, field.key),
        value:
          field.kind === 'reference'
            ? nameOf(field.reference, values[field.key])
            : cell({ ...field, column: {} }, { id: 0, ...values }),
      }));
}

/** The summary that is to be confirmed before a row is added, for lists where that cannot be undone. */
export function useSummary({ name, confirms }: ListSpec) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const factsOf = useFacts(name);
  if (!confirms) return undefined;
  return (fields: readonly Field[], values: Values): Summary => {
    const words = Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'number' ? count(value) : `${value}`,
    ]);
    return { ...confirms(t, Object.fromEntries(words)), facts: factsOf(fields, values) };
  };
}
