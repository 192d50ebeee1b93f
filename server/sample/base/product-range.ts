import { brand } from '@suyuan/contract/base/product/brand.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { KeepPicture } from '../filling/sample-pictures.ts';

const units = [
  { unit_code: 'BTL', level: 1, symbol_zh: '瓶', symbol_en: 'bottle', symbol_es: 'botella', symbol_ja: '本' },
  { unit_code: 'BOX', level: 2, symbol_zh: '盒', symbol_en: 'gift box', symbol_es: 'estuche', symbol_ja: '化粧箱' },
  { unit_code: 'CTN', level: 3, symbol_zh: '箱', symbol_en: 'case', symbol_es: 'caja', symbol_ja: 'ケース' },
  { unit_code: 'PLT', level: 4, symbol_zh: '托盘', symbol_en: 'pallet', symbol_es: 'palé', symbol_ja: 'パレット' },
] as const;

/** Packaging relations from the innermost unit outwards: units, and how many of the previous one each holds. */
const hierarchies = [
  { code: 'P-6-40', name: '整托 6 瓶装', levels: { BTL: 1, CTN: 6, PLT: 40 } },
  { code: 'P-12-36', name: '整托 12 瓶装', levels: { BTL: 1, CTN: 12, PLT: 36 } },
  { code: 'P-24-60', name: '整托 24 瓶装', levels: { BTL: 1, CTN: 24, PLT: 60 } },
  { code: 'G-2-4', name: '礼盒装', levels: { BTL: 1, BOX: 2, CTN: 4, PLT: 48 } },
  { code: 'C-10', name: '一箱 10 瓶', levels: { BTL: 1, CTN: 10 } },
  { code: 'C-20', name: '一箱 20 瓶', levels: { BTL: 1, CTN: 20 } },
] as const;

const brands = [
  { code: 'YQ', name: '云泉', lines: [] },
  { code: 'QH', name: '青禾', lines: [] },
  { code: 'SX', name: '山霞', lines: [{ code: 'SX-GJ', name: '山霞果酒' }] },
  { code: 'YK', name: '云泉康', lines: [] },
  { code: 'QT', name: '青田', lines: [] },
] as const;

/** What the products of a brand have in common, as input for adding them. */
export interface Range {
  readonly brand_id: number;
  readonly unit_id: number;
  readonly hierarchy_id: number;
  readonly category: string;
  readonly shelf_life_days?: number;
}

/** Brands of goods whose code format an authority prescribes. */
const regulatedRanges: Readonly<Record<string, { hierarchy: string; category: string; shelf_life_days: number }>> = {
  YK: { hierarchy: 'C-10', category: '中成药', shelf_life_days: 730 },
  QT: { hierarchy: 'C-20', category: '农药', shelf_life_days: 730 },
};

/** Adds packaging, brands and extension fields. Resolves to a function for the range of a product by code and spec. */
export async function fillProductRange(
  call: CallServer,
  keepPicture: KeepPicture,
): Promise<(code: string, spec: string) => Range> {
  const unitIds = new Map<string, number>();
  for (const unit of units) unitIds.set(unit.unit_code, (await call(packagingUnit.add, unit)).id);
  const idOf = (unit: string) => unitIds.get(unit) as number;
  const hierarchyIds: number[] = [];
  for (const { code, name, levels } of hierarchies) {
    const levelRows = Object.entries(levels).map(([unit, quantity]) => ({ unit_id: idOf(unit), quantity }));
    hierarchyIds.push(
      (await call(hierarchy.add, { hierarchy_code: code, hierarchy_name: name, levels: levelRows })).id,
    );
  }
  const brandIds = await fillBrands(call, keepPicture);
  await fillFields(call);
  return (code, spec) => {
    const brand = code.slice(0, 2);
    const regulated = regulatedRanges[brand];
    if (regulated) {
      const hierarchy = hierarchies.findIndex((one) => one.code === regulated.hierarchy);
      return {
        brand_id: brandIds.get(brand) as number,
        unit_id: idOf('BTL'),
        hierarchy_id: hierarchyIds[hierarchy] as number,
        category: regulated.category,
        shelf_life_days: regulated.shelf_life_days,
      };
    }
    const hierarchy = spec.startsWith('2 ×') ? 3 : spec.endsWith('24') ? 2 : spec.endsWith('12') ? 1 : 0;
    return {
      brand_id: brandIds.get(brand === 'SX' ? 'SX-GJ' : brand) as number,
      unit_id: idOf('BTL'),
      hierarchy_id: hierarchyIds[hierarchy] as number,
      category: brand === 'SX' ? '果酒' : '白酒',
      // Spirits do not expire; fruit wine does.
      ...(brand === 'SX' ? { shelf_life_days: 730 } : {}),
    };
  };
}

async function fillBrands(call: CallServer, keepPicture: KeepPicture): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const add = async (code: string, name: string, place: { sort?: number; parent_id?: number }) => {
    const logo = await keepPicture(`logo-${code}`);
    const { id } = await call(brand.add, { brand_code: code, brand_name: name, logo, ...place });
    ids.set(code, id);
    return id;
  };
  for (const [sort, { code, name, lines }] of brands.entries()) {
    const parent_id = await add(code, name, { sort });
    for (const line of lines) await add(line.code, line.name, { parent_id });
  }
  return ids;
}

async function fillFields(call: CallServer): Promise<void> {
  await call(productField.add, {
    field_code: 'alcohol',
    label_zh: '酒精度（%vol）',
    label_en: 'Alcohol (% vol)',
    label_es: 'Alcohol (% vol)',
    label_ja: 'アルコール度数（%）',
    kind: 'number',
    shown_to_consumers: true,
    sort: 1,
  });
  await call(productField.add, {
    field_code: 'aroma',
    label_zh: '香型',
    label_en: 'Aroma',
    label_es: 'Aroma',
    label_ja: '香型',
    kind: 'choice',
    choices: ['酱香型', '浓香型', '清香型', '果香型'],
    choices_en: ['Sauce aroma', 'Strong aroma', 'Light aroma', 'Fruity'],
    choices_es: ['Aroma a salsa', 'Aroma intenso', 'Aroma ligero', 'Afrutado'],
    choices_ja: ['醤香型', '濃香型', '清香型', '果実香型'],
    shown_to_consumers: true,
    sort: 2,
  });
}
