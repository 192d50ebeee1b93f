interface MasterDataRow {
  search_text: string;
  search_grams?: string;
  created_at: Date;
  updated_at: Date;
}

/** A row as it is answered: moments in words, and without what it is only found by. */
export const presentRow = <Row extends MasterDataRow>({ search_text: _, search_grams: __, ...row }: Row) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
