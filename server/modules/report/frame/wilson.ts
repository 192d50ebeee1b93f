import type { BoundSide } from '../../../../contract/thing/report.ts';

/** Nineteen of twenty such intervals hold what they are about. */
const z = 1.959964;

/**
 * What a share is at least and at most, where `part` of `whole` that were looked at were found to be so: the score interval
 * of E. B. Wilson (Probable Inference, the Law of Succession, and Statistical Inference, Journal of the American Statistical
 * Association 22, 1927, pages 209 to 212), at 95 %. Of few it says little, as it should: it stays within 0 and 1, and tells
 * of none in three that they may be more than half. Brown, Cai and DasGupta (Interval Estimation for a Binomial Proportion,
 * Statistical Science 16, 2001) compare it with others and recommend it where few were looked at.
 *
 * It takes each of the whole for a draw of its own. Consumers do not scan by lot, and inspectors go where they suspect
 * something: between dealers it tells what may be chance, and does not tell what part of all goods was diverted.
 */
export function wilson(part: number, whole: number): Readonly<Record<BoundSide, number>> {
  if (whole <= 0) return { least: 0, most: 1 };
  // What was found on the day after it was seen counts on two days.
  const share = Math.min(1, part / whole);
  const scale = 1 + z ** 2 / whole;
  const centre = (share + z ** 2 / (2 * whole)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))) / scale;
  return { least: Math.max(0, centre - half), most: Math.min(1, centre + half) };
}
