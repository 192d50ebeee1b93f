import type { TFunction } from 'i18next';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import type { Call } from '../../../contract/call/call.ts';
import type { Permission } from '../../../contract/menu.ts';
import type { BatchCall } from '../../../contract/thing/batch.ts';
import type { NamedRecord } from '../../../contract/thing/referred.ts';
import type { TextFormat } from '../../../contract/thing/text-formats.ts';
import type { Thing } from '../../../contract/thing/thing.ts';
import type { TextKey } from '../../core/i18n/textKeys.ts';
import type { Summary } from '../edit/Summary.tsx';
import type { Reference, Row } from '../records.ts';

export type Tone = 'success' | 'processing' | 'warning' | 'error' | 'default';
export type Choice = string | number;

/** What a field of this kind looks like in a cell, a search box and a form. */
export type Kind =
  | { readonly kind: 'text' }
  | { readonly kind: 'longtext' }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'share' }
  | { readonly kind: 'moment' }
  /** Yes or no; its words are the texts `<list>.<key>.true` and `.false`. */
  | { readonly kind: 'switch' }
  | { readonly kind: 'period'; readonly from: string; readonly to: string }
  | { readonly kind: 'code' }
  /** The choices, or the call that lists them; their words are the texts `<list>.<key>.<choice>`. */
  | {
      readonly kind: 'choice';
      readonly choices: readonly Choice[] | Call;
      readonly tones?: Readonly<Record<Choice, Tone>>;
    }
  | {
      readonly kind: 'reference';
      readonly reference: Reference;
      /** How the row that a record refers to is called there, while the list of choices does not hold it. */
      readonly nameOf?: (row: Row) => string | null;
    }
  /** An input of the feature's own. */
  | {
      readonly kind: 'own';
      readonly input: ComponentType<OwnInputProps>;
      readonly isNumber?: true;
      /** How what a row refers to is called there. */
      readonly nameOf?: (row: Row) => string | null;
    };

export interface OwnInputProps {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
}

/** A field is declared once; search form, column, form item, detail, import template and export come of it. */
export type Field = Kind & {
  /** Property of the row, name of the filter and of the input. Its title is the text `<list>.<key>`, or `field.<key>`. */
  readonly key: string;
  readonly search?: boolean;
  /** It is the name or number of another record. */
  readonly names?: NamedRecord;
  readonly column?:
    | false
    | {
        readonly width?: number;
        readonly sort?: boolean;
        /** Not shown until it is chosen. */
        readonly hidden?: boolean;
        /** What cannot be written into a file. */
        readonly file?: false;
        readonly render?: (row: Row) => ReactNode;
      };
  readonly form?: FormField;
  /** Whether a file can bring it in, where that is not the same as the form asking for it. */
  readonly import?: boolean;
  readonly detail?: false;
  /** How a file writes it, where its kind does not say so. */
  readonly written?: 'day' | 'moment' | 'decimal';
  /** An example for the import template, or the key of one in words. */
  readonly example?: string;
};

export interface FormField {
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly initial?: unknown;
  /** What it begins with, where the row has that in another form. */
  readonly from?: (row: Row) => unknown;
  /** Key of a text below the input. */
  readonly hint?: TextKey;
  /** What its text has to be, which is said by `format.<name>`. */
  readonly format?: TextFormat;
  /** A pattern with the key of what is said when it does not match. */
  readonly pattern?: { readonly test: RegExp; readonly says: TextKey };
  /** Whether it is asked for, by what is entered so far. */
  readonly shown?: (values: Readonly<Record<string, unknown>>) => boolean;
  /** Only when a row is added. */
  readonly onlyNew?: boolean;
  /** Only when a row is changed. */
  readonly onlyOld?: boolean;
}

/** A dialog that the list opens: it closes itself, and says when the list has something new to show. */
export interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A dialog about one row: `R` is what the list's rows tell, where it is declared. */
export interface RowDialogProps<R = Row> extends DialogProps {
  readonly row: R;
}

/** A dialog about the rows that are chosen. */
export interface BatchDialogProps<R = Row> extends DialogProps {
  readonly rows: readonly R[];
}

