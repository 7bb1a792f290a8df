import { CallIds } from '../harness/acceptable-names.js';

/** The ids that a session of fx gives out: fx refuses a session in which two pictures have the same, and providers one with calls that they cannot tell apart. */
export class SessionIds {
  readonly calls: CallIds;
  #images = 0;

  /** @param sessionId makes the ids of one session differ from those of another. */
  constructor(sessionId: string) {
    this.calls = new CallIds(sessionId);
  }

  /** The next picture's id, from 1. */
  nextImage(): number {
    return ++this.#images;
  }
}
