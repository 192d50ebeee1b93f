import { menuNodes } from '@suyuan/contract/menu.ts';
import zh from '@suyuan/locales/zh/console.json';
import { expect, test } from 'vitest';
import { permittedRoutes } from '../session/usePermittedRoutes.ts';
import { resolve } from './resolve.ts';
import { allRoutes, gatedRoutes, staticRoutes } from './routes.ts';

/** The permission-gated tree as it is specified: key, path, title, in their order. */
const specified: readonly (readonly [key: string, path: string, title: string])[] = [
  ['base', '/home/base', '基础信息'],
  ['product', '/home/base/product', '产品信息'],
  ['productlist', '/productlist', '产品列表'],
  ['productpages', '/productpages', '产品详情页'],
  ['productaddedit', '/productaddedit', '产品新增编辑'],
  ['prodcutextend', '/prodcutextend', '产品扩展信息'],
  ['productsort', '/productsort', '品牌设置'],
  ['productunit', '/productunit', '包装单位'],
  ['hierarchy', '/hierarchy', '包装关系'],
  ['store', '/store', '仓库管理'],
  ['dealer', '/dealer', '经销商管理'],
  ['material', '/material', '原料信息'],
  ['outsourcing', '/outsourcing', '委外客户'],
  ['enterprise', '/enterprise', '维护企业'],
  ['organ', '/home/organ', '组织机构'],
  ['tree', '/tree', '组织机构'],
  ['departmentjob', '/home/organ/departmentjob', '部门职位管理'],
  ['staff', '/staff', '人员管理'],
  ['stafflist', '/stafflist', '账号管理'],
  ['role', '/role', '权限管理'],
  ['rolemanage', '/role/rolemanage', '权限管理'],
  ['setmenusenable', '/role/setmenusenable', '菜单管理'],
  ['buttonpower', '/role/buttonpower', '按钮管理'],
  ['tagging', '/home/tagging', '赋码管理'],
  ['readycreate', '/home/tagging/readycreate', '预生码管理'],
  ['records', '/home/tagging/records', '生码记录表'],
  ['rulenews', '/home/tagging/rulenews', '生码查询表'],
  ['queryclose', '/home/tagging/queryclose', '关闭订单表'],
  ['coderule', '/home/tagging/coderule', '生码规则'],
  ['plant', '/home/plant', '生产管理'],
  ['plantinfo', '/home/plant/plantinfo', '工厂信息'],
  ['plantmanage', '/home/plant/plantinfo/plantmanage', '工厂管理'],
  ['plantlist', '/home/plant/plantinfo/plantmanage/plantlist', '工厂列表'],
  ['workshoplist', '/workshoplist', '车间列表'],
  ['workline', '/workline', '产线列表'],
  ['classlist', '/home/plant/plantinfo/classlist', '班组管理'],
  ['production', '/home/plant/production', '生产信息'],
  ['orderlist', '/orderlist', '工单列表'],
  ['relevance', '/relevance', '包装关联'],
  ['unrelevance1', '/unrelevance1', '关联解除'],
  ['replace', '/home/plant/production/replace', '关联替换'],
  ['taskmanagement', '/taskmanagement', '任务管理'],
  ['materialquery', '/materialquery', '原料查询'],
  ['repeatedquery', '/repeatedquery', '重码查询'],
  ['orderextendlist', '/orderextendlist', '工单扩展属性'],
  ['physical', '/physical', '物流管理'],
  ['shipments', '/physical/shipments', '发货管理'],
  ['freight', '/freight', '运单管理'],
  ['boxcode', '/boxcode', '箱码查询'],
  ['minderlieferung', '/Minderlieferung', '减货查询'],
  ['barter', '/barter', '换货查询'],
  ['rdcdissociated', '/RDCdissociated', '解除运单关联'],
  ['xiazai', '/xiazai', '上传/下载'],
  ['loglist', '/loglist', 'WMS出库异常日志'],
  ['salesreturn', '/physical/salesreturn', '退货管理'],
  ['refund', '/refund', '退货查询'],
  ['dissociated', '/dissociated', '解除运单关联'],
  ['deliveryorder', '/deliveryorder', '生产数据异常'],
  ['inspect', '/inspect', '稽查管理'],
  ['forensics', '/forensics', '取证记录'],
  ['inspectrecord', '/inspectrecord', '稽查记录'],
  ['queryconsumerwarning', '/queryconsumerwarning', '预警清单'],
  ['warningparam', '/warningparam', '配置预警参数'],
  ['informationinquiry', '/informationinquiry', '信息查询'],
  ['querymanage', '/querymanage', '查询管理'],
  ['customerinquire', '/customerinquire', '消费者查询页'],
  ['customerquery', '/customerquery', '消费者查询记录'],
  ['scancode', '/scancode', '扫码模板管理'],
  ['yyscancode', '/yyscancode', '模板轮播图'],
  ['report', '/home/report', '报表管理'],
  ['check', '/home/report/check', '稽查报表'],
  ['supervise', '/supervise', '市场监察'],
  ['productionreport', '/home/report/productionreport', '生产报表'],
  ['collect', '/collect', '汇总报表'],
  ['dateyield', '/dateyield', '日生产报表'],
  ['productionorder', '/productionorder', '生产订单统计'],
  ['logistics', '/home/report/logistics', '物流报表'],
  ['reportshipments', '/shipments', '仓库发货端'],
  ['connect', '/connect', '成品交接单'],
  ['phoenix', '/phoenix', '退货报表'],
  ['integration', '/home/integration', '集成管理'],
  ['apikey', '/home/integration/apikey', '接口密钥'],
  ['partner', '/home/integration/partner', '伙伴'],
  ['epcisevent', '/home/integration/epcisevent', 'EPCIS 事件'],
  ['epciscapture', '/home/integration/epciscapture', '采集任务'],
  ['subscription', '/home/integration/subscription', '订阅'],
];
const hidden = ['productpages', 'productaddedit', 'prodcutextend', 'setmenusenable', 'orderextendlist'];
const notCached = ['plantlist', 'workshoplist', 'workline'];

