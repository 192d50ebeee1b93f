import type { Call } from '@suyuan/contract/call/call.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import type { BatchCall } from '@suyuan/contract/thing/batch.ts';
import type { NamedRecord } from '@suyuan/contract/thing/referred.ts';
import type { TextFormat } from '@suyuan/contract/thing/text-formats.ts';
import type { Thing } from '@suyuan/contract/thing/thing.ts';
import type { TFunction } from 'i18next';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import type { TextKey } from '#core/i18n/textKeys.ts';
import type { Summary } from '../edit/Summary.tsx';
import type { Reference, Row } from '../records.ts';

export type Tone = 'success' | 'processing' | 'warning' | 'error' | 'default';
export type Choice = string | number;

/** The kind of a field, which determines its look in a cell, the search and a form. */
export type Kind =
  | { readonly kind: 'text' }
  | { readonly kind: 'longtext' }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'share' }
  | { readonly kind: 'moment' }
  /** Yes or no, with the texts `<list>.<key>.true` and `.false`. */
  | { readonly kind: 'switch' }
  | { readonly kind: 'period'; readonly from: string; readonly to: string }
  | { readonly kind: 'code' }
  /** The choices, or the call that lists them, with the texts `<list>.<key>.<choice>`. */
  | {
      readonly kind: 'choice';
      readonly choices: readonly Choice[] | Call;
      readonly tones?: Readonly<Record<Choice, Tone>>;
    }
  | {
      readonly kind: 'reference';
      readonly reference: Reference;
      /** The name of the referenced row as the record itself has it, for when the choices do not contain it. */
      readonly nameOf?: (row: Row) => string | null;
    }
  /** An input of the feature's own. */
  | {
      readonly kind: 'own';
      readonly input: ComponentType<OwnInputProps>;
      readonly isNumber?: true;
      /** The name of the referenced row as the record itself has it. */
      readonly nameOf?: (row: Row) => string | null;
    };

export interface OwnInputProps {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
}

/** A field of a list, declared once: search, column, form item, detail, import template and export follow from it. */
export type Field = Kind & {
  /** The property of rows, filters and inputs. Its title is the text `<list>.<key>`, or else `field.<key>`. */
  readonly key: string;
  readonly search?: boolean;
  /** The key of a sentence about what it means, shown with its column's title. */
  readonly about?: TextKey;
  /** It is the name or number of another record. */
  readonly names?: NamedRecord;
  readonly column?:
    | false
    | {
        readonly width?: number;
        readonly sort?: boolean;
        /** Hidden by default. */
        readonly hidden?: boolean;
        /** False: exports leave it out. */
        readonly file?: false;
        readonly render?: (row: Row) => ReactNode;
      };
  readonly form?: FormField;
  /** Whether imports take it; by default if the form does. */
  readonly import?: boolean;
  readonly detail?: false;
  /** How files write it, if that does not follow from its kind. */
  readonly written?: 'day' | 'moment' | 'decimal';
  /** An example for the import template, or the key of a text with one. */
  readonly example?: string;
};

export interface FormField {
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly initial?: unknown;
  /** Converts the row's value to the initial value, if they differ in form. */
  readonly from?: (row: Row) => unknown;
  /** The key of a text below the input. */
  readonly hint?: TextKey;
  /** The required format of the text; the error message is `format.<name>`. */
  readonly format?: TextFormat;
  /** A pattern, with the key of the error message. */
  readonly pattern?: { readonly test: RegExp; readonly message: TextKey };
  /** Whether the form shows it, depending on the values entered so far. */
  readonly shown?: (values: Readonly<Record<string, unknown>>) => boolean;
  /** Takes the whole width of a form of two columns. */
  readonly whole?: boolean;
  /** Only rows that fit another field of the form can be chosen; changing that field empties this one. */
  readonly within?: { readonly field: string; readonly filter: string };
  /** In a new row, the only one that there is to choose is chosen. */
  readonly only?: boolean;
  /** Only when a row is added. */
  readonly onlyNew?: boolean;
  /** Only when a row is changed. */
  readonly onlyOld?: boolean;
  /** Why it cannot be changed any more, as the key of a text below the input; undefined as long as it can. */
  readonly fixed?: (row: Row) => TextKey | undefined;
}

/** Props of a dialog that the list opens: `onClose` closes it, `onDone` closes it after rows have changed. */
export interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Props of a dialog about one row; `R` is the type of the rows of a declared list. */
export interface RowDialogProps<R = Row> extends DialogProps {
  readonly row: R;
}

/** Props of a dialog about the selected rows. */
export interface BatchDialogProps<R = Row> extends DialogProps {
  readonly rows: readonly R[];
}

/** An action on selected rows, in addition to switching, deleting and exporting. */
export type ListBatchAction<R = Row> = {
  readonly key: string;
  /** Key of its text. */
  readonly text: TextKey;
  readonly permission: Permission;
  readonly danger?: boolean;
  /** Whether it applies to a row; to all selected rows by default. */
  readonly fits?: (row: R) => boolean;
} & ({ readonly run: (rows: readonly R[]) => void } | { readonly dialog: FunctionComponent<BatchDialogProps<R>> });

