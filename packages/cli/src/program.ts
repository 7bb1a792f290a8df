import { Command as Commander } from 'commander';
import type { CommandContext } from './command-context.js';
import { defineBlame } from './definitions/blame.js';
import { defineChanges } from './definitions/changes.js';
import { defineCodecs } from './definitions/codecs.js';
import { defineContext } from './definitions/context.js';
import { defineConvert } from './definitions/convert.js';
import { defineCopy } from './definitions/copy.js';
import { EXIT_CODES } from './definitions/definer.js';
import { defineDoctor } from './definitions/doctor.js';
import { defineEvents } from './definitions/events.js';
import { defineExport } from './definitions/export.js';
import { defineFixture } from './definitions/fixture.js';
import { defineInstructions } from './definitions/instructions.js';
import { defineList } from './definitions/list.js';
import { defineMcp } from './definitions/mcp.js';
import { defineMemory } from './definitions/memory.js';
import { defineMerge } from './definitions/merge.js';
import { definePermissions } from './definitions/permissions.js';
import { defineProcesses } from './definitions/processes.js';
import { defineRedact } from './definitions/redact.js';
import { defineRepair } from './definitions/repair.js';
import { defineRewrite } from './definitions/rewrite.js';
import { defineRm } from './definitions/rm.js';
import { defineRules } from './definitions/rules.js';
import { defineSchema } from './definitions/schema.js';
import { defineSearch } from './definitions/search.js';
import { defineShow } from './definitions/show.js';
import { defineSkills } from './definitions/skills.js';
import { defineStats } from './definitions/stats.js';
import { defineTail } from './definitions/tail.js';
import { defineTrace } from './definitions/trace.js';
import { defineTree } from './definitions/tree.js';
import { defineVerify } from './definitions/verify.js';
import { defineWorker } from './definitions/worker.js';
import type { ExitCode } from './exit-code.js';
import { terminalText } from './output/terminal-text.js';
import { VERSION } from './version.js';

/**
 * The whole surface of the command line. Only names and options are loaded here; the code of a command is imported when
 * it runs, which keeps `fxlog --help` fast.
 *
 * @param context what the commands work with
 * @param done receives the exit code of the command that ran
 */
export function buildProgram(context: CommandContext, done: (code: ExitCode) => void): Commander {
  const { output } = context;
  const program = new Commander('fxlog')
    .description('Reads, checks, repairs and converts the session logs of the coding agent fx.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain the command, with examples')
    .configureOutput({
      writeOut: (text) => void output.write(text),
      writeErr: (text) => output.note(text.replace(/\n$/, '')),
      // It quotes what was typed.
      outputError: (text, write) => write(terminalText(text.replace(/^error: /, 'fxlog: '), { multiline: true })),
      getOutHelpWidth: () => Math.min(output.columns, 100),
      getErrHelpWidth: () => Math.min(output.columns, 100),
      getOutHasColors: () => output.terminal.color,
      getErrHasColors: () => output.terminal.stderrColor,
    })
    .configureHelp({ styleTitle: output.paint.bold, styleCommandText: output.paint.cyan })
    .showHelpAfterError('(fxlog --help, or fxlog COMMAND --help, shows how it is used)')
    .option('--no-color', 'print no colours (the same as NO_COLOR=1)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  $ fxlog list                                all sessions, newest first
  $ fxlog verify                              check every session
  $ fxlog show 1796034455058#-3               the last three turns of one session
  $ fxlog events ./events.jsonl | jq .kind    one JSON object per event
  $ fxlog rules frame/duplicate-key           what a finding means
${EXIT_CODES}`,
    );

  program.hook('preAction', (_, command) => {
    for (const option of command.options) {
      // Taken for a path, nothing at all would be the directory that one is in.
      if (/<(?:dir|file|path)>$/.test(option.flags) && command.getOptionValue(option.attributeName()) === '')
        command.error(`error: option '${option.flags}' is empty`);
    }
  });

  const define = (usage: string, summary: string, description: string, examples: string) =>
    program
      .command(usage)
      .summary(summary)
      .description(description)
      .addHelpText('after', examples)
      .option('--json', 'print JSON for programs (the shape is documented and stable)')
      .option('--no-color', 'print no colours (the same as NO_COLOR=1)');

  const definer = { context, define, done };
  program.commandsGroup('Read:');
  defineList(definer);
  defineTree(definer);
  defineShow(definer);
  defineEvents(definer);
  defineTail(definer);
  defineSearch(definer);
  program.commandsGroup('Check and mend:');
  defineVerify(definer);
  defineDoctor(definer);
  defineRepair(definer);
  program.commandsGroup('What fx did, and why:');
  defineContext(definer);
  defineInstructions(definer);
  definePermissions(definer);
  defineSkills(definer);
  defineMcp(definer);
  defineMemory(definer);
  defineChanges(definer);
  defineBlame(definer);
  defineProcesses(definer);
  program.commandsGroup('Count and analyse:');
  defineStats(definer);
  defineExport(definer);
  program.commandsGroup('Convert and pass on:');
  defineConvert(definer);
  defineRedact(definer);
  defineFixture(definer);
  defineTrace(definer);
  program.commandsGroup('Change sessions:');
  defineRewrite(definer);
  defineCopy(definer);
  defineRm(definer);
  program.commandsGroup('Many machines:');
  defineWorker(definer);
  defineMerge(definer);
  program.commandsGroup('Reference:');
  defineCodecs(definer);
  defineSchema(definer);
  defineRules(definer);
  program.helpCommand('help [command]', 'explain a command, with examples');

  return program;
}
