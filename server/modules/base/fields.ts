interface MasterDataRow {
  search_text: string;
  search_grams?: string;
  created_at: Date;
  updated_at: Date;
}

/** The output for a row: times in ISO 8601, without the columns for searching. */
export const presentRow = <Row extends MasterDataRow>({ search_text: _, search_grams: __, ...row }: Row) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
