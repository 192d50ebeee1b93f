import { accessLogTable } from './audit/access-log.table.ts';
import { auditChangeTable, auditHeadTable, auditLogTable } from './audit/audit.table.ts';
import { schemaMigrationTable } from './database/migration.table.ts';
import { jobFilePieceTable, jobTable } from './jobs/job.table.ts';
import { pictureTable } from './pictures/picture.table.ts';
import { masterKeyTable } from './secrets/master-key.table.ts';

/** The platform's own tables. */
export const platformTables = [
  schemaMigrationTable,
  masterKeyTable,
  accessLogTable,
  auditLogTable,
  auditChangeTable,
  auditHeadTable,
  jobTable,
  jobFilePieceTable,
  pictureTable,
];
