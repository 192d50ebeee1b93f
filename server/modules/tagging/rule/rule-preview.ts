import { randomBytes } from 'node:crypto';
import { carrierText } from '@suyuan/codes/carrier/carrier.ts';
import { createCoder } from '@suyuan/codes/coder/coder.ts';
import { capacity, codeLength, domain, guessOdds } from '@suyuan/codes/format/format.ts';
import { type Parameter, type PresetName, presets, resolvePreset } from '@suyuan/codes/format/presets.ts';
import { type PresetParameter, rulePreset, rulePresets, rulePreview } from '@suyuan/contract/tagging/rule-preview.ts';
import { elementString, humanText } from '#identity/print/gs1-text.ts';
import { text } from '#platform/language.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { codeFormat, type RuleInput, rivalOf, ruleProblems } from './rule-room.ts';

const sampleCount = 10;
/** A GTIN that GS1 reserves for examples. */
const sampleGtin = '09506000134352';

/** Serves previews of what a rule would print, and the presets of public standards. */
export function serveRulePreview({ routes, publicUrl }: Services): void {
  routes.serve(rulePreview, async ({ id, rule_name: _, ...input }, caller) => {
    const format = codeFormat(input);
    const unsound = ruleProblems(input);
    const rival = await rivalOf(caller.db, format, id);
    return {
      samples: unsound.length > 0 ? [] : samples(input, publicUrl()),
      length: codeLength(format),
      capacity: capacity(format),
      domain: String(domain(format)),
      odds_at: [...new Set([1_000_000, 100_000_000, capacity(format)])]
        .filter((issued) => issued <= capacity(format))
        .map((issued) => ({ issued, odds: guessOdds(format, issued) })),
      problems: [...unsound, ...(rival ? [rival] : [])].map(({ path, reason, params }) => ({
        field: path,
        reason,
        message: text(caller.language, `problem.${reason}`, params),
      })),
    };
  });

  routes.serve(rulePresets, async () =>
    (Object.keys(presets) as PresetName[]).map((preset) => {
      const { levels, carriers, elements, options } = presets[preset];
      return {
        preset,
        levels: [...levels],
        carriers: [...carriers],
        parameters: [...elements, ...options].map(parameterOf),
      };
    }),
  );

  routes.serve(rulePreset, async ({ preset: name, parameters, ...wish }) => {
    const preset = presets[name];
    const use = { level: wish.level ?? preset.levels[0], carrier: wish.carrier ?? preset.carriers[0] };
    const { format, problems } = resolvePreset(name, parameters, use);
    if (problems) {
      const inUse = (field: string) => (field in use ? field : `parameters.${field}`);
      throw badInput(...problems.map(({ field, ...reason }) => ({ path: inUse(field), ...reason })));
    }
    const { prefix, alphabet, bodyLength, check, numbering = 'random' } = format;
    return { ...use, prefix, alphabet, body_length: bodyLength, check, numbering, symbol: preset.symbol };
  });
}

function parameterOf(parameter: Parameter): PresetParameter {
  const { name, kind } = parameter;
  const [least, most] =
    parameter.kind === 'digits'
      ? [parameter.shortest, parameter.longest]
      : parameter.kind === 'number'
        ? [parameter.least, parameter.most]
        : [null, null];
  return { name, kind, least, most, choices: parameter.kind === 'choice' ? [...parameter.choices] : [] };
}

/** Samples with a random key, so that they show the format but are not codes of any rule. */
function samples(input: RuleInput, publicUrl: string) {
  const coder = createCoder(codeFormat(input), randomBytes(32));
  const { carrier, level, symbol } = input;
  return Array.from({ length: sampleCount }, (_, counter) => {
    const code = coder.encode(counter);
    const content = carrierText(code, { carrier, publicUrl, gtin: sampleGtin, level });
    const elements = symbol === 'gs1-128' ? elementString({ code, level, gtin: sampleGtin }) : undefined;
    const human = humanText(code, { carrier, level, gtin: sampleGtin });
    return { code, content, symbol_text: elements ?? content, human };
  });
}
