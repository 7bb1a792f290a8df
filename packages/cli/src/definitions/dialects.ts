/** As `WRITTEN_DIALECTS` of `@fxlog/writer`, which is not loaded for the help: what each is for, the one first that is meant where nothing says which. */
export const DIALECTS: Readonly<Record<string, string>> = {
  'event-log-v1': 'fx 0.0.1 to 0.0.7 go on with it; later ones convert it when they resume it',
  'conversation-log': 'fx 0.0.8 and later go on with it; older ones do not see it',
  'sessions-v2': 'for the session manager of fx, which keeps its sessions in sessions/v2/',
};

/** The same as lines of a help text. */
export const DIALECTS_HELP = Object.entries(DIALECTS)
  .map(([id, use]) => `  ${id.padEnd(25)}  ${use}`)
  .join('\n');
