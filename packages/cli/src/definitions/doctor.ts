import { type CommandDefiner, EXIT_CODES, rootOption } from './definer.js';

/** `fxlog doctor`. */
export function defineDoctor({ context, define, done }: CommandDefiner): void {
  define(
    'doctor',
    'the state of a whole profile, on one page',
    'Verifies every session and looks at the root itself: sessions by what can be done for them, what was found how often, stale caches, leftovers, strays, and what to run next. Changes nothing.',
    `
Examples:
  $ fxlog doctor
  $ fxlog doctor --root ~/backup/.fx
  $ fxlog doctor --json | jq -r '.sessions[] | select(.condition == "damaged").id'
${EXIT_CODES}`,
  )
    .addOption(rootOption())
    .option('--no-digests', 'do not check the digests of images and stored outputs, which is faster')
    .action(async (options) => done(await (await import('../commands/doctor.js')).doctor(context, [], options)));
}
