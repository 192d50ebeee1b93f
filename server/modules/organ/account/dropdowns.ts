import {
  accountStatusList,
  employee,
  factoryChoices,
  roleChoices,
  userStatusList,
} from '@suyuan/contract/organ/account.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { type Language, text } from '#platform/language.ts';
import { containing } from '#platform/lists/list.ts';
import type { Services } from '#platform/services.ts';
import { rolesBeyond } from '../role/escalation.ts';

/** Serves short lists of choices for forms. */
export function serveDropdowns({ routes }: Services): void {
  routes.serve(accountStatusList, async (_, { language }) => statuses(language));
  routes.serve(userStatusList, async (_, { language }) => statuses(language));

  routes.serve(roleChoices, async (_, { db, account }) => {
    const roles = await db.selectFrom('role').select(['id', 'role_name']).orderBy('role_name').execute();
    const ids = roles.map(({ id }) => id);
    const beyond = new Set(await rolesBeyond(db, account, ids));
    return roles.map(({ id, role_name }) => ({ value: id, label: role_name, disabled: beyond.has(id) }));
  });

  routes.serve(factoryChoices, async ({ keyword = '', id = 0 }, { db }) => factories(db, keyword, id));
}

const maxChoices = 50;

const statuses = (language: Language) =>
  employee.fields.status.schema.enum.map((value) => ({ value, label: text(language, `stafflist.status.${value}`) }));

/** Factories that match the keyword, after the one with the id. */
const factories = (db: Kysely<Schema>, keyword: string, id: number) =>
  db
    .selectFrom('factory')
    .select(['id', 'factory_code', 'factory_name'])
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb('factory_code', 'ilike', containing(keyword)),
        eb('factory_name', 'ilike', containing(keyword)),
      ]),
    )
    .orderBy((eb) => eb('id', '=', id), 'desc')
    .orderBy('factory_code')
    .limit(maxChoices)
    .execute();
