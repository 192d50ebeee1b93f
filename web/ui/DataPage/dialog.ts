import type { ComponentType } from 'react';
import type { StoreApi, UseBoundStore } from 'zustand';
import type { Row } from '../records.ts';
import type { AddedRow, AddedRowDialogProps, DialogProps, RowDialogProps } from './fields.ts';

/** A dialog over a list. */
export type Dialog =
  | { kind: 'add'; like?: Row }
  | { kind: 'import' }
  | { kind: 'update'; row: Row }
  | { kind: 'button'; Content: ComponentType<DialogProps> }
  | { kind: 'action'; Content: ComponentType<RowDialogProps>; row: Row }
  | { kind: 'added'; Content: ComponentType<AddedRowDialogProps>; row: AddedRow; like: Row | undefined };

/** The dialog that is open. `Dialogs` subscribes to it itself, so that opening one does not render the table. */
export type OpenDialog = UseBoundStore<StoreApi<{ readonly dialog: Dialog | undefined }>>;
