import { collect, type FeatureFiles } from '../../../collect.ts';

export default collect(import.meta.glob('./*.json', { eager: true, import: 'default' }) as FeatureFiles);
