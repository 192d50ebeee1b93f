import { dealer } from '@suyuan/contract/base/dealer.ts';
import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { KeepPicture } from '../filling/sample-pictures.ts';
import { type SampleRoleName, sampleRoles } from './roles.ts';
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

const positions: readonly { department: string; name: string; role: SampleRoleName }[] = [
  { department: 'YQ-SC-01', name: '包装车间主任', role: '生产主管' },
  { department: 'YQ-SC-01', name: '赋码员', role: '赋码专员' },
  { department: 'YQ-SC-02', name: '质量经理', role: '质量经理' },
  { department: 'YQ-XS-01', name: '渠道经理', role: '渠道经理' },
  { department: 'YQ-XS-01', name: '市场稽查员', role: '稽查员' },
  { department: 'YQ-XS-02', name: '客服专员', role: '客服专员' },
  { department: 'YQ-WL', name: '仓库保管员', role: '仓库保管员' },
  { department: 'YQ-WL', name: '收货员', role: '收货员' },
  { department: 'YQ-XX', name: '系统管理员', role: '基础资料员' },
];

/** People with random passwords that nobody knows: an administrator resets those of the roles that are to be tried. */
const people = [
  { account: 'zhao.qiang', name: '赵强', position: '包装车间主任' },
  { account: 'ma.tao', name: '马涛', position: '赋码员' },
  { account: 'qian.li', name: '钱丽', position: '质量经理' },
  { account: 'feng.yan', name: '冯燕', position: '质量经理' },
  { account: 'sun.wei', name: '孙伟', position: '渠道经理' },
  { account: 'zhou.min', name: '周敏', position: '渠道经理' },
  { account: 'li.na', name: '李娜', position: '市场稽查员' },
  { account: 'wu.fang', name: '吴芳', position: '客服专员' },
  { account: 'zheng.bo', name: '郑博', position: '仓库保管员' },
  { account: 'wang.jing', name: '王静', position: '仓库保管员' },
  { account: 'xu.lei', name: '徐磊', position: '收货员' },
  { account: 'chen.hao', name: '陈浩', position: '系统管理员' },
] as const;

/** Who keeps warehouses, and who sees to dealers. */
export interface InCharge {
  readonly keepers: readonly number[];
  /** Of warehouses that goods only pass through. */
  readonly receivers: readonly number[];
  readonly managers: readonly number[];
}

/** Adds the organisation with its people. */
export async function fillOrganisation(call: CallServer, keepPicture: KeepPicture): Promise<InCharge> {
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
  for (const { name, description, permissions } of sampleRoles) {
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
  const inPosition = new Map<string, number[]>();
  for (const { account, name, position } of people) {
    const { id } = await call(employee.add, { account_name: account, name, account_type: 1, ...places.get(position) });
    inPosition.set(position, [...(inPosition.get(position) ?? []), id]);
  }
  const of = (position: string) => inPosition.get(position) ?? [];
  return { keepers: of('仓库保管员'), receivers: of('收货员'), managers: of('渠道经理') };
}

/** Adds people of a factory and of a dealer, once these are there. */
export async function fillPartyPeople(call: CallServer): Promise<void> {
  const [factories, dealers, roles] = await Promise.all([
    call(factory.page, { keyword: 'GC-01', size: 1 }),
    call(dealer.page, { keyword: 'D-01', sort: 'dealer_code', size: 1 }),
    call(role.page, { size: 50 }),
  ]);
  const roleOf = (name: SampleRoleName) => roles.rows.flatMap((one) => (one.role_name === name ? [one.id] : []));
  await call(employee.add, {
    account_name: 'liu.yang',
    name: '刘洋',
    account_type: 2,
    factory_id: factories.rows[0]?.id ?? null,
    role_ids: roleOf('工厂包装员'),
  });
  await call(employee.add, {
    account_name: 'gao.ming',
    name: '高明',
    account_type: 2,
    factory_id: factories.rows[0]?.id ?? null,
    role_ids: roleOf('工厂主管'),
  });
  await call(employee.add, {
    account_name: 'he.jun',
    name: '何军',
    account_type: 3,
    dealer_id: dealers.rows[0]?.id ?? null,
    role_ids: roleOf('经销商'),
  });
}
