import type { InputOf } from '../../../contract/call.ts';
import type { ruleAdd } from '../../../contract/tagging.ts';

type RuleInput = Omit<InputOf<typeof ruleAdd>, 'rule_name'>;

/** Formats that enterprises ask for, each a start that can be changed. */
export const presets: Readonly<Record<'antiCounterfeit' | 'digitalLink' | 'sscc', RuleInput>> = {
  antiCounterfeit: { level: 1, prefix: '', alphabet: 'digits', body_length: 16, check: 'none', carrier: 'url' },
  digitalLink: { level: 1, prefix: '', alphabet: 'base32', body_length: 12, check: 'none', carrier: 'digital-link' },
  // Extension digit and an eight-digit company prefix; nine digits of serial reference and the check digit make 18.
  sscc: { level: 3, prefix: '069012345', alphabet: 'digits', body_length: 8, check: 'gs1', carrier: 'plain' },
};
