import { pinyin } from 'pinyin-pro';

/** Languages with names for areas below provinces. */

type Written = 'en' | 'es';

/** The ethnic groups in the names of autonomous prefectures, after the place. */
const peoples = /(?:朝鲜|土家|苗|藏|羌|彝|布依|侗|哈尼|壮|傣|白|景颇|傈僳|回|蒙古)族|蒙古$|柯尔克孜$|哈萨克$/g;

/** Places whose international names are not the Pinyin of their characters, after GB/T 28039 and common maps. */
const names: Readonly<Record<string, string>> = {
  // Mongolian
  呼和浩特: 'Hohhot',
  鄂尔多斯: 'Ordos',
  呼伦贝尔: 'Hulunbuir',
  巴彦淖尔: 'Bayannur',
  乌兰察布: 'Ulanqab',
  兴安: 'Hinggan',
  锡林郭勒: 'Xilingol',
  阿拉善: 'Alxa',
  博尔塔拉: 'Bortala',
  巴音郭楞: 'Bayingolin',
  // Manchu
  哈尔滨: 'Harbin',
  齐齐哈尔: 'Qiqihar',
  大兴安岭: 'Da Hinggan Ling',
  // Tibetan
  拉萨: 'Lhasa',
  日喀则: 'Xigazê',
  昌都: 'Qamdo',
  林芝: 'Nyingchi',
  那曲: 'Nagqu',
  阿里: 'Ngari',
  阿坝: 'Ngawa',
  甘孜: 'Garzê',
  迪庆: 'Dêqên',
  果洛: 'Golog',
  // Uyghur, Kazakh and Kyrgyz
  乌鲁木齐: 'Ürümqi',
  克拉玛依: 'Karamay',
  吐鲁番: 'Turpan',
  阿克苏: 'Aksu',
  克孜勒苏: 'Kizilsu',
  喀什: 'Kashgar',
  和田: 'Hotan',
  伊犁: 'Ili',
  阿勒泰: 'Altay',
  // Romanised differently in Taiwan
  台北: 'Taipei',
  新北: 'New Taipei',
  高雄: 'Kaohsiung',
  台中: 'Taichung',
  台南: 'Tainan',
  基隆: 'Keelung',
  新竹: 'Hsinchu',
  嘉义: 'Chiayi',
  彰化: 'Changhua',
  屏东: 'Pingtung',
  台东: 'Taitung',
  花莲: 'Hualien',
  澎湖: 'Penghu',
  金门: 'Kinmen',
  连江: 'Lienchiang',
};

/** The names with the kind of place, if it is usual abroad. */
const kinds: Readonly<Record<Written, Readonly<Record<string, (name: string) => string>>>> = {
  en: {
    市: (name) => name,
    县: (name) => `${name} County`,
    地区: (name) => `${name} Prefecture`,
    盟: (name) => `${name} League`,
    自治州: (name) => `${name} Autonomous Prefecture`,
  },
  es: {
    市: (name) => name,
    县: (name) => `Condado de ${name}`,
    地区: (name) => `Prefectura de ${name}`,
    盟: (name) => `Liga de ${name}`,
    自治州: (name) => `Prefectura Autónoma de ${name}`,
  },
};

/**
 * The name of an area below a province in a language: 福州市 is Fuzhou, 锡林郭勒盟 Xilingol League. Undefined if its name does not say
 * what kind of place it is, or if the language uses the Chinese name.
 */
export function areaNamed(chinese: string, language: string): string | undefined {
  const [, stem = '', kind = ''] = /^(\p{Script=Han}{2,}?)(市|(?<!直辖)县|地区|盟|自治州)$/u.exec(chinese) ?? [];
  const write = kinds[language as Written]?.[kind];
  if (!write) return undefined;
  const name = kind === '自治州' ? withoutPeoples(stem) : stem;
  return write(names[name] ?? inPinyin(name));
}

/** Removes ethnic groups from a name: 黔西南布依族苗族 becomes 黔西南. */
function withoutPeoples(stem: string): string {
  const name = stem.replace(peoples, '');
  return name === '' ? stem : name;
}

/** The Pinyin of a name, with apostrophes before vowels: 西安 becomes Xi’an. */
function inPinyin(name: string): string {
  const [first = '', ...others] = pinyin(name, { toneType: 'none', type: 'array' });
  const spelling = first + others.map((sound) => (/^[aeo]/.test(sound) ? `’${sound}` : sound)).join('');
  return spelling.charAt(0).toUpperCase() + spelling.slice(1);
}
