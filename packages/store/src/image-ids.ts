import { type Finding, ruleById, type Uint64 } from '@fxlog/format';

/** Images of a history that have the number of an earlier one; fx then refuses every prompt (model-view §6.2). */
export class ImageIds {
  readonly findings: Finding[] = [];
  /** The turn in which a number stands first. */
  readonly #turns = new Map<bigint, number>();

  /**
   * Looks at the number of one image.
   *
   * @param turn index in the history, from 0
   * @param place where the image is named
   */
  look(id: Uint64, turn: number, place: Pick<Finding, 'file' | 'offset' | 'seq'>): void {
    const first = this.#turns.get(BigInt(id));
    if (first === undefined) {
      this.#turns.set(BigInt(id), turn);
      return;
    }
    const rule = 'store/image-id';
    const message = `Image ${id} of turn ${turn + 1} has the number of an image of turn ${first + 1}; fx resumes the session and then refuses every prompt.`;
    this.findings.push({ rule, severity: ruleById(rule).severity, message, fxError: 'DuplicateImageId', ...place });
  }
}
