// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.
import type { StructShape } from '../../../loose/shape.js';

export const Compaction: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'summary', shape: { kind: 'text' } },
    { name: 'removed_turn_count', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'compaction_count', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'keep_from_turn', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null },
  ],
  checks: ["summary", "removed_turn_count", "compaction_count", "keep_from_turn"],
};

export const DelRecord: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'text', anyBytes: true } },
    { name: 'ts', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
  ],
  checks: ["id", "ts"],
};

export const OpenedRecord: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'text', anyBytes: true } },
    { name: 'host', shape: { kind: 'enum', names: ["app", "ask", "acp", "sdk", "child"] } },
    { name: 'ts', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
  ],
  checks: ["id", "host", "ts"],
};

export const PutRecord: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'text', anyBytes: true, min: 1, max: 255, pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/ } },
    { name: 'role', shape: { kind: 'enum', names: ["root", "child"] } },
    { name: 'host', shape: { kind: 'enum', names: ["app", "ask", "acp", "sdk", "child"] } },
    { name: 'workspace', shape: { kind: 'text', anyBytes: true } },
    { name: 'title', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'language', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'parent', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true } }, absent: null, omit: 'always' },
    { name: 'created', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'updated', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'turns', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'opened', shape: { kind: 'list', of: { kind: 'integer', min: 0n, max: 18446744073709551615n }, max: 5 } },
  ],
  checks: ["id", "role", "host", "workspace", "title", "language", "parent", "created", "updated", "turns", "opened"],
};

export const ChildFinishedLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'child', shape: { kind: 'text', anyBytes: true, min: 1, max: 255, pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/ } },
    { name: 'work_id', shape: { kind: 'text', anyBytes: true, min: 1, max: 255 } },
    { name: 'outcome', shape: { kind: 'enum', names: ["ok", "failed", "cancelled", "interrupted", "lost"] } },
    { name: 'data', shape: { kind: 'raw' }, absent: null, omit: 'always' },
  ],
  checks: ["child", "work_id", "outcome", "data"],
};

export const ChildSpawnedLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'child', shape: { kind: 'text', anyBytes: true, min: 1, max: 255, pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/ } },
    { name: 'work_id', shape: { kind: 'text', anyBytes: true, min: 1, max: 255 } },
    { name: 'data', shape: { kind: 'raw' }, absent: null, omit: 'always' },
  ],
  checks: ["child", "work_id", "data"],
};

export const ClosedLine: StructShape = {
  kind: 'struct',
  fields: [
  ],
  checks: [],
};

export const CompactedLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'turn', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null, omit: 'always' },
    { name: 'data', shape: { kind: 'raw' } },
  ],
  checks: ["turn", "data"],
};

export const ItemLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'turn', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'type', shape: { kind: 'text', anyBytes: true, min: 1, max: 32, pattern: /^[a-z0-9_]+$/ } },
    { name: 'data', shape: { kind: 'raw' } },
    { name: 'blobs', shape: { kind: 'nullable', of: { kind: 'list', of: { kind: 'text', anyBytes: true, pattern: /^[0-9a-f]{64}$/ } } }, absent: [], omit: 'always' },
  ],
  checks: ["turn", "type", "data", "blobs"],
};

export const ForkPoint: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'text', anyBytes: true } },
    { name: 'seq', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
  ],
  checks: ["id", "seq"],
};

export const SessionCreatedLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'text', anyBytes: true, min: 1, max: 255, pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/ } },
    { name: 'workspace', shape: { kind: 'text', anyBytes: true, min: 1, max: 4096 } },
    { name: 'role', shape: { kind: 'enum', names: ["root", "child"] } },
    { name: 'host', shape: { kind: 'enum', names: ["app", "ask", "acp", "sdk", "child"] } },
    { name: 'parent', shape: { kind: 'nullable', of: { kind: 'text', anyBytes: true, min: 1, max: 255, pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/ } }, absent: null, omit: 'always' },
    { name: 'forked_from', shape: { kind: 'nullable', of: ForkPoint }, absent: null, omit: 'always' },
  ],
  checks: ["id", "workspace", "role", "host", "parent", "forked_from"],
};

export const SetLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'key', shape: { kind: 'enum', names: ["prefs", "title", "permissions", "usage", "workspace", "language", "client_prompt", "tool_identities", "moved_files", "compaction_records"] } },
    { name: 'value', shape: { kind: 'raw' } },
    { name: 'blobs', shape: { kind: 'nullable', of: { kind: 'list', of: { kind: 'text', anyBytes: true, pattern: /^[0-9a-f]{64}$/ } } }, absent: [], omit: 'always' },
  ],
  checks: ["key", "value", "blobs"],
};

export const SnapshotLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'covers_seq', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'state', shape: { kind: 'raw' } },
    { name: 'compaction_offset', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null, omit: 'always' },
  ],
  checks: ["covers_seq", "state", "compaction_offset"],
};

export const TurnCommittedLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'turn', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
  ],
  checks: ["turn"],
};

export const TurnInterruptedLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'turn', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'reason', shape: { kind: 'enum', names: ["cancel", "failed", "closed", "crash"] } },
  ],
  checks: ["turn", "reason"],
};

export const TurnStartedLine: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'turn', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
  ],
  checks: ["turn"],
};

export const InterruptedTurn: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'turn', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'reason', shape: { kind: 'enum', names: ["cancel", "failed", "closed", "crash"] } },
  ],
  checks: ["turn", "reason"],
};

export const ChildState: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'id', shape: { kind: 'text', anyBytes: true } },
    { name: 'work_id', shape: { kind: 'text', anyBytes: true } },
    { name: 'open', shape: { kind: 'boolean' } },
    { name: 'seq', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'outcome', shape: { kind: 'nullable', of: { kind: 'enum', names: ["ok", "failed", "cancelled", "interrupted", "lost"] } }, absent: null, omit: 'always' },
    { name: 'spawn_data', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'finish_data', shape: { kind: 'raw' }, absent: null, omit: 'always' },
  ],
  checks: ["id", "work_id", "open", "seq", "outcome", "spawn_data", "finish_data"],
};

export const SessionState: StructShape = {
  kind: 'struct',
  fields: [
    { name: 'open_turn', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null },
    { name: 'last_turn', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'committed', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'interrupted', shape: { kind: 'integer', min: 0n, max: 18446744073709551615n } },
    { name: 'last_interrupted', shape: { kind: 'nullable', of: InterruptedTurn }, absent: null },
    { name: 'prefs', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'title', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'permissions', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'usage', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'workspace', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'language', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'client_prompt', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'tool_identities', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'moved_files', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'compaction_records', shape: { kind: 'raw' }, absent: null, omit: 'always' },
    { name: 'children', shape: { kind: 'list', of: ChildState } },
    { name: 'last_compaction_seq', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null },
    { name: 'compaction_offset', shape: { kind: 'nullable', of: { kind: 'integer', min: 0n, max: 18446744073709551615n } }, absent: null },
  ],
  checks: ["open_turn", "last_turn", "committed", "interrupted", "last_interrupted", "prefs", "title", "permissions", "usage", "workspace", "language", "client_prompt", "tool_identities", "moved_files", "compaction_records", "children", "last_compaction_seq", "compaction_offset"],
};
