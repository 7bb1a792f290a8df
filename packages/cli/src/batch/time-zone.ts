import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../exit-code.js';

/** In which zone days begin. */
export interface ZoneOptions {
  /** A name of the IANA database. */
  readonly timezone?: string;
  readonly local?: boolean;
}

const UTC = 'UTC';

/** Adds {@link ZoneOptions} to a command. */
export function addZoneOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--timezone <zone>', 'days begin in this zone, such as Europe/Berlin (default: UTC)').argParser(zone),
    )
    .option('--local', 'days begin in the zone of this machine');
}

/** The zone that was asked for. */
export function zoneOf({ timezone, local }: ZoneOptions): string {
  if (timezone !== undefined && local === true) throw new UsageError('either --timezone or --local, not both');
  return timezone ?? (local === true ? new Intl.DateTimeFormat().resolvedOptions().timeZone : UTC);
}

/** The zone as an option of a task; nothing for the default, so that jobs begun without one go on. */
export function taskZone(timeZone: string): { readonly timeZone?: string } {
  return timeZone === UTC ? {} : { timeZone };
}

function zone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidArgumentError('There is no such time zone; one looks like Europe/Berlin or America/New_York.');
  }
}
