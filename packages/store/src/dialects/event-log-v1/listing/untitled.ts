/** What fx shows for a session without a usable `display.json`. */
export const UNTITLED = 'Untitled session';
