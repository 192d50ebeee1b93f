import { repeatedCode } from '@suyuan/contract/plant/repeated-code.ts';
import type { Services } from '#platform/services.ts';
import { exceptionServices, type SharedServices } from '#shared-services.ts';
import { serveOwnExceptions } from '#trace/exceptions/handling/own-exceptions.ts';
import { serveExceptions } from '#trace/exceptions/handling/serve-exceptions.ts';

/** 重码查询, and the count of one's own exceptions of all screens. */
export default function serveRepeatedCodes(services: Services, shared: SharedServices): void {
  serveExceptions(services, exceptionServices(shared), repeatedCode);
  serveOwnExceptions(services);
}
