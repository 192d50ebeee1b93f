import antd from 'antd/es/locale/ja_JP';
import 'dayjs/locale/ja';

const dayjs = 'ja';

export { antd, dayjs };
