import type { InputOf } from '@suyuan/contract/call/call.ts';
import { contrast, readable } from '@suyuan/contract/contrast.ts';
import { colourNames, plainDesign, type ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import {
  type ScanTemplate,
  scanTemplate,
  scanTemplateDetail,
  scanTemplatePreview,
  scanTemplatePublish,
  scanTemplateSave,
} from '@suyuan/contract/querymanage/scan-template.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn } from '#platform/lists/declared-list.ts';
import { missingPictures, type NamedPicture } from '#platform/pictures/pictures.ts';
import { refuseStale } from '#platform/records/stale.ts';
import { badInput, conflict, notFound, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';

/** Renders a design with a sample answer. */
type Preview = (sample: InputOf<typeof scanTemplatePreview>) => Promise<string>;

export function serveScanTemplates(services: Services, preview: Preview): void {
  serveThing(services, scanTemplate, {
    table: 'scan_template',
    few: true,
    rows: described,
    narrow: { keyword: heldIn('template_name'), scope: (rows, scope) => rows.where(scopeOf, '=', scope) },
    sort: { published_at: ksql.ref('v.published_at') },
    defaultSort: '-updated_at',
    present: (row: TemplateRow) => declaredRow(scanTemplate, row),
    begins: { draft: plainDesign },
    check: ({ input }) => {
      if (input.product_id && input.brand_id) throw badInput({ path: 'brand_id', reason: 'product_or_brand' });
    },
    // There can be only one template per scope.
    refusals: { scan_template_scope_key: () => conflict('scan_template_exists') },
  });
  serveDesigns(services, preview);
}

/** Serves the drafts and published versions of templates. */
function serveDesigns({ routes }: Services, preview: Preview): void {
  routes.serve(scanTemplateDetail, async ({ id }, { db }) => {
    const row = await described(db).where('scan_template.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('scan_template');
    return { template: declaredRow(scanTemplate, row), draft: row.draft, versions: await versionsOf(db, id) };
  });

  routes.change(scanTemplateSave, async ({ id, design, updated_at }, _, change) => {
    await requireSound(change.db, design);
    await change.changing('scan_template', id);
    await refuseStale(change, 'scan_template', id, updated_at);
    const row = await change.db
      .updateTable('scan_template')
      .set({ draft: design, updated_at: new Date() })
      .where('id', '=', id)
      .returning('updated_at')
      .executeTakeFirst();
    if (!row) throw notFound('scan_template');
    return { updated_at: row.updated_at.toISOString() };
  });

  routes.change(scanTemplatePublish, async ({ id, version }, { account }, change) => {
    await change.changing('scan_template', id);
    const design = await designToPublish(change, id, version);
    await requireSound(change.db, design);
    const next = await nextVersion(change, id);
    await change.db
      .insertInto('scan_template_version')
      .values({ template_id: id, version: next, design, published_by: account.id })
      .execute();
    await change.db
      .updateTable('scan_template')
      .set({ published_version: next, draft: design, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { version: next };
  });

  routes.serve(scanTemplatePreview, async (sample) => ({ html: await preview(sample) }));
}

const scopeOf = ksql<ScanTemplate['scope']>`case
  when scan_template.product_id is not null then 'product' when scan_template.brand_id is not null then 'brand' else 'all'
end`;
const stateOf = ksql<ScanTemplate['state']>`case
  when v.design is null then 'draft' when v.design <> scan_template.draft then 'changed' else 'published'
end`;

const described = (db: Kysely<Schema>) =>
  db
    .selectFrom('scan_template')
    .leftJoin('product', 'product.id', 'scan_template.product_id')
    .leftJoin('brand', 'brand.id', 'scan_template.brand_id')
    .leftJoin('scan_template_version as v', (join) =>
      join.onRef('v.template_id', '=', 'scan_template.id').onRef('v.version', '=', 'scan_template.published_version'),
    )
    .selectAll('scan_template')
    .select(['product.product_name', 'brand.brand_name', 'v.published_at', scopeOf.as('scope'), stateOf.as('state')]);

type TemplateRow = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number];

async function versionsOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('scan_template_version as v')
    .leftJoin('account as a', 'a.id', 'v.published_by')
    .select(['v.version', 'v.published_at', 'a.name as published_by', 'v.design'])
    .where('v.template_id', '=', id)
    .orderBy('v.version', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }));
}

async function designToPublish(change: Change, id: number, version: number | undefined): Promise<ScanDesign> {
  const template = await change.db.selectFrom('scan_template').select('draft').where('id', '=', id).executeTakeFirst();
  if (!template) throw notFound('scan_template');
  if (version === undefined) return template.draft;
  const earlier = await change.db
    .selectFrom('scan_template_version')
    .select('design')
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!earlier) throw badInput({ path: 'version', reason: 'no_such_version' });
  return earlier.design;
}

/** The next version number. The caller has locked the template's row. */
async function nextVersion(change: Change, id: number): Promise<number> {
  const { last } = await change.db
    .selectFrom('scan_template_version')
    .select((eb) => eb.fn.coalesce(eb.fn.max('version'), eb.lit(0)).as('last'))
    .where('template_id', '=', id)
    .executeTakeFirstOrThrow();
  return last + 1;
}

/** Throws 400 for what the schema of a design cannot express: unreadable colours, missing pictures, duplicate blocks. */
async function requireSound(db: Kysely<Schema>, design: ScanDesign): Promise<void> {
  const problems = [...unreadable(design), ...twins(design), ...(await missingPictures(db, bannersOf(design)))];
  if (problems.length > 0) throw badInput(...problems);
}

/** All colours are backgrounds for white text, and the accent is also a text colour on white. */
const unreadable = ({ colours }: ScanDesign): Problem[] =>
  colourNames
    .filter((name) => contrast(colours[name], '#ffffff') < readable)
    .map((name) => ({ path: `design.colours.${name}`, reason: 'low_contrast', params: { least: readable } }));

function twins({ blocks, verdicts }: ScanDesign): Problem[] {
  const own = blocks.map(({ kind }) => (kind === 'banner' || kind === 'custom' ? undefined : kind));
  const places = verdicts.map(({ verdict, from }) => `${verdict} ${from}`);
  const repeated = (list: readonly (string | undefined)[], path: string) =>
    list.flatMap((item, at) =>
      item !== undefined && list.indexOf(item) < at ? [{ path: `${path}.${at}`, reason: 'twice' }] : [],
    );
  return [...repeated(own, 'design.blocks'), ...repeated(places, 'design.verdicts')];
}

const bannersOf = ({ blocks }: ScanDesign): NamedPicture[] =>
  blocks.flatMap((block, at) =>
    block.kind === 'banner' ? [{ hash: block.picture, path: `design.blocks.${at}.picture` }] : [],
  );
