import type { FormInstance } from 'antd';

/** What the server refused is not said of what is typed now: fields without rules of their own would keep it. */
export function takeBackRefusals(form: FormInstance, changed: object): void {
  for (const name of Object.keys(changed)) {
    const refused = form.getFieldsError().filter((field) => `${field.name[0]}` === name && field.errors.length > 0);
    form.setFields(refused.map((field) => ({ name: field.name, errors: [] })));
  }
}
