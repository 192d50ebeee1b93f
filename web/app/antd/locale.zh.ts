import antd from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';

const speak = () => dayjs.locale('zh-cn');

export { antd, speak };
