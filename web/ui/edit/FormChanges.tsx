import { Form } from 'antd';
import { type RefObject, useEffect } from 'react';
import { hasChanges } from '#core/unsaved/changedForms.ts';
import { Unsaved } from './unsavedScope.tsx';

type Values = Readonly<Record<string, unknown>>;

interface FormChangesProps {
  readonly begun: Values;
  /** Values that were entered since the last render; undefined if there are none. */
  readonly entered: RefObject<Values | undefined>;
}

/** Tracks the unsaved changes of the form around it. */
export function FormChanges({ begun, entered }: FormChangesProps) {
  const form = Form.useFormInstance<Values>();
  const values = Form.useWatch<Values>([], form);
  const changed = values !== undefined && hasChanges(begun, values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values that are drawn are those that were entered
  useEffect(() => {
    entered.current = undefined;
  }, [values, entered]);
  return (
    <Unsaved
      changed={changed}
      isChanged={() => hasChanges(begun, form.getFieldsValue())}
      wasChanged={() => (entered.current ? hasChanges(begun, entered.current) : changed)}
    />
  );
}
