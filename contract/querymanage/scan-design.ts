import Type from 'typebox';
import { verdicts } from '../consumer/scan.ts';
import { PictureHash } from '../picture.ts';
import { Input, Text } from '../thing/fields.ts';
import { Localised } from '../thing/in-languages.ts';

/**
 * The content of a scan template, for the consumer page. The verdict is no block, because it always comes first. In a language that a
 * text omits, the page uses its built-in text.
 */

/** An https address without user name or password, so that a link cannot run a script or hide where it leads. */
export const SafeLink = () => Text(512, { pattern: '^https://[^\\s"<>@\\\\]+$' });

const Colour = () => Type.String({ pattern: '^#[0-9a-f]{6}$', maxLength: 7 });

/** Built-in blocks of the page; each can appear once. */
export const ownBlocks = ['product', 'story', 'code', 'trace', 'carousel', 'enterprise', 'place', 'ask'] as const;
export type OwnBlock = (typeof ownBlocks)[number];

/** Maximum lengths of the texts of a template. */
export const longestTexts = {
  bannerWords: 120,
  customTitle: 60,
  customWords: 1000,
  verdictTitle: 40,
  verdictWords: 300,
  footer: 120,
} as const;

const blockKinds = {
  own: Input({ kind: Type.Enum([...ownBlocks]) }),
  banner: Input({
    kind: Type.Literal('banner'),
    picture: PictureHash(),
    /** Alternative text of the picture. */
    words: Localised(longestTexts.bannerWords),
    link: Type.Optional(SafeLink()),
  }),
  custom: Input({
    kind: Type.Literal('custom'),
    title: Localised(longestTexts.customTitle),
    words: Localised(longestTexts.customWords),
    link: Type.Optional(SafeLink()),
  }),
};
export const DesignBlock = Type.Union([blockKinds.own, blockKinds.banner, blockKinds.custom]);
export type DesignBlock = Type.Static<typeof DesignBlock>;

/** Texts for a verdict, used from the `from`-th scan of the code on. `[[count]]` is replaced by the number of scans. */
export const VerdictWords = Input({
  verdict: Type.Enum([...verdicts]),
  from: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  title: Localised(longestTexts.verdictTitle),
  words: Localised(longestTexts.verdictWords),
});
export type VerdictWords = Type.Static<typeof VerdictWords>;

/** Colours that need enough contrast with white, as background of white text or as text on white. */
export const colourNames = ['accent', ...verdicts] as const;
export type ColourName = (typeof colourNames)[number];

export const ScanDesign = Input({
  blocks: Type.Array(DesignBlock, { maxItems: 24 }),
  verdicts: Type.Array(VerdictWords, { maxItems: 20 }),
  colours: Input(Object.fromEntries(colourNames.map((name) => [name, Colour()])) as Record<ColourName, Type.TString>),
  footer: Localised(longestTexts.footer),
});
export type ScanDesign = Type.Static<typeof ScanDesign>;

/** The design of the page without a template. */
export const plainDesign: ScanDesign = {
  blocks: ownBlocks.filter((kind) => kind !== 'carousel').map((kind) => ({ kind })),
  verdicts: [],
  colours: {
    accent: '#1559b7',
    genuine: '#0e6b3b',
    repeated: '#8a4b00',
    recalled: '#a51d2a',
    lost: '#a51d2a',
    unbound: '#45566d',
    void: '#a51d2a',
    unknown: '#a51d2a',
  },
  footer: {},
};
