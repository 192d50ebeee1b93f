import { options } from './.dependency-cruiser.mjs';

// No circle of folders. Tests, which reach across, are left out: so it is a cruise of its own.

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
