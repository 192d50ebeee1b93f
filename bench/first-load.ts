import { type Benchmark, Skipped } from './harness.ts';
export const firstLoad: Benchmark = {
  name: 'first-load',
  run: async () => {
    throw new Skipped('not written yet');
  },
};
