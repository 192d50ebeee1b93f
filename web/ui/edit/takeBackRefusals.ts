import type { FormInstance } from 'antd';

/** Clears the server's errors of changed fields. antd would keep them in fields without validation rules. */
export function takeBackRefusals(form: FormInstance, changed: object): void {
  for (const name of Object.keys(changed)) {
    const refused = form.getFieldsError().filter((field) => `${field.name[0]}` === name && field.errors.length > 0);
    form.setFields(refused.map((field) => ({ name: field.name, errors: [] })));
  }
}
