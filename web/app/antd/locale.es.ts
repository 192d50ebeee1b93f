import antd from 'antd/es/locale/es_ES';
import dayjs from 'dayjs';
import 'dayjs/locale/es';

const speak = () => dayjs.locale('es');

export { antd, speak };
