import type { Generated, GeneratedAlways } from 'kysely';
import type { Status } from './status.ts';

/** Who signs in, what they may do, and what they did. */
export interface OrganSchema {
  account: AccountTable;
  role: RoleTable;
  role_permission: RolePermissionTable;
  account_role: AccountRoleTable;
  session: SessionTable;
  audit_log: AuditLogTable;
  audit_change: AuditChangeTable;
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
  last_login_at: Date | null;
  last_login_ip: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface RoleTable {
  id: GeneratedAlways<number>;
  role_name: string;
  created_at: Generated<Date>;
}

interface RolePermissionTable {
  role_id: number;
  permission: string;
}

interface AccountRoleTable {
  account_id: number;
  role_id: number;
}

interface SessionTable {
  token_hash: Buffer;
  account_id: number;
  created_at: Generated<Date>;
  seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  ip: string;
  user_agent: string;
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
