import Type from 'typebox';
import { statusField } from '../base/partner-fields.ts';
import { RequiredText } from '../thing/fields.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, required } from '../thing/thing-fields.ts';

/** What the words are for: causes of what is done at a desk or with leased codes, and what is checked when a line is cleared. */
export const plantItemKinds = ['scrap', 'sample', 'reject', 'reprint', 'clearance', 'lease'] as const;
export type PlantItemKind = (typeof plantItemKinds)[number];

/** The enterprise's own causes and checks. Rejects are counted by these words, so all people choose the same. */
export const plantItem = defineThing({
  key: 'plantitem',
  table: 'plant_item',
  parties: 'read',
  path: '/api/plant/items',
  fields: {
    kind: required(Type.Enum([...plantItemKinds]), { filter: true, sort: true }),
    item_name: required(RequiredText(128), { sort: true }),
    /** The position among those of its kind. */
    sort: defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { sort: true }),
    ...statusField,
    ...moments,
  },
  without: ['import'],
  chosenOn: ['relevance', 'clearance'],
  summaries: {
    page: 'List causes and checks (paged), those of a kind in their order.',
    add: 'Add a cause or a check. Where a kind has any, desks offer these instead of the usual ones.',
    update: 'Change a cause or a check. What was recorded keeps its words.',
    delete: 'Delete a cause or a check. What was recorded keeps its words.',
  },
});
export type PlantItem = RowOf<typeof plantItem>;
