import antd from 'antd/es/locale/en_US';
import dayjs from 'dayjs';

const speak = () => dayjs.locale('en');

export { antd, speak };
