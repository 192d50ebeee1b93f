import antd from 'antd/es/locale/es_ES';
import 'dayjs/locale/es';

const dayjs = 'es';

export { antd, dayjs };
