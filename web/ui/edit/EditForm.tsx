import { Form, type FormProps } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { FormChanges } from './FormChanges.tsx';
import { takeBackRefusals } from './takeBackRefusals.ts';

type Values = Readonly<Record<string, unknown>>;

interface EditFormProps<V> extends Omit<FormProps<V>, 'children' | 'onValuesChange'> {
  readonly children: ReactNode;
}

/**
 * A form whose values are saved. It tracks unsaved changes and clears the server's error of a field that is changed. Enter
 * saves in single-line fields, and Ctrl or ⌘ with Enter in all fields.
 */
export function EditForm<V extends object>({ children, initialValues = {}, ...props }: EditFormProps<V>) {
  const [own] = Form.useForm<V>();
  const form = props.form ?? own;
  const entered = useRef<Values>(undefined);
  return (
    <Form<V>
      {...props}
      form={form}
      initialValues={initialValues}
      onValuesChange={(changed, all) => {
        entered.current = all as Values;
        takeBackRefusals(form, changed);
      }}
      onKeyDown={saveByKey}
    >
      {children}
      <FormChanges begun={initialValues as Values} entered={entered} />
      {/* Enter in any field saves. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden disabled={props.disabled} />
    </Form>
  );
}

function saveByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
