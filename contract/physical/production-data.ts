import { defineExceptionScreen } from '../trace/exception.ts';

/** 生产数据异常: what lines and files told that does not fit. */
export const productionData = defineExceptionScreen('deliveryorder', '/api/physical/deliveryorder');
