import { lazy, Suspense } from 'react';
import {
  alphabetNames,
  carriers,
  checkNames,
  levels,
  numberings,
  presetNames,
  ruleAdd,
  ruleDelete,
  ruleExport,
  rulePage,
  ruleUpdate,
  symbols,
} from '../../../../contract/tagging/code-order.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';

const RulePreview = lazy(() => import('./RulePreview.tsx'));
const RuleVersion = lazy(() => import('./RuleVersion.tsx'));

const spec: ListSpec = {
  name: 'coderule',
  page: rulePage,
  add: ruleAdd,
  update: ruleUpdate,
  remove: ruleDelete,
  export: ruleExport,
  titleOf: (row) => `${row.rule_name}`,
  formAside: (values, fill) => (
    <Suspense>
      <RulePreview values={values} fill={fill} />
    </Suspense>
  ),
  actions: [
    {
      key: 'version',
      text: 'coderule.newVersion',
      permission: 'coderule:add',
      shown: (row) => (row.issued as number) > 0 && row.next_id === null,
      dialog: (props) => <RuleVersion {...props} spec={spec} />,
    },
  ],
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    { key: 'rule_name', kind: 'text', column: { width: 200, sort: true }, form: { required: true, maxLength: 64 } },
    { key: 'version', kind: 'number', column: { width: 80 } },
    {
      key: 'preset',
      kind: 'choice',
      choices: presetNames,
      column: { width: 190 },
    },
    {
      key: 'level',
      kind: 'choice',
      choices: levels,
      search: true,
      column: { width: 100, sort: true },
      form: { required: true, initial: 1 },
    },
    {
      key: 'prefix',
      kind: 'text',
      column: { width: 120 },
      form: {
        maxLength: 20,
        initial: '',
        hint: 'coderule.prefixHint',
        pattern: { test: /^[0-9A-Za-z]*$/, says: 'coderule.prefixPattern' },
      },
    },
    {
      key: 'alphabet',
      kind: 'choice',
      choices: alphabetNames,
      column: { width: 170 },
      form: { required: true, initial: 'digits' },
    },
    {
      key: 'body_length',
      kind: 'number',
      min: 4,
      max: 32,
      column: { width: 100 },
      form: { required: true },
    },
    {
      key: 'check',
      kind: 'choice',
      choices: checkNames,
      column: { width: 150 },
      form: { required: true, initial: 'none' },
    },
    {
      key: 'carrier',
      kind: 'choice',
      choices: carriers,
      search: true,
      column: { width: 150 },
      form: { required: true, initial: 'url' },
    },
    {
      key: 'numbering',
      kind: 'choice',
      choices: numberings,
      column: { width: 130, hidden: true },
      form: { required: true, initial: 'random', hint: 'coderule.numberingHint' },
    },
    {
      key: 'symbol',
      kind: 'choice',
      choices: symbols,
      column: { width: 130 },
      form: { required: true, initial: 'qrcode' },
    },
    {
      key: 'status',
      kind: 'choice',
      choices: ['enabled', 'disabled'],
      tones: { enabled: 'success', disabled: 'default' },
      search: true,
      column: { width: 100 },
      form: { required: true, initial: 'enabled', onlyOld: true },
    },
    { key: 'issued', kind: 'number', column: { width: 140, sort: true } },
    { key: 'capacity', kind: 'number', column: { width: 180 } },
    { key: 'guess_odds', kind: 'share', column: { width: 260 } },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
  ],
};

/** The forms that codes are issued in. */
export default function CodeRules() {
  return <DataPage spec={spec} />;
}
