import type { Generated, GeneratedAlways } from 'kysely';
import type { AccessResult } from '../../../contract/organ/access-log.ts';
import type { loginReasons, loginResults } from '../../../contract/organ/own-account.ts';
import type { Status } from './status.ts';

/** Who signs in, what they may do, and what they did. */
export interface OrganSchema {
  account: AccountTable;
  role: RoleTable;
  role_permission: RolePermissionTable;
  account_role: AccountRoleTable;
  department: DepartmentTable;
  position: PositionTable;
  position_role: PositionRoleTable;
  session: SessionTable;
  menu_setting: MenuSettingTable;
  menu_button: MenuButtonTable;
  known_network: KnownNetworkTable;
  sign_in_failure: SignInFailureTable;
  login_log: LoginLogTable;
  audit_log: AuditLogTable;
  audit_change: AuditChangeTable;
  access_log: AccessLogTable;
}

interface AccountTable {
  id: GeneratedAlways<number>;
  account_name: string;
  account_type: 1 | 2 | 3;
  name: string;
  password_hash: string;
  must_change_password: Generated<boolean>;
  administrator: Generated<boolean>;
  status: Generated<Status>;
  factory_id: number | null;
  dealer_id: number | null;
  department_id: number | null;
  position_id: number | null;
  phone: string | null;
  email: string | null;
  search_text: Generated<string>;
  last_login_at: Date | null;
  last_login_ip: string | null;
  two_step_secret_sealed: Buffer | null;
  two_step_since: Date | null;
  two_step_last: number | null;
  recovery_secrets: Generated<string[]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface RoleTable {
  id: GeneratedAlways<number>;
  role_name: string;
  description: Generated<string>;
  two_step_required: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface RolePermissionTable {
  role_id: number;
  permission: string;
}

interface AccountRoleTable {
  account_id: number;
  role_id: number;
}

interface DepartmentTable {
  id: GeneratedAlways<number>;
  depart_code: string;
  depart_name: string;
  parent_id: number | null;
  leader_id: number | null;
  sort: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface PositionTable {
  id: GeneratedAlways<number>;
  department_id: number;
  position_name: string;
  description: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface PositionRoleTable {
  position_id: number;
  role_id: number;
}

interface SessionTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  account_id: number;
  created_at: Generated<Date>;
  seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  ip: string;
  user_agent: string;
}

/** What something is called, by language; where a language is missing, its built-in name. */
export type Names = Readonly<Partial<Record<'zh' | 'en' | 'es' | 'ja', string>>>;

interface MenuSettingTable {
  menu_key: string;
  enabled: Generated<boolean>;
  place: number | null;
  names: Generated<Names>;
  updated_at: Generated<Date>;
}

interface MenuButtonTable {
  menu_button_code: string;
  menu_key: string;
  added: boolean;
  enabled: Generated<boolean>;
  names: Generated<Names>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface KnownNetworkTable {
  account_id: number;
  network: string;
  seen_at: Date;
}

interface SignInFailureTable {
  scope: 'account' | 'address' | 'pair';
  subject: string;
  failures: number;
  last_at: Date;
}

interface LoginLogTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  account_id: number | null;
  account_name: string;
  result: (typeof loginResults)[number];
  reason: (typeof loginReasons)[number] | null;
  ip: string;
  region: string;
  device: string;
  claimed_ip: string | null;
}

interface AuditLogTable {
  id: number;
  at: Date;
  account_id: number;
  account_name: string;
  ip: string;
  call: string;
  input: string;
  changes: number;
  changes_digest: string;
  previous_mac: string;
  mac: string;
}

interface AuditChangeTable {
  audit_id: number;
  position: number;
  thing: string;
  thing_id: string;
  before: unknown;
  after: unknown;
}

interface AccessLogTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  account_id: number;
  account_name: string;
  ip: string;
  call: string;
  result: AccessResult;
  input: unknown;
  codes: number | null;
  unknown: number | null;
  times: Generated<number>;
  refused_in: Date | null;
}
