import { FxlogError } from '@fxlog/format';

/** What the codecs refuse. `rule` names the entry of the catalogue; the message says where, what is wrong and what to do. */
export class CodecError extends FxlogError {
  override readonly name = 'CodecError';
}
