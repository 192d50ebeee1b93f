import type { Call } from '@suyuan/contract/call/call.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { isTextFormat } from '@suyuan/contract/thing/text-formats.ts';
import type { DeclaredList, RowOf, Thing } from '@suyuan/contract/thing/thing.ts';
import type { ThingField, ThingFields } from '@suyuan/contract/thing/thing-fields.ts';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { limitsOf, type Schema, withoutNull } from '../limits.ts';
import type { Reference, Row } from '../records.ts';
import type {
  AddedRowDialogProps,
  Choice,
  Field,
  FormField,
  Kind,
  ListBatchAction,
  ListSpec,
  OwnInputProps,
  RowAction,
  Tone,
} from './fields.ts';

/** How the console shows a field of a thing, as far as that does not follow from the contract. */
export interface Shown<R = Row> {
  readonly width?: number;
  /** The key of a sentence about what it means. */
  readonly about?: TextKey;
  /** Hidden by default. */
  readonly hidden?: boolean;
  /** Whether the field has a column; by default if exports contain it. */
  readonly column?: boolean;
  readonly render?: (row: R) => ReactNode;
  readonly kind?: 'longtext' | 'code' | 'share';
  readonly tones?: Readonly<Record<Choice, Tone>>;
  /** A subset of the contract's choices, or the call that lists them. */
  readonly choices?: readonly Choice[] | Call;
  readonly reference?: Reference;
  /** The name of the referenced row as the record itself has it, for when the choices do not contain it. */
  readonly nameOf?: (row: R) => string | null;
  /** An input of the feature's own. */
  readonly input?: ComponentType<OwnInputProps>;
  readonly isNumber?: true;
  /** False: not in the form. */
  readonly form?: false | FormField;
  /** The key of the error message for a text that does not match the contract's pattern. */
  readonly wrong?: TextKey;
  /** False: not in the search; `first`: before the other fields of the search. */
  readonly search?: boolean | 'first';
  readonly import?: boolean;
  readonly detail?: false;
  /** An example for the import template, or the key of a text with one. */
  readonly example?: string | undefined;
}

type KeyOf<T extends DeclaredList> = (keyof T['fields'] | keyof T['filters']) & string;

/** The looks of fields by their keys; a key that the list does not have does not compile. */
export type ShownFields<T extends DeclaredList> = { readonly [K in KeyOf<T>]?: Shown<RowOf<T>> };

/** The part of a `ListSpec` that does not follow from the contract. */
type Presentation<T extends DeclaredList> = Omit<
  ListSpec,
  | 'name'
  | 'fields'
  | 'page'
  | 'export'
  | 'detailAside'
  | 'actions'
  | 'batchActions'
  | 'next'
  | 'titleOf'
  | 'locked'
  | 'kept'
  | 'parentKey'
  | 'copied'
  | (T extends Thing ? 'add' | 'update' | 'remove' | 'batch' | 'users' : never)
  | ('import' & keyof T)
> & {
  /** A misspelt key does not compile. */
  readonly shown?: ShownFields<T>;
  readonly detailAside?: (row: Row & RowOf<T>) => ReactNode;
  readonly actions?: readonly RowAction<RowOf<T>>[];
  readonly batchActions?: readonly ListBatchAction<RowOf<T>>[];
  readonly next?: { readonly permission: Permission; readonly dialog: FunctionComponent<AddedRowDialogProps> };
  readonly titleOf: (row: RowOf<T>) => string;
  readonly locked?: (row: RowOf<T>) => boolean;
  readonly kept?: (row: RowOf<T>) => boolean;
  readonly parentKey?: keyof RowOf<T> & string;
  readonly copied?: readonly (keyof T['fields'] & string)[];
};

const usual: Readonly<Record<string, Shown>> = {
  status: { tones: { enabled: 'success', disabled: 'default' }, form: { required: true, initial: 'enabled' } },
  created_at: { hidden: true },
};

const widths: Partial<Record<Kind['kind'], number>> = { choice: 100, number: 100, switch: 100, moment: 150, code: 230 };
const defaultWidth = 160;

/**
 * The list of a thing or of a declared list: its fields in the order of the contract, with limits, choices, sorting and
 * filters.
 */
export function thingList<T extends DeclaredList>(
  list: T,
  { shown = {}, ...spec }: Presentation<NoInfer<T>>,
): ListSpec {
  const looks = shown as Looks;
  const filters = Object.entries(list.filters).map(([key, schema]) => filterOf(key, schema, looks[key] ?? {}));
  // A keyword searches all rows; most other filters without a field are seldom chosen by hand.
  const isFirst = ({ key }: Field) => key === 'keyword' || looks[key]?.search === 'first';
  const [first, last] = [filters.filter(isFirst), filters.filter((one) => !isFirst(one))];
  return {
    name: list.list,
    page: list.page,
    ...(list.export ? { export: list.export } : {}),
    ...(isThing(list) ? kept(list) : {}),
    ...(spec as Omit<ListSpec, 'name' | 'fields' | 'page' | 'export'>),
    fields: [...first, ...fieldsOf(list.fields, looks), ...last],
  };
}

