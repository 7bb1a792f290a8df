/**
 * The rules across fields, which belong to a dialect. Here for JavaScript, where the program of several dialects may take turns; the
 * WebAssembly build of a dialect has its own in the place of this module.
 */
import type { i32 } from './platform.js';

/** What a dialect adds to the interpreter: the exports of its `recogniser-hooks.ts`. */
export interface Hooks {
  /** Called before a value is matched from its root on. */
  beginValue(): void;
  /** Called before and after the value that a hook stands around; the latter says 0 where the value does not pass. */
  beforeHook(hook: i32): void;
  afterHook(hook: i32): i32;
  /** Whether a line that has matched passes as a whole. */
  acceptsLine(): i32;
  /** Two places in a line that are recorded with it. */
  firstMark(): i32;
  secondMark(): i32;
}

let hooks: Hooks | undefined;

/** Sets whose rules apply from now on. */
export function useHooks(those: Hooks): void {
  hooks = those;
}

export function beginValue(): void {
  hooks?.beginValue();
}

export function beforeHook(hook: i32): void {
  hooks?.beforeHook(hook);
}

export function afterHook(hook: i32): i32 {
  return hooks === undefined ? 0 : hooks.afterHook(hook);
}

export function acceptsLine(): i32 {
  return hooks === undefined ? 0 : hooks.acceptsLine();
}

export function firstMark(): i32 {
  return hooks === undefined ? -1 : hooks.firstMark();
}

export function secondMark(): i32 {
  return hooks === undefined ? -1 : hooks.secondMark();
}