/** A call that the second of two people makes. */
type SecondPersonCall = Call & { readonly begunBy: string };

export type RowAction<R = Row> = {
  readonly key: string;
  /** Key of its text. */
  readonly text: TextKey;
  readonly permission?: Permission;
  readonly danger?: boolean;
  /** Seldom used: placed after the built-in actions. */
  readonly later?: true;
  readonly shown?: (row: R) => boolean;
  /** The call by which it completes what another person began: who began it sees the action, with the reason why it is not for them. */
  readonly completes?: SecondPersonCall;
} & ({ readonly run: (row: R) => void } | { readonly dialog: FunctionComponent<RowDialogProps<R>> });

/** A row that was just added: the entered values with the answer of the call. */
export type AddedRow = Row & { readonly id: number };

/** Props of the dialog that follows once a row was added. */
export interface AddedRowDialogProps extends RowDialogProps<AddedRow> {
  /** The row that it was copied from. */
  readonly like?: Row | undefined;
}

/** A button above the list. */
export interface ListButton {
  /** Key of its text. */
  readonly text: TextKey;
  readonly icon: ReactNode;
  readonly permission: Permission;
  /** The main button of a list without an "add" button. */
  readonly primary?: true;
  readonly danger?: true;
  readonly dialog: ComponentType<DialogProps>;
}

/** A list of the console, declared. */
export interface ListSpec {
  /** The menu key, prefix of its texts and of the permissions of its buttons. */
  readonly name: string;
  /** Its heading, where the screen is not named for it. */
  readonly heading?: TextKey;
  readonly fields: readonly Field[];
  readonly page: Call;
  readonly add?: Call;
  readonly update?: Call;
  readonly remove?: Call;
  /** The call that switches and deletes several rows at once. */
  readonly batch?: BatchCall;
  readonly batchActions?: readonly ListBatchAction[];
  /** The field with the number of a row, which links to the detail, as the title does. */
  readonly code?: string;
  /** The call for records that refer to a row, shown before it is disabled or deleted. */
  readonly users?: Thing['users'];
  /** Rows are `enabled` or `disabled` and can be switched from the list. */
  readonly disables?: boolean;
  /** The key of the text that explains the consequences of disabling, as a confirmation. */
  readonly disableText?: TextKey;
  readonly export?: Call;
  readonly import?: Call;
  /** The key of a text above the template of an import: what a file cannot do by itself. */
  readonly importNote?: TextKey;
  /** The table of its rows, for the change history in the detail. */
  readonly thing?: string;
  /** The property with the id of the parent row. The list is then shown as a tree, on one page. */
  readonly parentKey?: string;
  /** Whether a row can no longer be changed or deleted; whether one that can be changed is not deleted any more. */
  readonly locked?: (row: Row) => boolean;
  readonly kept?: (row: Row) => boolean;
  /** The fields that a copy of a row is prefilled with; without them, rows cannot be copied. */
  readonly copied?: readonly string[];
  /** URLs of pages that replace the form and the detail drawer. */
  readonly pages?: {
    readonly add?: string;
    readonly update?: (row: Row) => string;
    readonly detail?: (row: Row) => string;
  };
  /**
   * For rows that cannot be removed again: the entered values are shown for confirmation. Returns the text of the question and
   * of the button, given the entered values as texts.
   */
  readonly confirms?: (t: TFunction, words: Readonly<Record<string, string>>) => Pick<Summary, 'text' | 'ok'>;
  /** The form has two columns where there is room. */
  readonly wideForm?: boolean;
  /** The confirmation before values are saved that are allowed, but may be a mistake. */
  readonly doubt?: (t: TFunction, values: Readonly<Record<string, unknown>>) => string | undefined;
  /** A dialog that follows once a row was added; its row is what was entered, with the answer of the call. */
  readonly next?: { readonly permission: Permission; readonly dialog: ComponentType<AddedRowDialogProps> };
  /** Called once a form was saved, with what was entered and the answer of the call. */
  readonly saved?: (row: Row) => void;
  /** The name of a row in questions and titles. */
  readonly titleOf: (row: Row) => string;
  readonly actions?: readonly RowAction[];
  readonly buttons?: readonly ListButton[];
  /** Shown above the fields of the form; `fill` sets values of some of them. */
  readonly formHead?: (fill: (values: Record<string, unknown>) => void, row: Row | undefined) => ReactNode;
  /** Shown beside the fields of the form, e.g. a preview. */
  readonly formAside?: (values: Readonly<Record<string, unknown>>, row: Row | undefined) => ReactNode;
  readonly detailAside?: (row: Row) => ReactNode;
  /** The width of the detail's drawer, where what stands beside the record needs more than usual. */
  readonly detailWidth?: number;
  /** Shown if the list has no rows for its filters: where else they may be. */
  readonly elsewhere?: ComponentType<{ readonly filters: Readonly<Record<string, unknown>> }>;
}

export const isColumn = (field: Field): boolean => field.column !== false && field.kind !== 'period';
export const columnOf = (field: Field) => (field.column === false || field.column === undefined ? {} : field.column);
