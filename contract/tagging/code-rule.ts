import { alphabetNames } from '@suyuan/codes/format/alphabet.ts';
import { checkNames } from '@suyuan/codes/format/check.ts';
import { carriers, levels, numberings } from '@suyuan/codes/format/format.ts';
import { presetNames } from '@suyuan/codes/format/presets.ts';
import Type from 'typebox';
import { statusField } from '../base/partner-fields.ts';
import { defineCall } from '../call/call.ts';
import { IdOutput, Input, Nullable, OneOfNumbers, RequiredText, RuleId, Text } from '../thing/fields.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, inputOf, moments, readOnly, required } from '../thing/thing-fields.ts';
import { genuineSteps } from '../trace/genuine.ts';

export const symbols = ['qrcode', 'datamatrix', 'gs1-128'] as const;

/** The format of the codes. Except for the symbol, it cannot change after the first code was issued. */
export const formatFields = {
  level: required(OneOfNumbers(levels), { sort: true, filter: true }),
  prefix: required(Text(20, { pattern: '^[0-9A-Za-z]*$' })),
  alphabet: required(Type.Enum([...alphabetNames])),
  body_length: required(Type.Integer({ minimum: 4, maximum: 32 })),
  check: required(Type.Enum([...checkNames])),
  carrier: required(Type.Enum([...carriers]), { filter: true }),
  /** Sequential numbering is for cases and pallets only. */
  numbering: defaulted(Type.Enum([...numberings])),
  symbol: defaulted(Type.Enum([...symbols])),
};

/** Defaults of the format. */
export const defaultFormat = { numbering: 'random', symbol: 'qrcode' } as const;

export const codeRule = defineThing({
  key: 'coderule',
  table: 'code_rule',
  parties: 'read',
  path: '/api/tagging/coderules',
  fields: {
    id: readOnly(RuleId(), { sort: true }),
    rule_name: required(RequiredText(64), { sort: true }),
    /** A rule in use keeps its format; a changed format becomes a new version of the rule. */
    version: readOnly(Type.Integer()),
    previous_id: readOnly(Nullable(RuleId()), { exported: false }),
    next_id: readOnly(Nullable(RuleId()), { exported: false }),
    /** The public standard that the format was taken from. */
    preset: readOnly(Nullable(Type.Enum([...presetNames]))),
    ...formatFields,
    /**
     * From which step on a consumer is told that the code is genuine. A later step than before holds for codes that are ordered from
     * then on, an earlier one for all.
     */
    genuine_from: defaulted(Type.Enum([...genuineSteps]), { filter: true }),
    ...statusField,
    /** The number of codes issued, and of codes that can be issued in total. */
    issued: readOnly(Type.Integer(), { sort: true }),
    capacity: readOnly(Type.Integer()),
    /** The probability that a guessed code of this format has been issued: issued / domain. */
    guess_odds: readOnly(Type.Number()),
    ...moments,
  },
  chosenOn: ['records', 'readycreate', 'productlist', 'productaddedit'],
  without: ['import'],
  summaries: {
    page: 'List code rules (paged).',
    add: 'Add a code rule. Refused if its domain is below 1 000 000, or if it could accept codes of another rule.',
    update:
      'Change a code rule. After codes were issued, only name, status, symbol and the step from which they are genuine can change. A ' +
      'later step holds for codes ordered from then on, an earlier one for all. If `updated_at` is sent ' +
      'and outdated, the call is refused (409).',
    delete: 'Delete a code rule that has issued no codes.',
  },
});
export type CodeRule = RowOf<typeof codeRule>;

export const ruleVersion = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/version',
  access: ['coderule:add'],
  summary:
    'Create the next version of a rule in use: a separate rule with another format, under the same name. Codes of the ' +
    'old one remain valid, and it issues no more.',
  input: Input({ id: RuleId(), ...inputOf(formatFields), rule_name: Type.Optional(RequiredText(64)) }),
  output: IdOutput(),
});
