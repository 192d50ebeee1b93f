import type { product } from '../../../../contract/base/product.ts';
import type { InputOf } from '../../../../contract/call/call.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import { isDay } from '../../../platform/http/calendar.ts';
import { type NamedPicture, requirePictures } from '../../../platform/pictures/pictures.ts';
import { badInput, type Problem } from '../../../platform/refusal.ts';
import { cleanHtml } from '../../../platform/rich-text.ts';

type Content = Pick<InputOf<typeof product.add>, 'pictures' | 'description' | 'extension'>;

/** The columns of what a product shows: its pictures, texts and extension fields. What is left out is none of them. */
export async function contentColumns(change: Change, { pictures, description, extension }: Content) {
  const values = extension && (await extensionValues(change, extension));
  const wished = [
    ...(pictures ?? []).map((hash, index) => ({ hash, path: `pictures.${index}` })),
    ...(values?.pictures ?? []),
  ];
  await requirePictures(change.db, wished);
  return {
    ...(pictures ? { pictures: [...new Set(pictures)] } : {}),
    ...(description ? { description: cleanTexts(description) } : {}),
    ...(values ? { extension: values.values } : {}),
  };
}

const cleanTexts = (description: NonNullable<Content['description']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(description)
      .map(([language, html]) => [language, cleanHtml(html ?? '')] as const)
      .filter(([, html]) => html !== ''),
  );

/** Values as their fields want them; empty ones are none. Fields that are disabled keep what they had elsewhere. */
async function extensionValues(change: Change, given: NonNullable<Content['extension']>) {
  const fields = await change.once('fields of products', () =>
    change.db.selectFrom('product_field').selectAll().where('status', '=', 'enabled').execute(),
  );
  const byCode = new Map(fields.map((field) => [field.field_code, field]));
  // By codes that people choose, some of which every object has.
  const values = new Map<string, string | number>();
  const pictures: NamedPicture[] = [];
  const problems: Problem[] = [];
  for (const { field_code, value: raw } of given) {
    const [field, value, path] = [byCode.get(field_code), raw.trim(), `extension.${field_code}`];
    if (!field) problems.push({ path, reason: 'unknown_field' });
    if (!field || value === '') continue;
    const read = readers[field.kind](value, field.choices);
    if (read === undefined) problems.push({ path, ...wrongValue(field.kind, field.choices) });
    else values.set(field_code, read);
    if (field.kind === 'picture') pictures.push({ hash: value, path });
  }
  const lacking = fields.filter(({ required, field_code }) => required && !values.has(field_code));
  const atFault = new Set(problems.map(({ path }) => path));
  problems.push(
    ...lacking
      .map(({ field_code }) => ({ path: `extension.${field_code}`, reason: 'required' }))
      .filter(({ path }) => !atFault.has(path)),
  );
  if (problems.length > 0) throw badInput(...problems);
  return { values: Object.fromEntries(values), pictures };
}

type FieldKind = 'text' | 'number' | 'date' | 'choice' | 'picture';

/** The value that a text stands for, by the kind of its field; undefined when it stands for none. */
const readers: Record<FieldKind, (text: string, choices: readonly string[]) => string | number | undefined> = {
  text: (text) => text,
  number: (text) => (/^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined),
  date: (text) => (isDay(text) ? text : undefined),
  choice: (text, choices) => (choices.includes(text) ? text : undefined),
  picture: (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
};

const wrongValue = (kind: FieldKind, choices: readonly string[]): Omit<Problem, 'path'> =>
  kind === 'choice'
    ? { reason: 'not_a_choice', params: { choices } }
    : { reason: { text: 'malformed', number: 'type_number', date: 'format_date', picture: 'no_such_picture' }[kind] };
