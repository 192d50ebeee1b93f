import { options } from './.dependency-cruiser.mjs';

// Forbids cycles between folders. Tests are excluded because they import across folders, which requires a configuration of its
// own.

export default {
  options: { ...options, exclude: { path: [...options.exclude.path, String.raw`\.test\.`, '(^|/)test/'] } },
  forbidden: [
    {
      name: 'no circle of folders',
      comment: 'Of two folders one stands on the other. An import of a type is an import.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
};