type Looks = Readonly<Record<string, Shown | undefined>>;

/** Only the fields, for lists without pages. */
export const fieldsOf = <F extends ThingFields>(fields: F, looks: { readonly [K in keyof F]?: Shown }): Field[] =>
  Object.entries(fields).map(([key, field]) => fieldOf(key, field, { ...usual[key], ...looks[key] }));

const isThing = (list: DeclaredList): list is Thing => 'update' in list;

/** The calls and features of the list of a thing; rows with a status can be switched from the list. */
const kept = (thing: Thing) => ({
  thing: thing.table,
  add: thing.add,
  update: thing.update,
  remove: thing.remove,
  ...(thing.code ? { code: thing.code } : {}),
  ...(thing.batch ? { batch: thing.batch } : {}),
  users: thing.users,
  ...(thing.import ? { import: thing.import } : {}),
  ...(choicesOf(thing.fields.status?.schema).includes('disabled') ? { disables: true as const } : {}),
});

const choicesOf = (schema: Schema | undefined): readonly (Choice | null)[] => schema?.enum ?? [];

function fieldOf(key: string, field: ThingField, display: Shown): Field {
  if (field.period) return { key, kind: 'period', from: 'from', to: 'to', search: true };
  // A field that is not in the form is shown with the schema of rows.
  const schema = withoutNull(((display.form === false && field.row) || field.schema) as Schema);
  const kind = kindOf(schema, display);
  const hasColumn = display.column ?? (field.exported !== false && field.row !== null);
  const search = display.search === undefined ? field.filter === true : display.search !== false;
  return {
    key,
    ...kind,
    ...(search ? { search } : {}),
    ...(field.names ? { names: field.names } : {}),
    ...(display.about ? { about: display.about } : {}),
    column: hasColumn && {
      width: display.width ?? widths[kind.kind] ?? defaultWidth,
      ...(field.sort ? { sort: true } : {}),
      ...(display.hidden ? { hidden: true } : {}),
      ...(field.exported === false ? { file: false as const } : {}),
      ...(display.render ? { render: display.render } : {}),
    },
    ...(field.taking === 'read-only' || display.form === false ? {} : { form: formOf(field, schema, display) }),
    ...(display.import === undefined ? {} : { import: display.import }),
    ...(display.detail === false ? { detail: false as const } : {}),
    ...writtenAs(schema),
    ...(display.example === undefined ? {} : { example: display.example }),
  };
}

const writtenAs = ({ format, type }: Schema): Pick<Field, 'written'> => {
  if (format === 'date') return { written: 'day' };
  if (format === 'date-time') return { written: 'moment' };
  return type === 'number' ? { written: 'decimal' } : {};
};

const filterOf = (key: string, schema: object, display: Shown): Field => ({
  key,
  ...kindOf(withoutNull(schema as Schema), display),
  search: display.search !== false,
  column: false,
});

const formOf = (
  { taking, fixed }: ThingField,
  { maxLength, pattern, format }: Schema,
  { form, wrong: message }: Shown,
): FormField => ({
  ...(taking === 'required' ? { required: true } : {}),
  ...(fixed ? { onlyNew: true } : {}),
  ...(maxLength === undefined ? {} : { maxLength }),
  ...(isTextFormat(format) ? { format } : {}),
  ...(message && pattern ? { pattern: { test: new RegExp(pattern), message } } : {}),
  ...form,
});

function kindOf(schema: Schema, display: Shown): Kind {
  const { reference, nameOf, input, isNumber, tones } = display;
  if (reference) return { kind: 'reference', reference, ...(nameOf ? { nameOf } : {}) };
  if (input) return { kind: 'own', input, ...(isNumber ? { isNumber } : {}), ...(nameOf ? { nameOf } : {}) };
  if (display.kind) return { kind: display.kind };
  const choices = display.choices ?? schema.enum?.filter((choice) => choice !== null);
  if (choices) return { kind: 'choice', choices, ...(tones ? { tones } : {}) };
  if (schema.format === 'date-time') return { kind: 'moment' };
  if (schema.type === 'boolean') return { kind: 'switch' };
  if (schema.type === 'integer' || schema.type === 'number') return { kind: 'number', ...limitsOf(schema) };
  return { kind: 'text' };
}
