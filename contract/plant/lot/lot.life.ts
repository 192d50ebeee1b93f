import { defineLife } from '../../life.ts';
import { lotRelease, lotTakeBack } from './lot-release.ts';

/** How far a lot is: made by its work orders, released by quality, and released for the market, when it may be shipped. */
export const lotLife = defineLife({
  thing: 'lot',
  statuses: ['made', 'quality', 'market'],
  steps: {
    quality: {
      from: ['made'],
      to: 'quality',
      by: lotRelease,
      undoneBy: 'take_back_quality',
      leaves: 'who had released it, and who took that back, why',
    },
    market: {
      from: ['quality'],
      to: 'market',
      by: lotRelease,
      undoneBy: 'take_back_market',
      leaves: 'who had released it, and who took that back, why',
    },
    take_back_market: { from: ['market'], to: 'quality', by: lotTakeBack, undoneBy: 'market' },
    take_back_quality: { from: ['quality'], to: 'made', by: lotTakeBack, undoneBy: 'quality' },
  },
});
