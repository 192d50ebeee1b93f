import { expect, inject, test } from 'vitest';
import { connected } from '#test/harness/connected.ts';
import { newMigratedDatabase } from '#test/harness/new-database.ts';
import { schemaText } from '#test/harness/schema-text.ts';

const head =
  '-- The schema after all migrations, for reading. Made by `npm test -- unit server/platform/migrate/schema.test.ts -u`.\n\n';

// On a cluster there are tables and functions of Citus besides, and another version of PostgreSQL words them otherwise.
test.skipIf(inject('onCluster') || Boolean(process.env.SUYUAN_TEST_DATABASE_URL))(
  'docs/schema.sql is the schema that the migrations create',
  async () => {
    const text = await connected(await newMigratedDatabase(), schemaText);
    await expect(head + text).toMatchFileSnapshot('../../../docs/schema.sql');
  },
);
