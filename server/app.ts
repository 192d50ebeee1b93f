import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serveProducts } from './modules/base/products.ts';
import { serveConsumerPage } from './modules/consumer/page.ts';
import { ScanDesk, serveScan } from './modules/consumer/scan.ts';
import { serveDashboard } from './modules/dashboard/dashboard.ts';
import { serveOwnAccount } from './modules/organ/own-account.ts';
import { servePermissions } from './modules/organ/permissions.ts';
import { serveSignIn } from './modules/organ/sign-in.ts';
import { serveCustomerQuery } from './modules/querymanage/customer-query.ts';
import { serveCodeOrders } from './modules/tagging/code-orders.ts';
import { serveCodeQuery } from './modules/tagging/code-query.ts';
import { serveCodeRules } from './modules/tagging/code-rules.ts';
import { serveOrderDownload } from './modules/tagging/order-download.ts';
import { RuleBook } from './modules/trace/rule-book.ts';
import { AuditLog } from './platform/audit.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { answerClientError, answerError, answerInEnvelopes } from './platform/envelope.ts';
import { serveHealth } from './platform/health.ts';
import type { MasterKey } from './platform/master-key.ts';
import { serveOpenApi } from './platform/open-api.ts';
import { servePages } from './platform/pages.ts';
import { Regions } from './platform/regions.ts';
import { Routes } from './platform/routes.ts';
import { sendSecurityHeaders } from './platform/security-headers.ts';
import type { Services } from './platform/services.ts';
import { Sessions } from './platform/sessions.ts';
import { validatorCompiler } from './platform/validation.ts';
import { fillSample } from './sample/sample.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly masterKey: MasterKey;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
}

export interface App {
  readonly app: FastifyInstance;
  /** Fills an empty system with sample data. */
  readonly fillSample: () => Promise<void>;
}

const megabyte = 2 ** 20;
const hour = 3_600_000;
/** How long calls may still run when the server stops. */
const grace = 3000;

/** The whole server on a migrated database, not yet listening. Closing it leaves the database open. */
export async function buildApp({ config, database, masterKey, publicUrl }: AppOptions): Promise<App> {
  const app = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.token', 'req.headers.cookie'] },
    // A line for each request is the reverse proxy's; ours tell what went wrong.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 8 * megabyte,
    // No parameter has a pattern of its own: the HTTP parser's limit is limit enough.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.setValidatorCompiler(validatorCompiler);
  answerInEnvelopes(app);
  readEmptyBodies(app);
  app.decorateRequest('account', undefined);

  await sendSecurityHeaders(app);
  await app.register(compress, { threshold: 1024 });
  await app.register(multipart, { limits: { files: 1, fileSize: 20 * megabyte, fields: 20, fieldSize: 64 * 1024 } });
  if (config.rateLimit)
    await app.register(rateLimit, { max: 1200, timeWindow: '1 minute', allowList: ['127.0.0.1', '::1'] });
  await serveOpenApi(app);

  const sessions = new Sessions(database.sql, { idleMinutes: config.sessionIdleMinutes, hours: config.sessionHours });
  keepSwept(app, sessions);
  const audit = new AuditLog(database.db, masterKey);
  const routes = new Routes(app, { db: database.db, sessions, audit });
  const services: Services = {
    system: database,
    config,
    masterKey,
    sessions,
    routes,
    publicUrl,
    regions: new Regions(),
    log: app.log,
  };
  const rules = new RuleBook(services);
  await rules.open();
  const desk = new ScanDesk(services, rules);

  serveSignIn(services);
  servePermissions(services);
  serveOwnAccount(services);
  serveDashboard(services);
  serveProducts(services);
  serveCodeRules(services, rules);
  serveCodeOrders(services, rules);
  serveOrderDownload(services, rules);
  serveCodeQuery(services, rules);
  serveCustomerQuery(services, rules);
  serveScan(services, desk);
  routes.complete();

  serveConsumerPage(app, services, desk);
  serveHealth(app, database);
  await servePages(app);
  cutOffWhenStopping(app);
  return { app, fillSample: () => fillSample({ app, services, rules, desk }) };
}

/** A body of no bytes is no body, whatever its content type says: what is required is then named, field by field. */
function readEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}

function keepSwept(app: FastifyInstance, sessions: Sessions): void {
  const sweep = () => sessions.sweep().catch((error) => app.log.error(error, 'forgetting old sessions failed'));
  const timer = setInterval(() => void sweep(), hour).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** A slow reader of a large file must not keep the server from stopping; downloads can be continued. */
function cutOffWhenStopping(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), grace).unref();
  });
}
