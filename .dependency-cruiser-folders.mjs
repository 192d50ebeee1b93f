import { options } from './.dependency-cruiser.mjs';

// Forbids cycles between folders. Tests are excluded because they import across folders, which requires a configuration of its
// own.

export default {
  options: { ...options, exclude: { path: [...options.exclude.path, String.raw`\.test\.`, '(^|/)test/'] } },
  forbidden: [
    {
      name: 'no cycles between folders',
      comment: 'Of two folders, only one may import the other. Type-only imports count.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
};
