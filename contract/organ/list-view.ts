import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, IdOutput, Input, RequiredText, Text } from '../thing/fields.ts';

/** Saved views: filters, sort order and columns of a list, saved under a name. */

const ListName = () => Text(32, { pattern: '^[a-z][a-z0-9]*$' });
const Column = () => Text(64, { pattern: '^[a-z_0-9]+$' });
const Columns = () => Type.Array(Column(), { maxItems: 200 });

/** Order, visibility and widths of the columns. */
const ColumnsOfView = () =>
  Input({
    order: Columns(),
    hidden: Columns(),
    pinned: Type.Optional(Columns()),
    widths: Type.Optional(
      Type.Record(Type.String(), Type.Integer({ minimum: 40, maximum: 2000 }), {
        maxProperties: 200,
        propertyNames: Column(),
      }),
    ),
  });

const View = {
  view_name: RequiredText(64),
  /** Filters and sort order, in the form of the list's URL query. */
  query: Text(4096),
  columns: ColumnsOfView(),
};

/** The maximum number of views of a list, and of all lists together, for each account and, separately, of shared ones. */
export const maxViews = 20;
export const maxViewsOfAll = 200;

export const ListView = Type.Object({
  id: Id(),
  ...View,
  /** Shared with everybody of the enterprise. */
  shared: Type.Boolean(),
});
export type ListView = Type.Static<typeof ListView>;

export const viewList = defineCall({
  method: 'GET',
  path: '/api/views/list',
  access: 'signed-in',
  personal: true,
  summary: "List the caller's own and the shared views of a list.",
  input: Input({ list: ListName() }),
  output: Type.Array(ListView),
});

const SaveInput = Input({ list: ListName(), ...View });

export const viewSave = defineCall({
  method: 'POST',
  path: '/api/views/save',
  access: 'signed-in',
  personal: true,
  summary: 'Save a private view of a list that the caller can open. It replaces a view of the same name.',
  input: SaveInput,
  output: IdOutput(),
});

export const viewDelete = defineCall({
  method: 'POST',
  path: '/api/views/delete',
  access: 'signed-in',
  personal: true,
  summary: 'Delete a private view.',
  input: IdInput(),
  output: Type.Null(),
});

/** The permission to arrange the menus for everybody. */
const arranging = ['setmenusenable:update'] as const;

export const viewShare = defineCall({
  method: 'POST',
  path: '/api/views/share',
  access: arranging,
  parties: 'enterprise',
  summary: 'Save a shared view of a list. It replaces a view of the same name.',
  input: SaveInput,
  output: IdOutput(),
});

export const viewUnshare = defineCall({
  method: 'POST',
  path: '/api/views/unshare',
  access: arranging,
  parties: 'enterprise',
  summary: 'Delete a shared view.',
  input: IdInput(),
  output: Type.Null(),
});
