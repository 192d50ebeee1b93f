import antd from 'antd/es/locale/ja_JP';
import dayjs from 'dayjs';
import 'dayjs/locale/ja';

const speak = () => dayjs.locale('ja');

export { antd, speak };
