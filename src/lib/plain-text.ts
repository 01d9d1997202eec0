export { beginningOf } from '../../api/modules/catalog/rich-text-rules.ts';
