import { contrast, readable } from '@suyuan/contract/contrast.ts';
import { colourNames, type ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { missingPictures, type NamedPicture } from '#platform/pictures/pictures.ts';
import { badInput, type Problem } from '#platform/refusal.ts';

/** Throws 400 for what the schema of a design cannot express: unreadable colours, missing pictures, duplicate blocks. */
export async function requireSound(db: Kysely<Schema>, design: ScanDesign): Promise<void> {
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
  const said = verdicts.map(({ verdict, from }) => `${verdict} ${from}`);
  const repeated = (list: readonly (string | undefined)[], path: string) =>
    list.flatMap((item, at) =>
      item !== undefined && list.indexOf(item) < at ? [{ path: `${path}.${at}`, reason: 'twice' }] : [],
    );
  return [...repeated(own, 'design.blocks'), ...repeated(said, 'design.verdicts')];
}

const bannersOf = ({ blocks }: ScanDesign): NamedPicture[] =>
  blocks.flatMap((block, at) =>
    block.kind === 'banner' ? [{ hash: block.picture, path: `design.blocks.${at}.picture` }] : [],
  );
