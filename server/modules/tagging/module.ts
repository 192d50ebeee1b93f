import { defineModule } from '../module.ts';
import { serveClosures } from './control/closures.ts';
import { codeBindingTable } from './control/code-binding.table.ts';
import { serveCodeClosing } from './control/code-closing.ts';
import { codeClosureTable } from './control/code-closure.table.ts';
import { serveCodeControl } from './control/code-control.ts';
import { serveCodeQuery } from './control/code-query.ts';
import { codeDownloadTable } from './download/code-download.table.ts';
import { serveOrderDownload } from './download/order-download.ts';
import { codeImportProblemTable, codeImportTable, importedShapeTable } from './import/code-import.table.ts';
import { serveCodeImport } from './import/code-import.ts';
import { serveOrderLabels } from './label/order-labels.ts';
import { codeOrderTable, codePartTable, codeSetTable } from './order/code-order.table.ts';
import { serveCodeOrders } from './order/code-orders.ts';
import { serveOrderAdd } from './order/order-add.ts';
import { serveOrderDetail } from './order/order-detail.ts';
import { serveOrderParts } from './order/order-parts.ts';
import { serveCodeRules } from './rule/code-rules.ts';
import { serveRulePreview } from './rule/rule-preview.ts';

export const tagging = defineModule({
  tables: [
    codeOrderTable,
    codeSetTable,
    codePartTable,
    codeClosureTable,
    codeBindingTable,
    codeDownloadTable,
    codeImportTable,
    codeImportProblemTable,
    importedShapeTable,
  ],
  serve(services, { rules, guesses, sessions }) {
    serveCodeRules(services, rules);
    serveRulePreview(services);
    serveCodeOrders(services, rules);
    serveOrderAdd(services, rules);
    serveOrderDetail(services, rules);
    serveOrderParts(services);
    serveOrderDownload(services, rules, sessions);
    serveOrderLabels(services, rules);
    serveCodeControl(services, rules, guesses);
    serveCodeClosing(services, rules, guesses);
    serveClosures(services);
    serveCodeImport(services, rules);
    serveCodeQuery(services, rules, guesses);
  },
});
