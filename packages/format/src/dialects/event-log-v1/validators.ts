import type { Validator } from '../../validator.js';
import { type ContentValidatorName, contentValidators } from './generated/content-validators.js';
import { type ControlFileValidatorName, controlFileValidators } from './generated/control-file-validators.js';

/** Names of the validators: event kinds for their payloads, sidecars, and every definition that occurs in them. */
export type ValidatorName = ContentValidatorName | ControlFileValidatorName;

/** All validators by name, compiled from `schemas/`. */
export const validators: Readonly<Record<ValidatorName, Validator>> = {
  ...contentValidators,
  ...controlFileValidators,
};