const nodes = new Map(menuNodes().map(({ node }) => [node.key, node]));

test('has the specified order, paths and titles', () => {
  const keys = new Set(specified.map(([key]) => key));
  const inMenu = [...nodes.values()].filter(({ key }) => keys.has(key));
  expect(inMenu.map(({ key, path }) => [key, path, (zh as Record<string, string>)[`menu.${key}`]])).toEqual(specified);
});

test('hidden pages are hidden; plantlist, workshoplist and workline are all not cached', () => {
  const flagged = (keys: readonly string[], flag: 'hidden' | 'noCache') =>
    keys.filter((key) => !nodes.get(key)?.[flag]);
  expect([flagged(hidden, 'hidden'), flagged(notCached, 'noCache')]).toEqual([[], []]);
});

test('buttonpower, repeatedquery and hidden pages carry no role restriction', () => {
  const open = ['buttonpower', 'repeatedquery', ...hidden];
  expect(open.filter((key) => !nodes.get(key)?.open)).toEqual([]);
});

test('has each path and key once', () => {
  const all = menuNodes().map(({ node }) => node);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
});

test('gives every route a title, and an icon of its own or of its group', () => {
  const without = menuNodes().filter(({ node, parents }) => {
    const icons = [node.icon, ...parents.map((key) => nodes.get(key)?.icon)];
    return icons.every((icon) => icon === undefined);
  });
  expect(without.map(({ node }) => node.key)).toEqual([]);
});

test('fixed static routes plus permitted dynamic routes make up the sidebar', () => {
  const mine = [...staticRoutes, ...permittedRoutes(gatedRoutes, ['tagging', 'records'])];
  expect(mine.map(({ name }) => name)).toEqual(['dashboard', 'profile', 'tagging']);
  expect(resolve('/home/tagging/records', mine, allRoutes)).toMatchObject({ kind: 'screen' });
  expect(resolve('/home/tagging/coderule', mine, allRoutes)).toEqual({ kind: 'go', to: '/401' });
});
