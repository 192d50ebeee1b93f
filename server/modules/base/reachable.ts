/** The columns that say how to reach somebody. */
export interface Reachable {
  contact: string | null;
  phone: string | null;
  area_code: string | null;
  address: string | null;
}
