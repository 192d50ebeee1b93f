/** The products and code rules of an invented liquor maker. GTINs begin with 690 for China. */

export const products = [
  ['YQ-001', '云泉·典藏 53°', '500 mL × 6'],
  ['YQ-002', '云泉·珍品 52°', '500 mL × 6'],
  ['YQ-003', '云泉·经典 46°', '500 mL × 6'],
  ['YQ-004', '云泉·小酒 42°', '100 mL × 24'],
  ['YQ-005', '云泉·礼盒 双支', '2 × 500 mL × 4'],
  ['YQ-006', '云泉·封坛 十年', '750 mL × 6'],
  ['YQ-007', '云泉·封坛 二十年', '750 mL × 6'],
  ['QH-101', '青禾·大曲 50°', '500 mL × 12'],
  ['QH-102', '青禾·特曲 52°', '500 mL × 12'],
  ['QH-103', '青禾·纪念版', '1 L × 6'],
  ['SX-201', '山霞·果酒 青梅', '375 mL × 12'],
  ['SX-202', '山霞·果酒 杨梅', '375 mL × 12'],
].map(([product_code, product_name, spec], index) => ({
  product_code: product_code as string,
  product_name: product_name as string,
  spec: spec as string,
  /** The digits of a GTIN-13 without the check digit. */
  gtinBody: `6900880${String(12_300 + index).padStart(5, '0')}`,
}));

export const rules = [
  {
    rule_name: '瓶码 防伪16位',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'url',
  },
  {
    rule_name: '瓶码 GS1 数字链接',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'digital-link',
  },
  {
    rule_name: '箱码 SSCC-18',
    level: 3,
    prefix: '16900880',
    alphabet: 'digits',
    body_length: 9,
    check: 'gs1',
    carrier: 'plain',
  },
  {
    rule_name: '托盘码 SSCC-18',
    level: 4,
    prefix: '26900880',
    alphabet: 'digits',
    body_length: 9,
    check: 'gs1',
    carrier: 'plain',
  },
  {
    rule_name: '盒码 14位',
    level: 2,
    prefix: 'H',
    alphabet: 'digits',
    body_length: 13,
    check: 'none',
    carrier: 'plain',
  },
] as const;

/** Orders of codes: index of the rule, index of the product (null for pre-codes), quantity, purpose, and days ago. */
export const orders = [
  { rule: 0, product: 0, quantity: 300_000, purpose: '典藏装一线', daysAgo: 29 },
  { rule: 0, product: 1, quantity: 400_000, purpose: '珍品装一线', daysAgo: 25 },
  { rule: 1, product: 2, quantity: 300_000, purpose: '经典装换标', daysAgo: 28 },
  { rule: 2, product: null, quantity: 80_000, purpose: '通用箱标', daysAgo: 29 },
  { rule: 0, product: 3, quantity: 240_000, purpose: '小酒专线', daysAgo: 25 },
  { rule: 4, product: 4, quantity: 20_000, purpose: '礼盒盒标', daysAgo: 27 },
  { rule: 0, product: 4, quantity: 40_000, purpose: '礼盒装瓶标', daysAgo: 27 },
  { rule: 0, product: 5, quantity: 60_000, purpose: '封坛十年', daysAgo: 22 },
  { rule: 0, product: 6, quantity: 30_000, purpose: '封坛二十年', daysAgo: 13 },
  { rule: 1, product: 7, quantity: 200_000, purpose: '青禾大曲首批', daysAgo: 20 },
  { rule: 1, product: 8, quantity: 120_000, purpose: '青禾特曲首批', daysAgo: 16 },
  { rule: 1, product: 9, quantity: 20_000, purpose: '青禾纪念版', daysAgo: 19 },
  { rule: 0, product: 0, quantity: 300_000, purpose: '典藏装备货', daysAgo: 12 },
  { rule: 0, product: null, quantity: 150_000, purpose: '预生码备货', daysAgo: 8 },
  { rule: 0, product: 10, quantity: 30_000, purpose: '试产批次', daysAgo: 28, closed: '试产结束，剩余标签销毁' },
  { rule: 0, product: 10, quantity: 90_000, purpose: '青梅果酒', daysAgo: 26 },
  { rule: 0, product: 11, quantity: 90_000, purpose: '杨梅果酒', daysAgo: 17 },
  { rule: 3, product: null, quantity: 5_000, purpose: '托盘标', daysAgo: 29 },
] as const;

export const userAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.53(0x18003531) NetType/WIFI Language/zh_CN',
  'Mozilla/5.0 (Linux; Android 14; V2309A Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 MicroMessenger/8.0.54.2760(0x28003655) NetType/4G Language/zh_CN ABI/arm64',
  'Mozilla/5.0 (Linux; Android 13; 2211133C Build/TKQ1.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
];
