import { Form, type FormInstance, type FormProps } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { isScannedInto } from '../code/CodeEntry.tsx';
import { FormChanges } from './FormChanges.tsx';

type Values = Readonly<Record<string, unknown>>;

interface EditFormProps<V> extends Omit<FormProps<V>, 'children' | 'onValuesChange'> {
  /** Called with the values that were changed. */
  readonly onEntered?: (changes: Values) => void;
  readonly children: ReactNode;
}

/**
 * A form whose values are saved. It tracks unsaved changes and clears the server's error of a field that is changed. Enter
 * saves in single-line fields, and Ctrl or ⌘ with Enter in all fields. Where codes are scanned, Enter alone never saves: a
 * scanner types it after each code, in whatever field the focus is.
 */
export function EditForm<V extends object>({ children, initialValues = {}, onEntered, ...props }: EditFormProps<V>) {
  const [own] = Form.useForm<V>();
  const form = props.form ?? own;
  const latestValues = useRef<Values>(undefined);
  return (
    <Form<V>
      {...props}
      form={form}
      initialValues={initialValues}
      onValuesChange={(changes, all) => {
        latestValues.current = all as Values;
        takeBackRefusals(form, changes);
        onEntered?.(changes as Values);
      }}
      onKeyDown={saveByKey}
    >
      {children}
      <FormChanges begun={initialValues as Values} entered={latestValues} />
      {/* The browser presses it when Enter is pressed in a field. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden disabled={props.disabled} />
    </Form>
  );
}

function saveByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    event.currentTarget.requestSubmit();
  } else if (event.target instanceof HTMLInputElement && isScannedInto(event.currentTarget)) event.preventDefault();
}

/** Clears the server's errors of changed fields. antd would keep them in fields without validation rules. */
export function takeBackRefusals(form: FormInstance, changes: object): void {
  for (const name of Object.keys(changes)) {
    const refusals = form.getFieldsError().filter((field) => `${field.name[0]}` === name && field.errors.length > 0);
    form.setFields(refusals.map((field) => ({ name: field.name, errors: [] })));
  }
}
