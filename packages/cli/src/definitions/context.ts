import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog context`. */
export function defineContext({ context, define, done }: CommandDefiner): void {
  define(
    'context SESSION',
    'say what fx sends to its model of a session',
    'Says what fx 0.0.5 sends to its model of the history of a session for the next prompt, or sent for the one of turn N (SESSION#N): the record of older turns, the turns as they are, and what its token budget leaves out. Nothing of it is saved in a session, so it is worked out from the saved turns by the rules of fx. For sessions of later versions those rules are not known.',
    `${SESSION_HELP}
What the model receives besides, its instructions, skills and tools, no session records: where a profile is known, its
instructions and its catalogue of skills are measured as they are now, with what their byte budgets cut and which setting would
keep it; what budgets cut of skills and of tools of MCP servers then, the session says itself. --context-limit NAME=BYTES|off
takes a budget as for one run of fx; --budgets prints all of them. Whether the model takes images is not recorded either: it is
taken to, unless --no-images says otherwise.

Examples:
  $ fxlog context 1796034455058
  $ fxlog context 1796034455058#12 --messages
  $ fxlog context 1796034455058 --diff 9 10
  $ fxlog context 1796034455058 --budgets --context-limit skill_catalog_bytes=off
`,
  )
    .addOption(rootOption())
    .option('--messages', 'print the messages, too')
    .option('--prompt <text>', 'what the next prompt will say')
    .option('--no-images', 'the model takes no images')
    .option('--diff <turns...>', 'what left the view, and what came into it, between the prompts of two turns: N M')
    .option('--budgets', 'print the byte budgets of instructions, skills and tools, and where each comes from')
    .option('--profile <dir>', 'the profile whose settings, instructions and skills hold')
    .option('--workspace <dir>', 'where the workspace lies now; default: where the session says')
    .option('--context-limit <limits...>', 'budgets as for one run of fx: NAME=BYTES or NAME=off')
    .action(async (session, options) =>
      done(await (await import('../commands/context.js')).context(context, [session], options)),
    );
}
