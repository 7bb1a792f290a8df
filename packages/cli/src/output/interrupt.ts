/** Ctrl-C as the commands see it. */
export class Interrupt {
  readonly #controller = new AbortController();
  #suspensions = 0;

  /** Aborted when the person presses Ctrl-C. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Tells the running command to end.
   * @returns false while Ctrl-C is somebody else's, see {@link suspend}
   */
  raise(): boolean {
    if (this.#suspensions > 0) return false;
    this.#controller.abort();
    return true;
  }

  /** Leaves Ctrl-C to a child on the same terminal (a pager) until the returned function is called. */
  suspend(): () => void {
    this.#suspensions += 1;
    return () => {
      this.#suspensions -= 1;
    };
  }
}
