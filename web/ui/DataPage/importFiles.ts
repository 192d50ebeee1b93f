import type { ImportReport } from '../../../contract/list.ts';
import { csvText } from '../csv.ts';
import type { Field } from './fields.ts';

/** A line of titles and one of examples, for the fields that can be brought in. */
export function templateOf(fields: readonly Field[], titleOf: (field: Field) => string): string {
  const brought = fields.filter((field) => field.import ?? (field.form && !field.form.onlyOld));
  return csvText([brought.map(titleOf), brought.map(({ example = '' }) => example)]);
}

/** The refused lines with what is wrong with each. */
export function refusalsOf(
  refused: ImportReport['refused'],
  titles: readonly string[],
  nameOf: (path: string) => string,
): string {
  const said = ({ path, message }: { path: string; message: string }) => `${nameOf(path)} ${message}`.trim();
  const lines = refused.map(({ line, content, problems }) => [String(line), content, problems.map(said).join('; ')]);
  return csvText([titles, ...lines]);
}
