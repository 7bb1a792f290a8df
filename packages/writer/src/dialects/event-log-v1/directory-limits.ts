/**
 * Sizes of the files of a session directory in bytes (session-directory, Appendix A). Where two readers of fx disagree by one, the
 * smaller number stands here, so that both accept what is written.
 */
export const MAX_MANIFEST_BYTES = 65_535;
export const MAX_CHECKPOINT_BYTES = 33_554_432;
export const MAX_DISPLAY_BYTES = 16_383;
export const MAX_USAGE_BYTES = 262_655;
export const MAX_IMAGE_BYTES = 20_971_520;
/** What fx takes as a new image: 5242880 bytes of base64. */
export const MAX_NEW_IMAGE_BYTES = 3_932_160;
export const MAX_LATEST_POINTER_BYTES = 8191;
