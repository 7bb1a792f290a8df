const FIRST_CAPACITY = 256;

/** Numbers that come one by one, in 8 bytes each. */
export class NumberList {
  #values = new Float64Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  /** @throws RangeError beyond the end */
  at(place: number): number {
    if (place >= this.length) throw new RangeError(`there is nothing at ${place}`);
    return this.#values[place] as number;
  }

  /** In the place of what is there. @throws RangeError beyond the end */
  set(place: number, value: number): void {
    if (place >= this.length) throw new RangeError(`there is nothing at ${place}`);
    this.#values[place] = value;
  }
}
