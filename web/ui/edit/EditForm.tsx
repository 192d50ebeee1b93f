import { Form, type FormProps } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { FormChanges } from './FormChanges.tsx';
import { takeBackRefusals } from './takeBackRefusals.ts';

type Values = Readonly<Record<string, unknown>>;

interface EditFormProps<V> extends Omit<FormProps<V>, 'children' | 'onValuesChange'> {
  readonly children: ReactNode;
}

/**
 * A form whose values are saved. It knows whether it has changes; what the server refused is taken back from a field
 * that is changed; Enter saves in any field of one line, and with Ctrl in those of several.
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
