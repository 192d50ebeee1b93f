import { expect, test } from 'vitest';
import { enterpriseFields } from './base/enterprise.ts';
import { fileNames, importFile } from './call-files.ts';
import { PictureHash, pictureColumns } from './picture.ts';
import type { ThingFields } from './thing/thing-fields.ts';

interface Declared {
  readonly table: string;
  readonly fields: ThingFields;
}

/** What the schema of a field contains if it is a picture or a list of them. */
const schema = JSON.stringify(PictureHash());

test('pictureColumns names every field of pictures that is a column', async () => {
  const files = await Promise.all(fileNames.map(importFile));
  const things = files.flatMap((file) => Object.values(file)).filter(isDeclared);
  const enterprise: Declared = { table: 'enterprise', fields: enterpriseFields };
  const tables = new Map<string, string[]>();
  for (const { table, fields } of [...things, enterprise]) {
    const columns = Object.keys(fields).filter((name) => JSON.stringify(fields[name]?.schema).includes(schema));
    if (columns.length > 0) tables.set(table, columns);
  }
  // Of desks, which are no lists.
  const ofDesks = { arrival_scan: ['pictures'], delivery_proof: ['pictures'] };
  expect({ ...Object.fromEntries(tables), ...ofDesks }).toEqual(pictureColumns);
});

function isDeclared(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null && 'table' in value && 'fields' in value;
}
