import { serveTasks } from '../pool/serve-tasks.js';
import { deadly, digest, judge } from './test-tasks.js';

export default serveTasks({
  digest: async () => digest,
  judge: async () => judge,
  deadly: async () => deadly,
});
