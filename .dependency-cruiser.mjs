// The allowed imports (docs/decisions/dependency-rules.md). Every import that no rule allows is refused, including all imports of a
// folder without a rule.

/** Shared code that belongs to no branch. */
const ground = '^contract/([^/]+$|(access|call|thing)/)|^codes/';
/**
 * What all of the platform may import: the files in its folder itself, except the one that assembles it, and the empty type of
 * the schema.
 */
const platformGround = String.raw`^server/platform/(?!services\.ts)[^/]+$|^server/platform/database/schema\.ts$`;
const platformRooms =
  '^server/platform/(access|audit|backup|bucket|config|database|embedded-postgres|extension|files|find|health|http|imports|jobs|lists|log|metrics|migrate|network|notices|pages|pictures|areas|print|records|references|secrets|serve|spool|status|things|time-mark)/';

/** Pairs of importing files and the files that they may import; `$1` is the first group matched on the left. */
const arrows = [
  ['^contract/', ['^contract/', '^codes/']],
  ['^codes/', '^codes/'],

  ['^server/platform/[^/]+$', [ground, platformGround, String.raw`^server/package\.json$`]],
  [String.raw`^server/platform/services\.ts$`, '^server/platform/'],
  [platformRooms, [ground, platformGround, platformRooms]],
  // The standard's documents as pure functions.
  ['^server/epcis/', ['^codes/', '^server/epcis/']],
  ['^server/identity/', ['^contract/', '^codes/', '^server/(platform|identity)/']],
  ['^server/trace/', ['^contract/', '^codes/', '^server/(epcis|platform|identity|trace)/']],
  ['^server/scans/', ['^contract/', '^codes/', '^server/(platform|identity|trace|scans)/']],
  [String.raw`^server/shared-services\.ts$`, '^server/(platform|identity|trace|scans)/'],
  [
    '^server/modules/([^/]+)/',
    [
      '^contract/',
      '^codes/',
      '^server/(epcis|platform|identity|trace|scans)/',
      String.raw`^server/shared-services\.ts$`,
      '^server/modules/$1/',
    ],
  ],
  ['^server/([^/]+$|commands/|restores/|sample/)', ['^contract/', '^codes/', '^server/(?!build/)']],
  // It combines what the others are made of, and knows only what finds them.
  ['^server/build/', [String.raw`^(contract/call|server/collected)-files\.ts$`, '^server/build/']],

  ['^web/core/', ['^contract/', '^codes/', '^locales/', '^web/core/']],
  ['^web/ui/', ['^contract/', '^codes/', '^web/(core|ui)/']],
  ['^web/layout/', ['^contract/', '^codes/', '^web/(core|ui|layout)/']],
  ['^web/features/([^/]+)/', ['^contract/', '^codes/', '^web/(core|ui)/', '^web/features/$1/']],
  ['^web/([^/]+$|app/)', ['^contract/', '^codes/', '^web/(?!consumer/|handheld/|build/)']],
  // A separate entry whose size is limited.
  ['^web/consumer/', ['^contract/', '^codes/', '^web/consumer/', '^web/core/[^/]+$']],
  // Another one, which has its own look. It shares rules with the console, not components.
  [
    '^web/handheld/',
    [
      '^contract/',
      '^codes/',
      '^locales/',
      '^web/handheld/',
      '^web/core/([^/]+$|i18n/)',
      '^web/ui/(limits|scan/sounds|code/camera/film)',
      '^web/build/',
    ],
  ],
  [String.raw`^web/(build/|vite(\.handheld)?\.config\.ts$)`, '^web/build/'],

  // A simulated line is outside of the server and knows only its calls. The sample data are made by simulated lines.
  ['^simulator/', ['^contract/', '^simulator/']],
  ['^server/sample/', '^simulator/'],

  // Tests may import all of their side; benchmarks, browser tests and documentation may import everything.
  [
    [String.raw`^server/.*\.test\.ts$`, '^server/test/', '^server/modules/[^/]+/test/'],
    ['^contract/', '^codes/', '^server/', '^simulator/', String.raw`^(tools/build|install)\.m[jt]s$`],
  ],
  [String.raw`^web/.*\.test\.tsx?$`, ['^contract/', '^codes/', '^locales/', '^web/']],
  ['^(bench|e2e|docs|tools)/', '^'],
];

export const options = {
  parser: 'swc',
  exclude: { path: ['node_modules', '(^|/)dist/'] },
  enhancedResolveOptions: {
    extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json', '.css'],
    conditionNames: ['import', 'node', 'default'],
    exportsFields: ['exports'],
  },
};

const vague = String.raw`/(utils?|helpers?|common|misc|manager)(\.|/)`;
const barrel = String.raw`/index\.[cm]?[jt]sx?$`;

export default {
  options,
  allowedSeverity: 'error',
  allowed: [
    ...arrows.map(([from, to]) => ({ from: { path: from }, to: { path: to } })),
    { from: {}, to: { dependencyTypes: ['core'] } },
    // TypeScript reports unresolved imports.
    { from: {}, to: { couldNotResolve: true } },
  ],
  forbidden: [
    {
      name: 'no import cycles',
      comment: 'Merge the files, or move what both need to a third. Type-only imports count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'collected files must not import the collectors',
      comment:
        'calls.ts awaits the files of contract/ while it loads, so importing it from one of them would deadlock.',
      severity: 'error',
      from: { path: '^contract/[^/]+/' },
      to: { path: String.raw`^contract/(call-files|calls)\.ts$` },
    },
    ...[
      { from: { path: vague }, to: {} },
      { from: {}, to: { path: vague } },
    ].map((rule) => ({
      name: 'no vague names',
      comment: 'The name must say what the file contains.',
      severity: 'error',
      ...rule,
    })),
    ...[
      { from: { path: barrel }, to: {} },
      { from: {}, to: { path: barrel } },
    ].map((rule) => ({
      name: 'no barrels',
      comment: 'Import from the file that declares the name.',
      severity: 'error',
      ...rule,
    })),
  ],
};
