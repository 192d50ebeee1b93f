/** ISO 3166-2:CN letters of the provinces, by their names on the map. The translations use the letters as keys. */
const letters = {
  北京: 'BJ',
  天津: 'TJ',
  河北: 'HE',
  山西: 'SX',
  内蒙古: 'NM',
  辽宁: 'LN',
  吉林: 'JL',
  黑龙江: 'HL',
  上海: 'SH',
  江苏: 'JS',
  浙江: 'ZJ',
  安徽: 'AH',
  福建: 'FJ',
  江西: 'JX',
  山东: 'SD',
  河南: 'HA',
  湖北: 'HB',
  湖南: 'HN',
  广东: 'GD',
  广西: 'GX',
  海南: 'HI',
  重庆: 'CQ',
  四川: 'SC',
  贵州: 'GZ',
  云南: 'YN',
  西藏: 'XZ',
  陕西: 'SN',
  甘肃: 'GS',
  青海: 'QH',
  宁夏: 'NX',
  新疆: 'XJ',
  台湾: 'TW',
  香港: 'HK',
  澳门: 'MO',
} as const;
type MapName = keyof typeof letters;

const kind = /(省|市|特别行政区|(壮族|回族|维吾尔)?自治区)$/;

/** The name of a region on the map: 广西壮族自治区 is 广西 there. Undefined if the map does not have it. */
export function mapNameOf(region: string): string | undefined {
  const name = region.trim().replace(kind, '');
  return Object.hasOwn(letters, name) ? name : undefined;
}

/** The text key of a province's name. */
export const provinceKey = (mapName: string) => `province.${letters[mapName as MapName]}` as const;
