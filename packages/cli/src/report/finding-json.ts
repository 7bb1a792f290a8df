import type { Finding } from '@fxlog/format';
import type { JsonObject } from '@fxlog/json';

/** A finding as documented for `--json`: the keys of {@link Finding}, those that are unknown left out. */
export function findingToJson(finding: Finding): JsonObject {
  const json: JsonObject = { rule: finding.rule, severity: finding.severity, message: finding.message };
  if (finding.file !== undefined) json.file = finding.file;
  if (finding.offset !== undefined) json.offset = finding.offset;
  if (finding.length !== undefined) json.length = finding.length;
  if (finding.line !== undefined) json.line = finding.line;
  if (finding.seq !== undefined) json.seq = finding.seq;
  if (finding.path !== undefined) json.path = finding.path;
  if (finding.fxError !== undefined) json.fxError = finding.fxError;
  return json;
}
