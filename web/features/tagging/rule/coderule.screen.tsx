import { codeRule, defaultFormat } from '@suyuan/contract/tagging/code-rule.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { ListSpec } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

const PresetCards = later(async () => ({ default: (await import('./PresetCards.tsx')).PresetCards }));
const RulePreview = later(() => import('./RulePreview.tsx'));
const RuleVersion = later(() => import('./RuleVersion.tsx'));

const ruleList: ListSpec = thingList(codeRule, {
  disables: false,
  titleOf: (row) => row.rule_name,
  // Presets are offered only while the rule has issued no codes, because its format is fixed afterwards.
  formHead: (fill, row) =>
    Number(row?.issued ?? 0) === 0 && (
      <Suspense>
        <PresetCards fill={fill} />
      </Suspense>
    ),
  formAside: (values, row) => (
    <Suspense>
      <RulePreview values={values} id={row?.id as number | undefined} />
    </Suspense>
  ),
  actions: [
    {
      key: 'version',
      text: 'coderule.newVersion',
      permission: 'coderule:add',
      shown: (row) => row.issued > 0 && row.next_id === null,
      dialog: (props) => <RuleVersion {...props} spec={ruleList} />,
    },
  ],
  shown: {
    id: { column: false },
    rule_name: { width: 170 },
    version: { width: 70 },
    preset: { width: 170 },
    level: { width: 80, form: { initial: 1 } },
    prefix: {
      width: 110,
      wrong: 'coderule.prefixPattern',
      form: { required: false, initial: '', hint: 'coderule.prefixHint' },
    },
    alphabet: { width: 170, hidden: true, form: { initial: 'digits' } },
    body_length: { width: 100, hidden: true },
    check: { width: 150, hidden: true, form: { initial: 'none' } },
    carrier: { width: 120, form: { initial: 'url' } },
    numbering: {
      width: 130,
      hidden: true,
      form: { required: true, initial: defaultFormat.numbering, hint: 'coderule.numberingHint' },
    },
    symbol: { width: 130, hidden: true, form: { required: true, initial: defaultFormat.symbol } },
    genuine_from: {
      width: 150,
      form: { required: true, initial: 'issued', hint: 'coderule.genuineHint' },
    },
    status: {
      width: 80,
      tones: { enabled: 'success', disabled: 'default' },
      form: { required: true, initial: 'enabled', onlyOld: true },
    },
    issued: { width: 100 },
    capacity: { width: 180, hidden: true },
    guess_odds: { kind: 'share', width: 260, hidden: true },
    updated_at: { hidden: true },
  },
});

export const preload = firstRows(ruleList);

/** Code rules: the formats in which codes are issued. */
export default function CodeRules() {
  return <DataPage spec={ruleList} />;
}
