import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { serveClosingAffects } from './control/closing-affects.ts';
import { serveClosures } from './control/closures.ts';
import { serveCodeClosing } from './control/code-closing.ts';
import { serveCodeControl } from './control/code-control.ts';
import { serveCodeQuery } from './control/code-query.ts';
import { serveOrderDownload } from './download/order-download.ts';
import { serveCodeImport } from './import/code-import.ts';
import { serveOrderLabels } from './label/order-labels.ts';
import { serveCodeOrders } from './order/code-orders.ts';
import { serveOrderAdd } from './order/order-add.ts';
import { serveOrderDetail } from './order/order-detail.ts';
import { serveOrderParts } from './order/order-parts.ts';
import { serveCodeRules } from './rule/code-rules.ts';
import { serveRulePreview } from './rule/rule-preview.ts';

export default function serveTagging(services: Services, shared: SharedServices): void {
  const { rules, guesses, sessions } = shared;
  serveCodeRules(services, rules);
  serveRulePreview(services);
  serveCodeOrders(services, rules);
  serveOrderAdd(services, rules);
  serveOrderDetail(services, rules);
  serveOrderParts(services);
  serveOrderDownload(services, rules, sessions);
  serveOrderLabels(services, rules);
  serveCodeControl(services, rules, guesses);
  serveCodeClosing(services, shared);
  serveClosingAffects(services, shared);
  serveClosures(services, shared);
  serveCodeImport(services, rules);
  serveCodeQuery(services, rules, guesses);
}