/** What a list does with several rows beside switching, deleting and exporting them. */
export type ListBatchAction<R = Row> = {
  readonly key: string;
  /** Key of its text. */
  readonly text: TextKey;
  readonly permission: Permission;
  readonly danger?: boolean;
  /** Which of the chosen rows it is for; all of them unless it is said. */
  readonly fits?: (row: R) => boolean;
} & ({ readonly run: (rows: readonly R[]) => void } | { readonly dialog: FunctionComponent<BatchDialogProps<R>> });

export type RowAction<R = Row> = {
  readonly key: string;
  /** Key of its text. */
  readonly text: TextKey;
  readonly permission?: Permission;
  readonly danger?: boolean;
  /** Seldom done: it comes after changing and looking at the row. */
  readonly later?: true;
  readonly shown?: (row: R) => boolean;
} & ({ readonly run: (row: R) => void } | { readonly dialog: FunctionComponent<RowDialogProps<R>> });

/** A row that was just added: what was entered, and what its call answered. */
export type AddedRow = Row & { readonly id: number };

/** A button above the list. */
export interface ListButton {
  /** Key of its text. */
  readonly text: TextKey;
  readonly icon: ReactNode;
  readonly permission: Permission;
  /** What the list is there for, where nothing can be added to it. */
  readonly primary?: true;
  readonly danger?: true;
  readonly dialog: ComponentType<DialogProps>;
}

/** A list of the console, declared. */
export interface ListSpec {
  /** Its menu key: begins its texts and its buttons' permissions. */
  readonly name: string;
  readonly fields: readonly Field[];
  readonly page: Call;
  readonly add?: Call;
  readonly update?: Call;
  readonly remove?: Call;
  /** Switches and deletes several rows at once. */
  readonly batch?: BatchCall;
  readonly batchActions?: readonly ListBatchAction[];
  /** The field with the number of a row: it leads to the detail, as the row's title does. */
  readonly code?: string;
  /** What uses a row: said before it is disabled or deleted. */
  readonly users?: Thing['users'];
  /** Its rows are `enabled` or `disabled`, and switched by themselves. */
  readonly disables?: boolean;
  /** Key of what disabling a row does to people: it is asked first. */
  readonly disableText?: TextKey;
  readonly export?: Call;
  readonly import?: Call;
  /** The table its rows are kept in, for the history in a row's detail. */
  readonly thing?: string;
  /** Property with the id of the row that a row stands below: the list is then shown as a tree, all on one page. */
  readonly parentKey?: string;
  /** Whether a row may be neither changed nor deleted any more. */
  readonly locked?: (row: Row) => boolean;
  /** The fields that a copy of a row begins with; without them rows are not copied. */
  readonly copied?: readonly string[];
  /** Addresses of pages that take the place of the form and of the drawer with the details. */
  readonly pages?: {
    readonly add?: string;
    readonly update?: (row: Row) => string;
    readonly detail?: (row: Row) => string;
  };
  /**
   * Adding a row cannot be undone: what was entered is shown once more, to be confirmed. What is said then and on the
   * button, given what was entered in words.
   */
  readonly confirms?: (t: TFunction, words: Readonly<Record<string, string>>) => Pick<Summary, 'text' | 'ok'>;
  /** What comes next once a row was added: a dialog about what was entered and the call's answer. */
  readonly next?: { readonly permission: Permission; readonly dialog: ComponentType<RowDialogProps> };
  /** What follows once a form was saved, with what was entered and the call's answer. */
  readonly saved?: (saved: Row) => void;
  /** How a row is called in a question or a title. */
  readonly titleOf: (row: Row) => string;
  readonly actions?: readonly RowAction[];
  readonly buttons?: readonly ListButton[];
  /** Shown before the form's fields; `fill` fills some of them in. */
  readonly formHead?: (fill: (values: Record<string, unknown>) => void, row: Row | undefined) => ReactNode;
  /** Shown beside the form's fields while it is filled in, e.g. a preview. */
  readonly formAside?: (values: Readonly<Record<string, unknown>>, row: Row | undefined) => ReactNode;
  readonly detailAside?: (row: Row) => ReactNode;
  /** Where else there may be what the list was asked for and has not. */
  readonly elsewhere?: ComponentType<{ readonly filters: Readonly<Record<string, unknown>> }>;
}

export const isColumn = (field: Field): boolean => field.column !== false && field.kind !== 'period';
export const columnOf = (field: Field) => (field.column === false || field.column === undefined ? {} : field.column);
