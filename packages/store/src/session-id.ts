const ID = /^[A-Za-z0-9._-]{1,255}$/;

/**
 * Is this a session id (session-directory §1.3)? 1 to 255 bytes of `A–Z a–z 0–9 . _ -`, and neither `.` nor `..`. Leading dots and
 * dashes are fine; nothing depends on the shape that fx itself gives its ids.
 */
export function isSessionId(name: string): boolean {
  return ID.test(name) && name !== '.' && name !== '..';
}
