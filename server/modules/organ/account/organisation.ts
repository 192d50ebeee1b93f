import type { Services } from '../../../platform/services.ts';
import { serveDepartments } from '../department/departments.ts';
import { servePositionRoles } from '../department/position-roles.ts';
import { servePositions } from '../department/positions.ts';
import type { AccountSecurity } from '../session/account-security.ts';
import { serveDropdowns } from './dropdowns.ts';
import { serveEmployeeImport } from './employee-import.ts';
import { serveEmployeeList } from './employee-list.ts';
import { serveEmployees } from './employees.ts';

/** Departments, the positions in them, and the people who hold them. */
export function serveOrganisation(services: Services, security: AccountSecurity): void {
  serveDepartments(services);
  servePositions(services);
  servePositionRoles(services);
  serveEmployeeList(services);
  serveEmployees(services, security);
  serveEmployeeImport(services);
  serveDropdowns(services);
}
