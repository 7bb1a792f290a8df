/** The worker that serves the tasks of this package: it lies beside this file, also in a bundle. */
export const WORKER_FILE: URL = new URL('./worker.js', import.meta.url);
