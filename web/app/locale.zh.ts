import antd from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';

const dayjs = 'zh-cn';

export { antd, dayjs };
