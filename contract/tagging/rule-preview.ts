import { presetNames } from '@suyuan/codes/format/presets.ts';
import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Input, NoInput, Nullable, RuleId, Text } from '../thing/fields.ts';
import { inputOf, rowOf } from '../thing/thing-fields.ts';
import { formatFields } from './code-rule.ts';

/** A preview of the codes of a rule before it is saved, and presets for public standards. */

const { level, carrier } = inputOf(formatFields);

export const rulePreview = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/preview',
  effect: 'none',
  access: ['coderule'],
  summary: 'Preview a rule: ten samples, length, capacity, odds of guessing, and what prevents it.',
  input: Input({ ...inputOf(formatFields), rule_name: Type.Optional(Text(64)), id: Type.Optional(RuleId()) }),
  output: Type.Object({
    samples: Type.Array(
      Type.Object({
        code: Type.String(),
        content: Type.String(),
        /** The text encoded in the symbol; for GS1-128, an element string in brackets. */
        symbol_text: Type.String(),
        /** The human-readable form on a label. */
        human: Type.String(),
      }),
    ),
    length: Type.Integer(),
    capacity: Type.Integer(),
    /** Decimal digits as a string, because the number can exceed the integers of JSON. */
    domain: Type.String(),
    /** The probability of guessing a code, by the number of codes issued. */
    odds_at: Type.Array(Type.Object({ issued: Type.Integer(), odds: Type.Number() })),
    problems: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), message: Type.String() })),
  }),
});

export const PresetParameter = Type.Object({
  name: Type.String(),
  kind: Type.Enum(['digits', 'number', 'choice']),
  /** For digits, the minimum and maximum length; for a number, the minimum and maximum value. */
  least: Nullable(Type.Integer()),
  most: Nullable(Type.Integer()),
  choices: Type.Array(Type.String()),
});
export type PresetParameter = Type.Static<typeof PresetParameter>;

export const rulePresets = defineCall({
  method: 'GET',
  path: '/api/tagging/coderules/presets',
  access: ['coderule'],
  summary: 'List formats of public standards, with the parameters that they leave open.',
  input: NoInput(),
  output: Type.Array(
    Type.Object({
      preset: Type.Enum([...presetNames]),
      levels: Type.Array(Type.Integer()),
      carriers: Type.Array(Type.String()),
      parameters: Type.Array(PresetParameter),
    }),
  ),
});
export const rulePreset = defineCall({
  method: 'POST',
  path: '/api/tagging/coderules/preset',
  effect: 'none',
  access: ['coderule'],
  summary: 'Get the format of a standard with its parameters filled in. 400 names each parameter that is not valid.',
  input: Input({
    preset: Type.Enum([...presetNames]),
    level: Type.Optional(level),
    carrier: Type.Optional(carrier),
    /** Values of the preset's parameters, by name. */
    parameters: Type.Unsafe<Readonly<Record<string, string>>>(Type.Object({}, { additionalProperties: Text(20) })),
  }),
  output: Type.Object(rowOf(formatFields)),
});
