import { defineExceptionScreen } from '../trace/exception.ts';

/** 生产数据异常: exceptions in what lines and files reported. */
export const productionData = defineExceptionScreen('deliveryorder', '/api/physical/deliveryorder');

/** WMS出库异常日志: exceptions in what a WMS sent. */
export const wmsLog = defineExceptionScreen('loglist', '/api/physical/loglist');
