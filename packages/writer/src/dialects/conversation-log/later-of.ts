import type { Int64 } from '@fxlog/format';

/** The later of two times. They may be beyond what is exact as a number, so that `Math.max` does not do. */
export function laterOf(one: Int64, other: Int64): Int64 {
  return [one, other].reduce((latest, time) => (time > latest ? time : latest));
}
