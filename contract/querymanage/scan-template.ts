import Type from 'typebox';
import { defineCall } from '../call.ts';
import { verdicts } from '../consumer/scan.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { ScanDesign } from './scan-design.ts';

const templateFields = {
  template_name: RequiredText(64),
  /** The template of one product, else of the products of a brand and of those below it, else of all. */
  product_id: Type.Optional(Nullable(Id())),
  brand_id: Type.Optional(Nullable(Id())),
};

export const ScanTemplate = Type.Object({
  id: Id(),
  template_name: Type.String(),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  brand_id: Nullable(Id()),
  brand_name: Nullable(Type.String()),
  scope: Type.Enum(['all', 'brand', 'product']),
  /** Consumers see none until one was published. */
  published_version: Nullable(Type.Integer()),
  published_at: Nullable(Type.String()),
  /** The draft differs from what is published. */
  state: Type.Enum(['draft', 'published', 'changed']),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ScanTemplate = Type.Static<typeof ScanTemplate>;

export const scanTemplatePage = defineCall({
  method: 'GET',
  path: '/api/querymanage/scantemplates/pagelist',
  access: ['scancode'],
  summary: 'Templates of the consumer page.',
  input: PageQuery(['template_name', 'updated_at', 'published_at'], {
    keyword: Type.Optional(Text(64)),
    scope: Type.Optional(Type.Enum(['all', 'brand', 'product'])),
  }),
  output: PageOf(ScanTemplate),
});
export const scanTemplateAdd = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/add',
  access: ['scancode:add'],
  summary: 'Add a template for a product, a brand or everything; there is one for each. It begins as the plain page.',
  input: Input(templateFields),
  output: IdOutput(),
});
export const scanTemplateUpdate = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/update',
  access: ['scancode:update'],
  summary: 'Rename a template, or say what it is for.',
  input: Input({ id: Id(), ...templateFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const scanTemplateDelete = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/delete',
  access: ['scancode:delete'],
  summary: 'Delete a template with its versions; consumers see the next one that fits at once.',
  input: IdInput(),
  output: Type.Null(),
});

export const scanTemplateDetail = defineCall({
  method: 'GET',
  path: '/api/querymanage/scantemplates/detail',
  access: ['scancode'],
  summary: 'A template with its draft and what was published.',
  input: IdInput(),
  output: Type.Object({
    template: ScanTemplate,
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
  summary: 'Keep a draft. Colours that text cannot be read on are refused.',
  input: Input({ id: Id(), design: ScanDesign, updated_at: Type.Optional(Moment()) }),
  output: Type.Object({ updated_at: Type.String() }),
});
export const scanTemplatePublish = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/publish',
  access: ['scancode:publish'],
  summary: 'Show the draft to consumers, on every server at once; or an earlier version again, as a new one.',
  input: Input({ id: Id(), version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
  output: Type.Object({ version: Type.Integer() }),
});

export const scanTemplatePreview = defineCall({
  method: 'POST',
  path: '/api/querymanage/scantemplates/preview',
  effect: 'none',
  access: ['scancode'],
  summary: 'The consumer page with a design that nobody has kept yet, for a sample answer.',
  input: Input({
    design: ScanDesign,
    verdict: Type.Enum([...verdicts]),
    count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    language: Type.Enum(['zh', 'en', 'es', 'ja']),
    product_id: Type.Optional(Nullable(Id())),
  }),
  output: Type.Object({ html: Type.String() }),
});
