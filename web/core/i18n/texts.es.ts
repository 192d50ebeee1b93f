import shared from '../../../contract/locales/es.json';
import own from '../../locales/es.json';

export default { ...shared, ...own } as Readonly<Record<string, string>>;
