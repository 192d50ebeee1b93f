import antd from 'antd/es/locale/en_US';

const dayjs = 'en';

export { antd, dayjs };
