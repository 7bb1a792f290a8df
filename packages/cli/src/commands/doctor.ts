import { type JsonObject, stringifyJson } from '@fxlog/json';
import { type DoctorReport, doctorReport } from '@fxlog/store';
import type { Command, RootOption } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import type { Output } from '../output/output.js';
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
  if (options.json === true) await printJson(output, report);
  else for (const line of renderDoctor(report, output.paint, output.columns)) await output.line(line);
  return report.counts.damaged > 0 ? ExitCode.badData : ExitCode.ok;
};

const SESSIONS_PER_WRITE = 256;

/** One object, written piece by piece: there may be very many sessions. */
async function printJson(output: Output, report: DoctorReport): Promise<void> {
  const { root, sessions, counts, logBytes } = report;
  const head = stringifyJson({ kind: 'doctor', root, counts: { ...counts }, logBytes });
  await output.jsonLines(`${head.slice(0, -1)},"sessions":[`);
  for (let at = 0; at < sessions.length; at += SESSIONS_PER_WRITE) {
    const piece = sessions.slice(at, at + SESSIONS_PER_WRITE).map((session) => stringifyJson(sessionToJson(session)));
    await output.jsonLines(`${at === 0 ? '' : ','}${piece.join(',')}`);
  }
  await output.jsonLines(`],${stringifyJson(restToJson(report)).slice(1)}\n`);
}

function sessionToJson({ id, dir, format, condition, findings }: DoctorReport['sessions'][number]): JsonObject {
  return { id, dir, format, condition, findings: findings.map(findingToJson) };
}

function restToJson({ rules, caches, leftovers, strays, findings, advice }: DoctorReport): JsonObject {
  return {
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
