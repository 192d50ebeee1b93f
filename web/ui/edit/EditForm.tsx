import { Form, type FormProps } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { hasChanges } from '../../core/session/changedForms.ts';
import { Unsaved } from './unsavedScope.tsx';

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
  const takeBackRefusals = (changed: object) => {
    for (const name of Object.keys(changed)) {
      const refused = form.getFieldsError().filter((field) => `${field.name[0]}` === name && field.errors.length > 0);
      form.setFields(refused.map((field) => ({ name: field.name as never, errors: [] })));
    }
  };
  return (
    <Form<V>
      {...props}
      form={form}
      initialValues={initialValues}
      onValuesChange={takeBackRefusals}
      onKeyDown={saveByKey}
    >
      {children}
      <Changes begun={initialValues as Values} />
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

/** Follows the values of the form that it is in. */
function Changes({ begun }: { readonly begun: Values }) {
  const form = Form.useFormInstance<Values>();
  const values = Form.useWatch<Values>([], form);
  return (
    <Unsaved
      changed={values !== undefined && hasChanges(begun, values)}
      isChanged={() => hasChanges(begun, form.getFieldsValue())}
    />
  );
}
