import { enterpriseUpdate } from '../../../contract/base/enterprise.ts';
import type { Permission } from '../../../contract/menu.ts';
import { employee } from '../../../contract/organ/account.ts';
import { department } from '../../../contract/organ/department.ts';
import { position } from '../../../contract/organ/position.ts';
import { role } from '../../../contract/organ/role.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { KeepPicture } from '../filling/sample-pictures.ts';
import { sampleGln } from './sample-gln.ts';

/** An invented liquor maker with its organisation and some of its people. */

const enterprise = {
  enterprise_code: 'YQ',
  enterprise_name: '云泉酒业有限公司（样例）',
  contact: '林晓',
  phone: '0851-2200 0000',
  email: 'service@yunquan.example',
  area_code: '520382',
  address: '茅台镇云泉路 1 号',
  gln: sampleGln(1),
};

interface Department {
  readonly code: string;
  readonly name: string;
  readonly below?: readonly Department[];
}

const departments: readonly Department[] = [
  {
    code: 'YQ',
    name: '云泉酒业',
    below: [
      {
        code: 'YQ-SC',
        name: '生产中心',
        below: [
          { code: 'YQ-SC-01', name: '包装车间' },
          { code: 'YQ-SC-02', name: '质量部' },
        ],
      },
      {
        code: 'YQ-XS',
        name: '销售中心',
        below: [
          { code: 'YQ-XS-01', name: '渠道管理部' },
          { code: 'YQ-XS-02', name: '客户服务部' },
        ],
      },
      { code: 'YQ-WL', name: '物流部' },
      { code: 'YQ-XX', name: '信息部' },
    ],
  },
];

const roles: readonly { name: string; description: string; permissions: readonly Permission[] }[] = [
  {
    name: '赋码专员',
    description: '申请、下载生码，查询码状态',
    permissions: [
      'productlist',
      'records',
      'records:add',
      'records:download',
      'records:export',
      'rulenews',
      'coderule',
    ],
  },
  {
    name: '基础资料员',
    description: '维护产品、仓库、经销商与物料',
    permissions: [
      'productlist',
      'productlist:update',
      'productlist:import',
      'productlist:export',
      'store',
      'store:add',
      'store:update',
      'store:export',
      'dealer',
      'dealer:add',
      'dealer:update',
      'dealer:import',
      'dealer:export',
      'material',
      'material:add',
      'material:update',
      'material:export',
    ],
  },
  {
    name: '客服专员',
    description: '解答消费者查询',
    permissions: ['rulenews', 'customerquery', 'customerquery:export'],
  },
  { name: '只读查看', description: '查看基础资料', permissions: ['productlist', 'store', 'dealer', 'material'] },
];

const positions = [
  { department: 'YQ-SC-01', name: '包装车间主任', role: '赋码专员' },
  { department: 'YQ-SC-02', name: '质检员', role: '只读查看' },
  { department: 'YQ-XS-01', name: '渠道经理', role: '基础资料员' },
  { department: 'YQ-XS-02', name: '客服专员', role: '客服专员' },
  { department: 'YQ-WL', name: '仓库保管员', role: '只读查看' },
  { department: 'YQ-XX', name: '系统管理员', role: '基础资料员' },
] as const;

/** People with unknown passwords, which an administrator can reset. */
const people = [
  { account: 'zhao.qiang', name: '赵强', position: '包装车间主任' },
  { account: 'qian.li', name: '钱丽', position: '质检员' },
  { account: 'sun.wei', name: '孙伟', position: '渠道经理' },
  { account: 'zhou.min', name: '周敏', position: '渠道经理' },
  { account: 'wu.fang', name: '吴芳', position: '客服专员' },
  { account: 'zheng.bo', name: '郑博', position: '仓库保管员' },
  { account: 'wang.jing', name: '王静', position: '仓库保管员' },
  { account: 'chen.hao', name: '陈浩', position: '系统管理员' },
] as const;

/** Adds the organisation, and resolves to the ids of warehouse keepers. */
export async function fillOrganisation(call: CallServer, keepPicture: KeepPicture): Promise<number[]> {
  await call(enterpriseUpdate, { ...enterprise, logo: await keepPicture('logo-enterprise') });
  const departmentIds = new Map<string, number>();
  const addDepartments = async (branch: readonly Department[], parent_id: number | null) => {
    for (const { code, name, below = [] } of branch) {
      const { id } = await call(department.add, { depart_code: code, depart_name: name, parent_id });
      departmentIds.set(code, id);
      await addDepartments(below, id);
    }
  };
  await addDepartments(departments, null);
  const roleIds = new Map<string, number>();
  for (const { name, description, permissions } of roles) {
    const { id } = await call(role.add, { role_name: name, description, permissions: [...permissions] });
    roleIds.set(name, id);
  }
  const places = new Map<string, { department_id: number; position_id: number }>();
  for (const { department, name, role } of positions) {
    const department_id = departmentIds.get(department) as number;
    const role_ids = [roleIds.get(role) as number];
    const { id } = await call(position.add, { department_id, position_name: name, role_ids });
    places.set(name, { department_id, position_id: id });
  }
  const keepers: number[] = [];
  for (const { account, name, position } of people) {
    const { id } = await call(employee.add, { account_name: account, name, account_type: 1, ...places.get(position) });
    if (position === '仓库保管员') keepers.push(id);
  }
  return keepers;
}
