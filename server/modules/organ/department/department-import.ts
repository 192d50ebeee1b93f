import type { InputOf } from '@suyuan/contract/call/call.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { inAnyCase } from '#platform/database/statements/among.ts';
import { serveImport } from '#platform/imports/import.ts';
import type { ImportedRow, ImportedRows } from '#platform/imports/lines/import-rules.ts';
import { referred, referredAbove } from '#platform/references/references.ts';
import type { Services } from '#platform/services.ts';
import { departmentTable } from './department.table.ts';

type Add = InputOf<typeof department.add>;
type Update = InputOf<typeof department.update>;

/** What writes a department: the same as for the form. */
interface Writing {
  readonly addDepartment: (input: Add, change: Change) => Promise<number>;
  readonly updateDepartment: (input: Update, change: Change) => Promise<number>;
  readonly show: NonNullable<ImportedRows<Add, Plan>['show']>;
}

/** Imports departments: parents by code or name, in any order of lines; leaders by account. */
export function serveDepartmentImport(services: Services, { addDepartment, updateDepartment, show }: Writing): void {
  serveImport(services, {
    list: 'tree',
    call: department.import,
    add: department.add,
    update: department.update,
    rows: {
      key: 'depart_code',
      find: departmentsCoded,
      show,
      plan: async (line, row) => (row && isSoAlready(line, row) ? undefined : { given: line, row }),
      write: async (plans: readonly Plan[], change) => {
        // Each is inserted at its place among its siblings, so those before it have to be there.
        const inOrder = plans.toSorted((one, other) => (one.given.sort ?? last) - (other.given.sort ?? last));
        for (const { given, row } of inOrder) {
          if (row) await updateDepartment({ ...given, depart_code: row.depart_code, id: row.id } as Update, change);
          else await addDepartment(given as Add, change);
        }
      },
    },
    parsers: {
      parent_id: referredAbove(departmentTable, ['parent_code', 'parent_name']),
      leader_id: referred('account', ['leader_account', 'leader_name']),
    },
  });
}

interface Plan {
  readonly given: Partial<Add>;
  readonly row: ImportedRow | undefined;
}

const last = Number.MAX_SAFE_INTEGER;

const isSoAlready = ({ depart_code: _, ...given }: Partial<Add>, row: ImportedRow): boolean =>
  Object.entries(given).every(([name, value]) => row[name] === value);

/** The departments with these codes, in whatever case. */
const departmentsCoded = (codes: readonly string[], { db }: Change) =>
  db.selectFrom('department').selectAll().where(inAnyCase('depart_code', codes)).execute();
