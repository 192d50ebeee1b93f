import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { verdicts } from '../consumer/scan.ts';
import { languages } from '../languages.ts';
import { Id, IdInput, Input, Moment, Nullable, RequiredText } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { optional, readOnly, required } from '../thing/thing-fields.ts';
import { ScanDesign } from './scan-design.ts';

export const scanTemplate = defineThing({
  key: 'scancode',
  table: 'scan_template',
  parties: 'nothing',
  code: 'template_name',
  path: '/api/querymanage/scantemplates',
  fields: {
    template_name: required(RequiredText(64), { sort: true }),
    scope: readOnly(Type.Enum(['all', 'brand', 'product']), { filter: true }),
    /** A template is for one product, or for the products of a brand and its sub-brands, or, with neither, for all. */
    product_id: optional(Id()),
    product_name: readOnly(Nullable(Type.String()), { exported: false, ...names('product', 'product_id') }),
    brand_id: optional(Id()),
    brand_name: readOnly(Nullable(Type.String()), { exported: false, ...names('brand', 'brand_id') }),
    /** Whether the draft differs from the published version. */
    state: readOnly(Type.Enum(['draft', 'published', 'changed'])),
    /** The version that consumers see; null if none was published. */
    published_version: readOnly(Nullable(Type.Integer())),
    published_at: readOnly(Nullable(Moment()), { sort: true }),
    created_at: readOnly(Moment(), { exported: false }),
    updated_at: readOnly(Moment(), { sort: true }),
  },
  without: ['import'],
  summaries: {
    page: 'List templates of the consumer page.',
    add: 'Add a template for a product, for a brand or for everything, one for each. It starts as the plain page.',
    update: 'Change the name of a template and what it applies to.',
    delete: 'Delete a template with its versions. Consumers see the next matching one at once.',
  },
});
export type ScanTemplate = RowOf<typeof scanTemplate>;

export const scanTemplateDetail = defineCall({
  method: 'GET',
  path: '/api/querymanage/scantemplates/detail',
  access: ['scancode'],
  summary: 'Get a template with its draft and published versions.',
  input: IdInput(),
  output: Type.Object({
    template: scanTemplate.Row,
    draft: ScanDesign,
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        published_at: Type.String(),
        published_by: Nullable(Type.String()),
        design: ScanDesign,
      }),
    ),
  }),
});
export const scanTemplateSave = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/save',
  access: ['scancode:update'],
  summary: 'Save a draft. Colours that make text unreadable are refused.',
  input: Input({ id: Id(), design: ScanDesign, updated_at: Type.Optional(Moment()) }),
  output: Type.Object({ updated_at: Type.String() }),
});
export const scanTemplatePublish = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/publish',
  access: ['scancode:publish'],
  summary: 'Publish the draft on every server at once, or publish an earlier version as a new one.',
  input: Input({ id: Id(), version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
  output: Type.Object({ version: Type.Integer() }),
});

export const scanTemplatePreview = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/preview',
  effect: 'none',
  access: ['scancode'],
  summary: 'Preview the consumer page with an unsaved design, for a sample answer.',
  input: Input({
    design: ScanDesign,
    verdict: Type.Enum([...verdicts]),
    count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    language: Type.Enum([...languages]),
    product_id: Type.Optional(Nullable(Id())),
  }),
  output: Type.Object({ html: Type.String() }),
});
