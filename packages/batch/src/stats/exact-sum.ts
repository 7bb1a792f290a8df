/** Costs are decimal amounts: what their sum in doubles has beyond a trillionth of a dollar is noise. */
export function roundCost(cost: number): number {
  return Math.abs(cost) < 1000 ? Math.round(cost * 1e12) / 1e12 : cost;
}
