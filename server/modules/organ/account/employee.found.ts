import { employee } from '@suyuan/contract/organ/account.ts';
import { defineFound } from '#platform/find/found.ts';

export const employeeFound = defineFound(employee, { table: 'account', title: 'name', code: 'account_name' });
