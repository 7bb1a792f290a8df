/** For the errors of connections: a service that is away for a while is waited for, and whoever asks it for something hears of it. */
export function ignoreAbsence(): void {
  // Nothing is lost by that.
}
