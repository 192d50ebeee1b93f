import { answeredFirst } from '../../platform/database/pools.ts';
import type { Services } from '../../platform/services.ts';
import type { Rooms } from '../../rooms.ts';
import { serveDropdowns } from './account/dropdowns.ts';
import { serveEmployeeImport } from './account/employee-import.ts';
import { serveEmployeeList } from './account/employee-list.ts';
import { serveEmployees } from './account/employees.ts';
import { serveAccessLog } from './audit/access-log-list.ts';
import { serveAuditLog } from './audit/audit-log.ts';
import { serveDepartments } from './department/departments.ts';
import { servePositionRoles } from './department/position-roles.ts';
import { servePositions } from './department/positions.ts';
import { serveButtons } from './menu/buttons.ts';
import { serveMenus } from './menu/menus.ts';
import { serveAccountSecurity } from './profile/account-security.ts';
import { servePermissions } from './role/permissions.ts';
import { serveRoleHolders } from './role/role-holders.ts';
import { serveRolePermissions } from './role/role-permissions.ts';
import { serveRoles } from './role/roles.ts';

export default function serveOrgan(services: Services, { sessions }: Rooms): void {
  const security = serveAccountSecurity(answeredFirst(services));
  sessions.provide(security.sessions);
  serveDepartments(services);
  servePositions(services);
  servePositionRoles(services);
  serveEmployeeList(services);
  serveEmployees(services, security);
  serveEmployeeImport(services);
  serveDropdowns(services);
  serveAuditLog(services);
  serveAccessLog(services);
  serveButtons(services);
  serveMenus(services);
  serveRoles(services);
  serveRoleHolders(services);
  serveRolePermissions(services);
  servePermissions(services);
}
