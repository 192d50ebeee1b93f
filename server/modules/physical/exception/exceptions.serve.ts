import { productionData, wmsLog } from '@suyuan/contract/physical/exceptions.ts';
import type { Services } from '#platform/services.ts';
import { exceptionServices, type SharedServices } from '#shared-services.ts';
import { serveExceptions } from '#trace/exceptions/serve-exceptions.ts';

/** 生产数据异常 and WMS出库异常日志. */
export default function servePhysicalExceptions(services: Services, shared: SharedServices): void {
  serveExceptions(services, exceptionServices(shared), productionData);
  serveExceptions(services, exceptionServices(shared), wmsLog);
}
