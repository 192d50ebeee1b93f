import { defineExceptionScreen } from '../trace/exception.ts';

/** WMS出库异常日志: what a WMS sent that does not fit. */
export const wmsLog = defineExceptionScreen('loglist', '/api/physical/loglist');
