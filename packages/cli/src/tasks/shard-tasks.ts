import { rowsTask, searchTask, statsTask, TableSink } from '@fxlog/batch';
import { exactJsonRows, JobRows, type ShardTask, type ShardTaskLoaders } from '@fxlog/batch/internal';
import { stagingInPart } from '../batch/output-folder.js';
import { VERIFY_ROWS } from './verify-row.js';

const asJson: ShardTask['sink'] = (directory) => new JobRows(directory, exactJsonRows());

/** What is made lies in the part until its turn comes. */
const leavesFiles: Pick<ShardTask, 'sink' | 'optionsIn'> = {
  sink: asJson,
  optionsIn: (options, directory) => ({ ...Object(options), staging: stagingInPart(directory) }),
};

/** What a worker on another machine can be asked for. */
export const SHARD_TASKS: ShardTaskLoaders = {
  convert: async () => ({ task: (await import('./convert-task.js')).convertTask, ...leavesFiles }),
  redact: async () => ({ task: (await import('./redact-task.js')).redactTask, ...leavesFiles }),
  rows: async () => ({ task: rowsTask, sink: (directory) => new TableSink(directory) }),
  search: async () => ({ task: searchTask, sink: asJson }),
  stats: async () => ({ task: statsTask, sink: asJson }),
  verify: async () => ({
    task: (await import('./verify-task.js')).verifyTask,
    sink: (directory) => new JobRows(directory, VERIFY_ROWS),
  }),
};
