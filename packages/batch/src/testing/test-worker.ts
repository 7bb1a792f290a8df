import { serveTasks } from '../pool/serve-tasks.js';
import { deadly, digest, fold, judge } from './test-tasks.js';

export default serveTasks({
  digest: async () => digest,
  judge: async () => judge,
  fold: async () => fold,
  deadly: async () => deadly,
});
