import { answeredFirst } from '../../platform/database/pools.ts';
import { defineModule } from '../module.ts';
import { accountRoleTable, accountTable } from './account/account.table.ts';
import { serveDropdowns } from './account/dropdowns.ts';
import { serveEmployeeImport } from './account/employee-import.ts';
import { serveEmployeeList } from './account/employee-list.ts';
import { serveEmployees } from './account/employees.ts';
import { serveAccessLog } from './audit/access-log-list.ts';
import { serveAuditLog } from './audit/audit-log.ts';
import { departmentTable } from './department/department.table.ts';
import { serveDepartments } from './department/departments.ts';
import { positionRoleTable, positionTable } from './department/position.table.ts';
import { servePositionRoles } from './department/position-roles.ts';
import { servePositions } from './department/positions.ts';
import { serveButtons } from './menu/buttons.ts';
import { menuButtonTable, menuSettingTable } from './menu/menu.table.ts';
import { serveMenus } from './menu/menus.ts';
import { serveAccountSecurity } from './profile/account-security.ts';
import { servePermissions } from './role/permissions.ts';
import { rolePermissionTable, roleTable } from './role/role.table.ts';
import { serveRoleHolders } from './role/role-holders.ts';
import { serveRolePermissions } from './role/role-permissions.ts';
import { serveRoles } from './role/roles.ts';
import { loginLogTable } from './session/login-log.table.ts';
import { sessionTable } from './session/session.table.ts';
import { knownNetworkTable, signInFailureTable } from './sign-in/sign-in.table.ts';

export const organ = defineModule({
  tables: [
    accountTable,
    accountRoleTable,
    roleTable,
    rolePermissionTable,
    departmentTable,
    positionTable,
    positionRoleTable,
    sessionTable,
    knownNetworkTable,
    signInFailureTable,
    loginLogTable,
    menuSettingTable,
    menuButtonTable,
  ],
  serve(services, { sessions }) {
    const security = serveAccountSecurity(answeredFirst(services));
    sessions.give(security.sessions);
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
  },
});
