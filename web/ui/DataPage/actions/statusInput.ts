import type { Call } from '@suyuan/contract/call/call.ts';
import type { Row } from '../../records.ts';
import type { ListSpec } from '../fields.ts';
import { formFields, initialValues, inputOf } from '../form/recordInput.ts';

/** The input of `update` that switches the status of a row: the status, and the fields that `update` requires. */
export function statusInput(spec: ListSpec, row: Row, status: 'enabled' | 'disabled'): Record<string, unknown> {
  const { required = [] } = (spec.update as Call).input as { required?: readonly string[] };
  const fields = formFields(spec.fields, row).filter(({ key }) => required.includes(key));
  return { ...inputOf(fields, initialValues(fields, row), row), id: row.id, status };
}
