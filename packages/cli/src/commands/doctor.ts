import type { JsonObject } from '@fxlog/json';
import { type DoctorReport, doctorReport } from '@fxlog/store';
import type { Command, RootOption } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import { renderDoctor } from '../render/doctor-report.js';
import { findingToJson } from '../report/finding-json.js';

export interface DoctorCommandOptions extends RootOption {
  /** False with `--no-digests`. */
  readonly digests?: boolean;
}

/** `fxlog doctor`: the state of a whole profile on one page, and what to run next. */
export const doctor: Command<[], DoctorCommandOptions> = async (context, _args, options) => {
  const { output, interrupt } = context;
  const root = await openSessionsRoot(context, options.root);
  const report = await doctorReport(root, { checkDigests: options.digests !== false, signal: interrupt.signal });
  if (options.json === true) await output.json(doctorToJson(report));
  else for (const line of renderDoctor(report, output.paint, output.columns)) await output.line(line);
  return report.counts.damaged > 0 ? ExitCode.badData : ExitCode.ok;
};

function doctorToJson(report: DoctorReport): JsonObject {
  const { root, sessions, counts, logBytes, rules, caches, leftovers, strays, findings, advice } = report;
  return {
    kind: 'doctor',
    root,
    counts: { ...counts },
    logBytes,
    sessions: sessions.map(({ id, dir, format, condition, findings: own }) => ({
      id,
      dir,
      format,
      condition,
      findings: own.map(findingToJson),
    })),
    rules: rules.map((rule) => ({ ...rule })),
    caches: {
      source: caches.source,
      notes: [...caches.notes],
      hidden: [...caches.hidden],
      ghosts: [...caches.ghosts],
      pointers: [...caches.pointers],
    },
    leftovers: [...leftovers],
    strays: strays.map(({ name, path, kind, reason }) => ({ name, path, kind, reason })),
    findings: findings.map(findingToJson),
    advice: advice.map(({ what, command }) => ({ what, command: command === null ? null : [...command] })),
  };
}
