/**
 * Minimum distances between places known only by their province. A province is represented by a circle around all of it: the
 * distance between two circles is a lower bound for any two places in them.
 */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  /** In kilometres. */
  readonly radius: number;
}

/** The circles by the first two characters of the provinces' names, which are unique. */
const circles: Readonly<Record<string, readonly [code: string, latitude: number, longitude: number, radius: number]>> =
  {
    北京: ['110000', 40.2, 116.5, 120],
    天津: ['120000', 39.3, 117.4, 110],
    河北: ['130000', 39.3, 116.2, 430],
    山西: ['140000', 37.6, 112.3, 370],
    内蒙: ['150000', 44.5, 112.0, 1450],
    辽宁: ['210000', 41.2, 122.5, 340],
    吉林: ['220000', 43.6, 126.4, 430],
    黑龙: ['230000', 48.3, 128.4, 720],
    上海: ['310000', 31.3, 121.5, 90],
    江苏: ['320000', 33.0, 119.4, 330],
    浙江: ['330000', 29.2, 120.4, 310],
    安徽: ['340000', 32.0, 117.2, 340],
    福建: ['350000', 26.0, 118.1, 330],
    江西: ['360000', 27.3, 116.0, 360],
    山东: ['370000', 36.4, 118.8, 390],
    河南: ['410000', 33.9, 113.5, 360],
    湖北: ['420000', 31.0, 112.3, 430],
    湖南: ['430000', 27.4, 111.6, 370],
    广东: ['440000', 22.9, 113.5, 510],
    广西: ['450000', 23.7, 108.3, 430],
    海南: ['460000', 19.2, 109.8, 220],
    重庆: ['500000', 30.2, 107.7, 330],
    四川: ['510000', 30.2, 102.9, 680],
    贵州: ['520000', 26.9, 106.6, 380],
    云南: ['530000', 25.2, 101.8, 600],
    西藏: ['540000', 31.6, 88.7, 1100],
    陕西: ['610000', 35.6, 108.7, 490],
    甘肃: ['620000', 37.8, 100.9, 1000],
    青海: ['630000', 35.6, 96.2, 720],
    宁夏: ['640000', 37.3, 106.0, 260],
    新疆: ['650000', 41.8, 85.0, 1250],
    台湾: ['710000', 23.7, 120.9, 240],
    香港: ['810000', 22.4, 114.1, 50],
    澳门: ['820000', 22.2, 113.6, 20],
  };

/** The circle of a province by its name, with or without its kind; undefined if there is no such province. */
export function circleOfProvince(name: string): Circle | undefined {
  const circle = circles[name.slice(0, 2)];
  return circle && { latitude: circle[1], longitude: circle[2], radius: circle[3] };
}

/** The code of a province by its name, with or without its kind. */
export const provinceCode = (name: string): string | undefined => circles[name.slice(0, 2)]?.[0];

const circleByCode = new Map(
  Object.values(circles).map(([code, latitude, longitude]) => [code, { latitude, longitude }] as const),
);

/** The centre of a province by its code; undefined if there is no such province. */
export const centreOfProvince = (code: string) => circleByCode.get(code);

/** The codes of all provinces whose circle meets that of a place. */
export const provincesAround = (place: Circle): string[] =>
  Object.values(circles)
    .filter(([, latitude, longitude, radius]) => minKilometres(place, { latitude, longitude, radius }) === 0)
    .map(([code]) => code);

/**
 * The province of a place: the likely one if its circle meets that of the place, else the only candidate; undefined if there are
 * none or several.
 */
export function oneProvince(place: Circle, likely?: string): string | undefined {
  const around = provincesAround(place);
  if (likely !== undefined && around.includes(likely)) return likely;
  return around.length === 1 ? around[0] : undefined;
}

const earth = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The minimum distance between two circles in kilometres. */
export function minKilometres(a: Circle, b: Circle): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const share =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  const between = 2 * earth * Math.asin(Math.min(1, Math.sqrt(share)));
  return Math.max(0, between - a.radius - b.radius);
}
