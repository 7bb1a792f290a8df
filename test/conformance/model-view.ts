import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelImage, type ModelMessage, messageJson, modelView } from '@fxlog/harness';
import { openSession } from '@fxlog/store';
import { MalformedRowError, Row } from './row.js';
import type { CorpusReport } from './run-corpus.js';
import { compare } from './verdict.js';

/** A folder of cases, each a folder: a session directory, what else is to be known (`case.json`), and what fx sent (`request.json`). */
export const MODEL_VIEW = 'model-view';

/**
 * Tries every captured request: the messages that come from the saved session, and the one of the prompt.
 *
 * @param onDisagreement is told of each case that failed, and what differs.
 */
export async function runModelView(
  folder: string,
  onDisagreement: (id: string, differences: readonly string[]) => void,
): Promise<CorpusReport> {
  let [passed, failed] = [0, 0];
  for (const name of readdirSync(folder).sort()) {
    if (!existsSync(join(folder, name, 'case.json'))) continue;
    let differences: readonly string[];
    try {
      differences = await checkCase(join(folder, name));
    } catch (error) {
      if (!(error instanceof MalformedRowError)) throw error;
      differences = [`malformed case: ${error.message}`];
    }
    if (differences.length === 0) passed += 1;
    else {
      failed += 1;
      onDisagreement(name, differences);
    }
  }
  return { name: MODEL_VIEW, passed, failed };
}

async function checkCase(folder: string): Promise<readonly string[]> {
  const facts = new Row(JSON.stringify({ id: folder, ...JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) }));
  const request: unknown = JSON.parse(readFileSync(join(folder, 'request.json'), 'utf8'));
  const from = facts.integer('leading_system_messages');
  const to = facts.integer('current_message_index');
  if (!Array.isArray(request) || from === undefined || to === undefined) throw new MalformedRowError('not a request');
  const session = await openSession(join(folder, facts.string('session')));
  const view = await modelView(session, {
    prompt: facts.string('prompt'),
    historyBudgetTokens: facts.integer('history_budget_tokens'),
    takesImages: facts.value('images') !== 'text-only',
  });
  if ('reason' in view) return [view.reason];
  const readImage = ({ snapshotPath }: ModelImage) => (snapshotPath === null ? null : session.attachment(snapshotPath));
  const spelled = (message: ModelMessage) => JSON.stringify(JSON.parse(messageJson(message, readImage)));
  const expected = request.slice(from, to + 1).map((message) => JSON.stringify(message));
  const found = [...view.history, ...(view.prompt === null ? [] : [view.prompt])].map(spelled);
  return [
    ...compare('turns', facts.integer('saved_turns'), view.turns),
    ...compare('context_history_start', facts.integer('context_history_start'), view.contextHistoryStart),
    ...compare(
      'costs',
      facts.value('view_turn_costs'),
      view.entries.map(({ tokens }) => tokens),
    ),
    ...compare(
      'kept',
      facts.value('view_turns_kept'),
      view.entries.map(({ isKept }) => isKept),
    ),
    ...compare('messages', expected.length, found.length),
    ...expected.flatMap((message, index) => compare(`message ${index}`, message, found[index])),
  ];
}
