import type { BoundSide } from '@suyuan/contract/thing/report.ts';

/** The quantile of the normal distribution for a confidence level of 95 %. */
const z = 1.959964;

/**
 * The bounds of a share, if `part` of `whole` observations were positive: the score interval of E. B. Wilson (Probable
 * Inference, the Law of Succession, and Statistical Inference, Journal of the American Statistical Association 22, 1927, pages
 * 209 to 212) at 95 %. It stays within 0 and 1, and is wide for few observations: 0 of 3 may still be more than half. Brown, Cai
 * and DasGupta (Interval Estimation for a Binomial Proportion, Statistical Science 16, 2001) compare it with others and
 * recommend it for few observations. It assumes independent random observations. Consumers do not scan at random, and inspectors
 * go where they suspect something, so it shows which differences between dealers may be chance, but not what share of all goods
 * was diverted.
 */
export function wilson(part: number, whole: number): Readonly<Record<BoundSide, number>> {
  if (whole <= 0) return { least: 0, most: 1 };
  // Goods found the day after they were seen are counted on two days, so the ratio may exceed 1.
  const share = Math.min(1, part / whole);
  const scale = 1 + z ** 2 / whole;
  const centre = (share + z ** 2 / (2 * whole)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))) / scale;
  return { least: Math.max(0, centre - half), most: Math.min(1, centre + half) };
}
