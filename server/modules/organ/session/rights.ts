import { type AccountType, isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import type { Account } from '#platform/caller.ts';
import type { Fragment, Sql } from '#platform/database/driver/sql.ts';
import { fingerprintOf, type Grants, permissionsOf } from './held-permissions.ts';

/** The rights of an account from its roles, or from the role that the session views. */
export type Rights = Pick<Account, 'role_ids' | 'granted' | 'permissions' | 'viewed_role' | 'fingerprint'> & {
  /** Whether one of the roles requires two-step sign-in. */
  readonly two_step_required: boolean;
};

/** The properties of an account and session that determine its rights. */
export interface RightsHolder {
  readonly id: number;
  readonly position_id: number | null;
  readonly administrator: boolean;
  readonly account_type: AccountType;
  readonly viewed_role_id: number | null;
  /** The version of all rights in the same snapshot. */
  readonly rights_version: string;
}

interface RightsRow {
  version: string;
  two_step_required: boolean;
  viewed_role: string | null;
  role_ids: number[];
  granted: string[];
  menus_off: string[];
  buttons_off: string[];
  buttons_added: string[];
  /** A digest of the settings of all menus and buttons. */
  menus: string;
}

/** SQL for the version of all rights, to be selected together with the holder of rights. */
export const rightsVersion = (sql: Sql): Fragment => sql`(select version from rights_version)`;

/** The number of cached accounts; when it is reached, the cache is cleared. */
const maxKnown = 5000;

/**
 * Caches the rights of accounts for one version of all rights. The version is read in the same snapshot as the account, so a
 * change of roles or menus takes effect with its commit, on every server.
 */
export class KnownRights {
  readonly #sql: Sql;
  readonly #rights = new Map<string, Rights>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async of(holder: RightsHolder): Promise<Rights> {
    const key = keyOf(holder, holder.rights_version);
    const entry = this.#rights.get(key);
    if (entry) return entry;
    const row = await this.#read(holder);
    const rights = rightsOf(row, holder);
    if (this.#rights.size >= maxKnown) this.#rights.clear();
    this.#rights.set(keyOf(holder, row.version), rights);
    return rights;
  }

  async #read({ id, position_id, viewed_role_id }: RightsHolder): Promise<RightsRow> {
    const [row] = await this.#sql<[RightsRow]>`
      select ${rightsVersion(this.#sql)} as version, roles.ids as role_ids,
        exists(select 1 from role where two_step_required and id = any(roles.ids)) as two_step_required,
        (select role_name from role where id = ${viewed_role_id}::bigint) as viewed_role,
        array(select permission from role_permission where role_id = any(roles.ids)) as granted,
        array(select menu_key from menu_setting where not enabled) as menus_off,
        array(select menu_button_code from menu_button where not enabled) as buttons_off,
        array(select menu_button_code from menu_button where added) as buttons_added,
        concat(
          (select string_agg(md5(m::text), '' order by m.menu_key) from menu_setting m), ' ',
          (select string_agg(md5(b::text), '' order by b.menu_button_code) from menu_button b)
        ) as menus
      from (
        select case when ${viewed_role_id}::bigint is not null then array[${viewed_role_id}::bigint] else array(
          select role_id from account_role where account_id = ${id}
          union select role_id from position_role where position_id = ${position_id}::bigint
        ) end as ids
      ) roles`;
    return row;
  }
}

const keyOf = (
  { id, position_id, administrator, account_type, viewed_role_id }: RightsHolder,
  version: string,
): string => [version, id, position_id, administrator, account_type, viewed_role_id].join(' ');

function rightsOf(row: RightsRow, { administrator, account_type, viewed_role_id }: RightsHolder): Rights {
  const isView = viewed_role_id !== null;
  return {
    role_ids: new Set(row.role_ids),
    granted: new Set(row.granted),
    viewed_role: row.viewed_role ?? undefined,
    // Viewing a role does not require what the role requires of its holders.
    two_step_required: row.two_step_required && !isView,
    ...cachedPermissions(row, { administrator: administrator && !isView, ofParty: !isEnterpriseType(account_type) }),
  };
}

type Permitted = Pick<Rights, 'permissions' | 'fingerprint'>;

/** The number of cached results; when it is exceeded, the cache is cleared. */
const maxCached = 50;
const cache = new Map<string, Permitted>();

/** Computes permissions and their digest, cached by input, because nearly all accounts share a few combinations. */
function cachedPermissions(
  { granted, menus_off, buttons_off, buttons_added, menus }: RightsRow,
  { administrator, ofParty }: Pick<Grants, 'administrator' | 'ofParty'>,
): Permitted {
  if (cache.size > maxCached) cache.clear();
  return cache.getOrInsertComputed(
    JSON.stringify([administrator, ofParty, granted, menus_off, buttons_off, buttons_added, menus]),
    () => {
      const permissions = permissionsOf({
        administrator,
        ofParty,
        granted,
        menusOff: menus_off,
        buttonsOff: buttons_off,
        buttonsAdded: buttons_added,
      });
      return { permissions, fingerprint: fingerprintOf(permissions, menus) };
    },
  );
}
