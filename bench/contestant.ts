/** The process of one contestant: `node contestant.js NAME FILE` does the job once and prints its result as JSON. */
import { JOBS } from './jobs.js';

const [name = '', path = ''] = process.argv.slice(2);
const load = JOBS[name];
if (load === undefined) throw new Error(`no such contestant: ${name}`);
const job = await load();
const cpuBefore = process.cpuUsage();
const started = performance.now();
const result = await job(path);
const ms = performance.now() - started;
const cpu = process.cpuUsage(cpuBefore);
process.stdout.write(`${JSON.stringify({ ms, jobCpuMs: (cpu.user + cpu.system) / 1000, ...result })}\n`);
