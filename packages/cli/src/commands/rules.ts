import { RULES, type Rule } from '@fxlog/format';
import type { JsonObject } from '@fxlog/json';
import type { Command } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { didYouMean } from '../output/suggestion.js';
import { layOutTable } from '../output/table.js';
import { wrapText } from '../output/wrap-text.js';

/** `fxlog rules [ID]`: the catalogue that every finding's `rule` points into. */
export const rules: Command<[id: string | undefined], object> = async ({ output }, [id], options) => {
  const { paint } = output;
  if (id === undefined) {
    if (options.json === true) {
      await output.json({ kind: 'rules', rules: RULES.map(ruleToJson) });
      return ExitCode.ok;
    }
    const columns = [
      { title: 'RULE' },
      { title: 'SEVERITY' },
      { title: 'WHAT IS WRONG', shrink: { min: 20, cut: 'end' } },
    ] as const;
    const rows = RULES.map((rule) => [
      { text: rule.id, style: paint.cyan },
      { text: rule.severity, style: rule.severity === 'error' ? paint.red : paint.yellow },
      { text: rule.title },
    ]);
    for (const line of layOutTable(columns, rows, output.columns, paint.bold)) await output.line(line);
    return ExitCode.ok;
  }
  const rule = RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) throw unknownRule(id);
  if (options.json === true) {
    await output.json(ruleToJson(rule));
    return ExitCode.ok;
  }
  await output.line(`${paint.bold(paint.cyan(rule.id))}  ${rule.severity}`);
  await output.line(wrapText(rule.title, output.columns));
  await output.line();
  await output.line(wrapText(rule.explain, output.columns));
  await output.line();
  if (rule.fxError !== undefined) await output.line(`fx says:       ${rule.fxError}`);
  await output.line(`described in:  ${rule.spec}`);
  await output.line(wrapText(`what to do:    ${rule.remedy}`, output.columns, '               '));
  return ExitCode.ok;
};

function unknownRule(id: string): UsageError {
  const inArea = RULES.filter((rule) => rule.id.startsWith(id.endsWith('/') ? id : `${id}/`)).map((rule) => rule.id);
  if (inArea.length > 0)
    return new UsageError(`"${id}" is an area, not a rule`, inArea.map((rule) => `  ${rule}`).join('\n'));
  return new UsageError(
    `there is no rule "${id}"`,
    didYouMean(
      id,
      RULES.map((rule) => rule.id),
    ) ?? 'fxlog rules lists them all.',
  );
}

function ruleToJson(rule: Rule): JsonObject {
  return {
    id: rule.id,
    severity: rule.severity,
    title: rule.title,
    fxError: rule.fxError ?? null,
    spec: rule.spec,
    explain: rule.explain,
    remedy: rule.remedy,
  };
}
