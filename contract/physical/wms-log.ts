import { defineExceptionScreen } from '../trace/exception.ts';

/** WMS出库异常日志: exceptions in what a WMS sent. */
export const wmsLog = defineExceptionScreen('loglist', '/api/physical/loglist');
