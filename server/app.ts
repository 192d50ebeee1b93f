import { join } from 'node:path';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { GuessLimit } from './identity/guess-limit.ts';
import { RuleBook } from './identity/rule-book.ts';
import { serveDealers } from './modules/base/dealer/dealers.ts';
import { serveShipTo } from './modules/base/dealer/ship-to.ts';
import { serveAreas } from './modules/base/enterprise/areas.ts';
import { serveEnterprise } from './modules/base/enterprise/enterprise.ts';
import { EnterpriseSettings } from './modules/base/enterprise/settings.ts';
import { serveHierarchies } from './modules/base/packaging/hierarchies.ts';
import { servePackagingUnits } from './modules/base/packaging/packaging-units.ts';
import { serveBrands } from './modules/base/product/brands.ts';
import { serveProductDetail } from './modules/base/product/product-detail.ts';
import { serveProductFields } from './modules/base/product/product-fields.ts';
import { serveProducts } from './modules/base/product/products.ts';
import { serveMaterials } from './modules/base/supply/materials.ts';
import { serveOutsourcing } from './modules/base/supply/outsourcing.ts';
import { serveSuppliers } from './modules/base/supply/suppliers.ts';
import { serveWarehouses } from './modules/base/warehouse/warehouses.ts';
import { serveDigitalLinks } from './modules/consumer/digital-link/digital-link.ts';
import { LookBook } from './modules/consumer/page/look-book.ts';
import { NamedProducts } from './modules/consumer/page/named-product.ts';
import { serveConsumerPage } from './modules/consumer/page/page.ts';
import { PagePreview } from './modules/consumer/page/preview.ts';
import { AddressGuard } from './modules/consumer/scan/address-guard.ts';
import { ScanDesk, serveScan } from './modules/consumer/scan/scan.ts';
import { serveDashboard } from './modules/dashboard/dashboard.ts';
import { serveOrganisation } from './modules/organ/account/organisation.ts';
import { serveAccessLog } from './modules/organ/audit/access-log-list.ts';
import { serveAuditLog } from './modules/organ/audit/audit-log.ts';
import { serveButtons } from './modules/organ/menu/buttons.ts';
import { serveMenus } from './modules/organ/menu/menus.ts';
import { servePermissions } from './modules/organ/role/permissions.ts';
import { serveRoleHolders } from './modules/organ/role/role-holders.ts';
import { serveRolePermissions } from './modules/organ/role/role-permissions.ts';
import { serveRoles } from './modules/organ/role/roles.ts';
import { serveAccountSecurity } from './modules/organ/session/account-security.ts';
import { Sessions } from './modules/organ/session/sessions.ts';
import { AskedCodes } from './modules/querymanage/scan/asked-codes.ts';
import { serveCustomerInquire } from './modules/querymanage/scan/customer-inquire.ts';
import { serveCustomerQuery } from './modules/querymanage/scan/customer-query.ts';
import { serveScanFigures } from './modules/querymanage/scan/scan-figures.ts';
import { serveScanGuessing } from './modules/querymanage/scan/scan-guessing.ts';
import { ScanPrivacy } from './modules/querymanage/scan/scan-privacy.ts';
import { serveCarousel } from './modules/querymanage/template/carousel.ts';
import { serveScanTemplates } from './modules/querymanage/template/scan-templates.ts';
import { serveClosures } from './modules/tagging/control/closures.ts';
import { serveCodeClosing } from './modules/tagging/control/code-closing.ts';
import { serveCodeControl } from './modules/tagging/control/code-control.ts';
import { serveCodeQuery } from './modules/tagging/control/code-query.ts';
import { serveOrderDownload } from './modules/tagging/download/order-download.ts';
import { serveCodeImport } from './modules/tagging/import/code-import.ts';
import { serveOrderLabels } from './modules/tagging/label/order-labels.ts';
import { serveCodeOrders } from './modules/tagging/order/code-orders.ts';
import { serveOrderAdd } from './modules/tagging/order/order-add.ts';
import { serveOrderDetail } from './modules/tagging/order/order-detail.ts';
import { serveOrderParts } from './modules/tagging/order/order-parts.ts';
import { serveCodeRules } from './modules/tagging/rule/code-rules.ts';
import { serveRulePreview } from './modules/tagging/rule/rule-preview.ts';
import { AccessLog } from './platform/audit/access-log.ts';
import { AuditLog } from './platform/audit/audit-log.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { answerClientError, answerError, answerInEnvelopes } from './platform/http/envelope.ts';
import { serveHealth } from './platform/http/health.ts';
import { readForwardedAddresses } from './platform/http/network.ts';
import { serveOpenApi } from './platform/http/open-api.ts';
import { limitRates } from './platform/http/rate-limits.ts';
import { sendSecurityHeaders } from './platform/http/security-headers.ts';
import { validatorCompiler } from './platform/http/validation.ts';
import { ImportJobs, serveImportProgress } from './platform/jobs/import-jobs.ts';
import { servePages } from './platform/pages/pages.ts';
import { servePictures } from './platform/pictures/pictures.ts';
import { Regions } from './platform/places/regions.ts';
import type { MasterKey } from './platform/secrets/master-key.ts';
import { requireMasterKey } from './platform/secrets/master-key-in-use.ts';
import { LongAnswers } from './platform/serve/long-answers.ts';
import { Routes } from './platform/serve/routes.ts';
import { Spool } from './platform/serve/spool.ts';
import { letGoOfStalled } from './platform/serve/stalled.ts';
import type { Services } from './platform/services.ts';
import { fillSample } from './sample/sample.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly masterKey: MasterKey;
  /** Where it listens, without a trailing slash; known once it does. */
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
    bodyLimit: config.bodyMegabytes * megabyte,
    // No parameter has a pattern of its own: the HTTP parser's limit is limit enough.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.setValidatorCompiler(validatorCompiler);
  answerInEnvelopes(app);
  readEmptyBodies(app);
  readForwardedAddresses(app);
  app.decorateRequest('account', undefined);

  await sendSecurityHeaders(app, config.loginLogOrigin);
  await app.register(compress, { threshold: 1024 });
  await app.register(multipart, {
    limits: { files: 1, fileSize: config.fileMegabytes * megabyte, fields: 20, fieldSize: 64 * 1024 },
  });
  const accountLimit = await limitRates(app, config);
  await serveOpenApi(app);

  const sessions = new Sessions(database.kept.sql, {
    idleMinutes: config.sessionIdleMinutes,
    hours: config.sessionHours,
  });
  const audit = new AuditLog(database, masterKey);
  const access = new AccessLog(database.sql, app.log, config.accessLogDays);
  app.addHook('preClose', () => access.flush());
  const spool = new Spool(join(config.dataDir, 'spool'), config.spoolMegabytes);
  // The last of the long connections is for the system's own work.
  const answers = new LongAnswers(spool, Math.max(1, database.long.connections - 1));
  const routes = new Routes(app, { database, sessions, audit, access, accountLimit, answers, spool });
  const enterprise = new EnterpriseSettings(database, config, publicUrl);
  await enterprise.open((error) => app.log.error(error, 'reading the settings of the enterprise failed'));
  const services: Services = {
    system: database,
    config,
    masterKey,
    sessions,
    routes,
    imports: new ImportJobs(database.sql, app.log),
    answers,
    enterprise,
    publicUrl: () => enterprise.publicUrl().value,
    timeZone: () => enterprise.timeZone().value,
    regions: new Regions(),
    log: app.log,
  };
  // Scans and signing in have connections of their own, and so has what takes long.
  const first: Services = { ...services, system: { ...database, ...database.kept } };
  const atLength: Services = { ...services, system: { ...database, ...database.long } };
  const rules = new RuleBook(services);
  await rules.open();
  await requireMasterKey(database.sql, masterKey);
  const guard = new AddressGuard(first);
  const guesses = new GuessLimit(services);
  const asked = new AskedCodes(services, rules, guesses);
  const desk = new ScanDesk(first, rules, guard);
  const looks = new LookBook(first);
  await looks.open();
  const products = new NamedProducts(first, rules, guard);
  const preview = new PagePreview(services, { desk, looks, products });

  const security = serveAccountSecurity(first);
  serveAuditLog(services);
  serveAccessLog(services);
  serveButtons(services);
  serveMenus(services);
  serveRoles(services);
  serveRoleHolders(services);
  serveRolePermissions(services);
  serveOrganisation(services, security.limit);
  servePermissions(services);
  serveDashboard(services);
  serveMaterials(services);
  serveSuppliers(services);
  serveOutsourcing(services);
  serveWarehouses(services);
  serveShipTo(services);
  serveDealers(services);
  serveEnterprise(services);
  serveAreas(services);
  serveBrands(services);
  servePackagingUnits(services);
  serveHierarchies(services);
  serveProductFields(services);
  serveProductDetail(services);
  serveProducts(services);
  const pictures = servePictures(app, services);
  serveImportProgress(services);
  serveCodeRules(services, rules);
  serveRulePreview(services);
  serveCodeOrders(services, rules);
  serveOrderAdd(services, rules);
  serveOrderDetail(services, rules);
  serveOrderParts(services);
  serveOrderDownload(services, rules);
  serveOrderLabels(services, rules);
  serveCodeControl(services, rules, guesses);
  serveCodeClosing(services, rules, guesses);
  serveClosures(services);
  serveCodeImport(services, rules);
  serveCodeQuery(services, rules, guesses);
  serveCustomerInquire(services, guesses, (code, language) => preview.ofCode(code, language));
  serveCustomerQuery(services, rules, asked);
  serveScanFigures(services, rules, asked);
  serveScanGuessing(services);
  serveScanTemplates(services, {
    changed: () => looks.changed(),
    preview: (sample) => preview.ofDesign(sample),
  });
  serveCarousel(services, () => looks.changed());
  serveScan(services, desk);
  keepSwept(app, [sessions, security, access, guard, new ScanPrivacy(atLength), pictures]);
  routes.complete();

  const page = serveConsumerPage(app, first, { desk, looks, products });
  serveDigitalLinks(app, services, { rules, desk, guard, products, page });
  serveHealth(app, database);
  await servePages(app, config.loginLogOrigin);
  cutOffWhenStopping(app);
  letGoOfStalled(app.server, config.stallSeconds);
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  return { app, fillSample: () => fillSample({ app, services, rules, desk, signal: stopping.signal }) };
}

/** A body of no bytes is no body, whatever its content type says: what is required is then named, field by field. */
function readEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}

function keepSwept(app: FastifyInstance, things: readonly { sweep(): Promise<void> }[]): void {
  const sweep = () =>
    Promise.all(things.map((thing) => thing.sweep())).catch((error) =>
      app.log.error(error, 'forgetting old rows failed'),
    );
  const timer = setInterval(() => void sweep(), hour).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** A slow reader of a large file must not keep the server from stopping; downloads can be continued. */
function cutOffWhenStopping(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), grace).unref();
  });
}
