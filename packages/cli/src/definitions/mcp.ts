import { type CommandDefiner, rootOption, SESSION_HELP } from './definer.js';

/** `fxlog mcp`. */
export function defineMcp({ context, define, done }: CommandDefiner): void {
  define(
    'mcp [SESSION]',
    'say which MCP servers a profile has, and what a session did with their tools',
    'Without a session it lists the MCP servers of mcp.json in a profile, by name, type and switches; commands, addresses and values may hold secrets and are not shown. Of a session it says which tools were searched for, selected and called, and traces the names that the model uses back to servers. It only reads.',
    `${SESSION_HELP}
The model calls a tool mcp_SERVER_TOOL, with every other character as _ and at most 64 bytes. That cannot be split again: server and tool
come from results and searches of the session, and where it tells neither, they are "not recorded".

Examples:
  $ fxlog mcp
  $ fxlog mcp --profile ~/.fx --json
  $ fxlog mcp 1796034455058
`,
  )
    .addOption(rootOption())
    .option('--profile <dir>', 'the profile whose mcp.json is meant')
    .action(async (session, options) =>
      done(await (await import('../commands/mcp.js')).mcp(context, [session], options)),
    );
}
