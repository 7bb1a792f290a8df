/**
 * Properties are tried on the same inputs each time, so that a change is judged by what it changed. `FXLOG_SEED=random` tries others, and
 * a number tries what a failure has named.
 */
import fc from 'fast-check';

const wanted = process.env.FXLOG_SEED ?? '20260101';
if (wanted !== 'random') {
  const seed = Number(wanted);
  if (!Number.isInteger(seed)) throw new Error(`FXLOG_SEED is a whole number or "random", not "${wanted}".`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
