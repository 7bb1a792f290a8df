import { type Finding, type RuleId, ruleById } from '@fxlog/format';

/** A finding about what lies around a session. */
export function harnessFinding(
  rule: Extract<RuleId, `harness/${string}`>,
  message: string,
  place: Pick<Finding, 'file' | 'path'> = {},
): Finding {
  return { rule, severity: ruleById(rule).severity, message, ...place };
}
