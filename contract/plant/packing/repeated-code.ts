import { defineExceptionScreen } from '../../trace/exception.ts';

/** 重码查询: codes that were captured twice. Open to every role. */
export const repeatedCode = defineExceptionScreen('repeatedquery', '/api/plant/repeatedquery', { open: true });
