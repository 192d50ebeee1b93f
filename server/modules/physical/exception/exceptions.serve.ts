import { productionData } from '../../../../contract/physical/production-data.ts';
import { wmsLog } from '../../../../contract/physical/wms-log.ts';
import type { Services } from '../../../platform/services.ts';
import { exceptionRooms, type Rooms } from '../../../rooms.ts';
import { serveExceptions } from '../../../trace/exceptions/handling/serve-exceptions.ts';

/** 生产数据异常 and WMS出库异常日志. */
export default function servePhysicalExceptions(services: Services, rooms: Rooms): void {
  serveExceptions(services, exceptionRooms(rooms), productionData);
  serveExceptions(services, exceptionRooms(rooms), wmsLog);
}
