/** The last day of a shelf life that begins on a day; null where either is not known. */
export function lastDayOf(productionDate: string | null, shelfLifeDays: number | null): string | null {
  if (productionDate === null || shelfLifeDays === null) return null;
  const day = new Date(`${productionDate}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + shelfLifeDays);
  return day.toISOString().slice(0, 10);
}
