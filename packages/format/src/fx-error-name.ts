/** Names of the errors that fx 0.0.5 raises about a log (event-log §9). */
export type LogErrorName =
  | 'EventFrameTooLarge'
  | 'InvalidEventFrame'
  | 'UnsupportedEventSchema'
  | 'InvalidSessionFormat'
  | 'InvalidDurableBytes'
  | 'InvalidDurableField'
  | 'InvalidReplacement'
  | 'ImmutableSessionIdentity'
  | 'MissingSessionStarted'
  | 'NonContiguousSequence'
  | 'GenerationChanged'
  | 'TruncatedEventFrame'
  | 'InvalidReductionStart'
  | 'OutOfMemory';

/** Names of the errors that fx 0.0.5 raises about a session directory (session-directory). */
export type SessionErrorName =
  | 'AccessDenied'
  | 'ControlPathUnsafe'
  | 'ControlRecordTooLarge'
  | 'DuplicateImageId'
  | 'InvalidGatewayHistory'
  | 'DurablePathUnsafe'
  | 'FileNotFound'
  | 'InvalidControlRecord'
  | 'InvalidSessionId'
  | 'LegacySessionMigrationIndeterminate'
  | 'LegacySessionTooLarge'
  | 'OneOffSessionNotResumable'
  | 'PrivateStatePermissionsUnsupported'
  | 'SessionAuthorityBoundaryUnavailable'
  | 'SessionBusy'
  | 'SessionCommitBoundaryUnavailable'
  | 'SessionCommitIndeterminate'
  | 'SessionLockUnsupported'
  | 'SessionNotFound'
  | 'SessionPathUnsafe'
  | 'SessionRecoveryBoundaryInvalid'
  | 'SessionRecoveryNotNeeded'
  | 'SessionRecoveryRequiresCurrentSchema'
  | 'SessionRecoveryUnsupportedSchema'
  | 'SessionStoreUnavailable'
  | 'UnsupportedControlSchema'
  | 'UnsupportedSessionSchema';

/** Names of the errors that fx from 0.0.8 on raises about a conversation log (newer-formats §4). */
export type ConversationErrorName =
  | 'DuplicateToolCall'
  | 'InvalidCheckpointCoverage'
  | 'InvalidConversationFrame'
  | 'InvalidPermissionState'
  | 'InvalidRecoveryCheckpoint'
  | 'InvalidSessionMetadata'
  | 'OrphanToolResult'
  | 'OutOfOrderConversationEvent'
  | 'SessionMetadataTooLarge'
  | 'SessionMigrationIncomplete'
  | 'ToolIdentityMismatch'
  | 'UnresolvedToolCall'
  | 'UnsupportedConversationSchema';

/** Names of the errors that fx raises about a session of the session manager (newer-formats §7.2, §7.6). */
export type SessionsV2ErrorName =
  | 'BadBody'
  | 'BadLine'
  | 'ChildSession'
  | 'Corrupt'
  | 'InvalidConversationEvent'
  | 'InvalidForkPoint'
  | 'TooLarge'
  | 'UnsupportedVersion';

/** What fx's JSON reader says of a payload; in most places fx hides it behind another error (newer-formats §7.4). */
export type JsonReaderErrorName =
  | 'DuplicateField'
  | 'InvalidEnumTag'
  | 'InvalidNumber'
  | 'MissingField'
  | 'SyntaxError'
  | 'UnexpectedEndOfInput'
  | 'UnexpectedToken'
  | 'UnknownField';

/** What the operating system calls a failure: `EIO`, `ENOSPC`. */
export type SystemErrorName = `E${Uppercase<string>}`;

/** The error that fx raises; a failure of the system that it has no word for goes by the name of the system. */
export type FxErrorName =
  | LogErrorName
  | SessionErrorName
  | ConversationErrorName
  | SessionsV2ErrorName
  | JsonReaderErrorName
  | SystemErrorName;
