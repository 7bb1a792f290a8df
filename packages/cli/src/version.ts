/** The same as in package.json (a test says so), without reading a file at start-up. */
export const VERSION = '0.1.0';
