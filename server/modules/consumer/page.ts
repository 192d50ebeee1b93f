import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import type { ScanDesk } from './scan.ts';

export function serveConsumerPage(_app: FastifyInstance, _services: Services, _desk: ScanDesk): void {}
