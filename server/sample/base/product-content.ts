import type { product } from '@suyuan/contract/base/product/product.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { KeepPicture } from '../filling/sample-pictures.ts';

type Content = Required<Pick<InputOf<typeof product.add>, 'pictures' | 'description' | 'extension'>>;

/** What consumers read about the wines of each brand. */
const houses: Readonly<Record<string, { aroma: string; strength: string; words: Content['description'] }>> = {
  YQ: {
    aroma: '酱香型',
    strength: '53',
    words: {
      zh: '<p>取云泉活水，用红缨子高粱与高温大曲，<strong>九次蒸煮、八次发酵、七次取酒</strong>，陶坛贮存后勾调而成。</p><p>酱香突出，入口绵柔，空杯留香。请置于阴凉干燥处，适量饮用。</p>',
      en: '<p>Spring water, red sorghum and high-temperature starter: <strong>steamed nine times, fermented eight times, distilled seven times</strong>, and rested in earthen jars.</p><p>Full soy-like aroma, soft on the palate. Keep cool and dry; enjoy in moderation.</p>',
      es: '<p>Agua de manantial, sorgo rojo y fermento de alta temperatura: <strong>nueve cocciones, ocho fermentaciones, siete destilaciones</strong> y reposo en tinajas de barro.</p><p>Aroma intenso y boca suave. Conservar en lugar fresco y seco; beber con moderación.</p>',
      ja: '<p>湧き水と紅纓子コーリャン、高温麹を用い、<strong>九回蒸し、八回発酵、七回蒸留</strong>して陶製の甕で寝かせました。</p><p>豊かな醤香とやわらかな口当たり。涼しく乾いた場所に保管し、適量をお楽しみください。</p>',
    },
  },
  QH: {
    aroma: '清香型',
    strength: '52',
    words: {
      zh: '<p>青禾大曲，地缸发酵、清蒸二次清，<strong>清香纯正，余味爽净</strong>。</p>',
      en: '<p>Fermented in jars sunk in the ground and distilled twice: <strong>a clean, light aroma and a crisp finish</strong>.</p>',
      es: '<p>Fermentado en tinajas enterradas y destilado dos veces: <strong>aroma limpio y ligero, final fresco</strong>.</p>',
      ja: '<p>地中の甕で発酵させ、二度蒸留しました。<strong>澄んだ香りとすっきりした後味</strong>が特長です。</p>',
    },
  },
  SX: {
    aroma: '果香型',
    strength: '12',
    words: {
      zh: '<p>当季鲜果低温浸泡，<strong>不添加香精色素</strong>。冰镇后饮用更佳，开瓶后请冷藏并在七天内饮完。</p>',
      en: '<p>Fruit of the season, steeped cold, <strong>without added flavour or colour</strong>. Best chilled; once open, keep in the fridge and drink within seven days.</p>',
      es: '<p>Fruta de temporada macerada en frío, <strong>sin aromas ni colorantes añadidos</strong>. Mejor fría; una vez abierta, en la nevera y antes de siete días.</p>',
      ja: '<p>旬の果実を低温で漬け込みました。<strong>香料・着色料は使っていません</strong>。冷やしてどうぞ。開封後は冷蔵し、七日以内にお飲みください。</p>',
    },
  },
};

/** What consumers read about products that are not wines. */
const others: Readonly<Record<string, Content['description']>> = {
  'YK-301': {
    zh: '<p>川贝枇杷糖浆，<strong>请仔细阅读说明书并在医师指导下使用</strong>。密封，置阴凉处。（样例产品）</p>',
    en: '<p>Loquat syrup with fritillary. <strong>Read the leaflet and ask your doctor.</strong> Keep closed, in a cool place. (A sample, no real product.)</p>',
    es: '<p>Jarabe de níspero con fritilaria. <strong>Lea el prospecto y consulte a su médico.</strong> Manténgase cerrado y en lugar fresco. (Producto de ejemplo.)</p>',
    ja: '<p>川貝枇杷シロップ。<strong>説明書をよく読み、医師の指示に従ってください。</strong>密栓し、涼しい所に保管してください。（見本の製品です）</p>',
  },
  'QT-401': {
    zh: '<p>苦参碱水剂，植物源杀虫剂。<strong>按标签使用，注意安全间隔期</strong>，远离儿童与食品。（样例产品）</p>',
    en: '<p>Matrine, an insecticide of plants. <strong>Use as the label says and heed the interval before harvest.</strong> Keep away from children and food. (A sample, no real product.)</p>',
    es: '<p>Matrina, insecticida de origen vegetal. <strong>Úsese según la etiqueta y respete el plazo de seguridad.</strong> Lejos de niños y alimentos. (Producto de ejemplo.)</p>',
    ja: '<p>マトリン水剤、植物由来の殺虫剤。<strong>ラベルに従って使用し、収穫前日数を守ってください。</strong>子どもや食品から離して保管してください。（見本の製品です）</p>',
  },
};

/** The picture and description of a product that is not a wine. */
export const regulatedContent = async (code: string, keepPicture: KeepPicture) => ({
  pictures: [await keepPicture(code)],
  description: others[code] ?? {},
});

/** The picture, description and extension fields of a wine. */
export async function contentOf(code: string, name: string, keepPicture: KeepPicture): Promise<Content> {
  const house = houses[code.slice(0, 2)];
  if (!house) throw new Error(`the sample data have no house for ${code}`);
  const strength = /(\d+)°/.exec(name)?.[1] ?? house.strength;
  return {
    pictures: [await keepPicture(code)],
    description: house.words,
    extension: [
      { field_code: 'alcohol', value: strength },
      { field_code: 'aroma', value: house.aroma },
    ],
  };
}
