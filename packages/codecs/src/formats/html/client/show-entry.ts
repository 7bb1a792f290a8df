import type { AttachmentEntry, Entry } from '../page-data.js';
import { element, textNodes } from './element.js';
import { card, fillWhenOpened, showCall, showLateResult } from './show-call.js';
import { showMarkdown } from './show-markdown.js';
import { showImage, showLong } from './show-output.js';

/** Longer prompts are cut until a click. */
const LONG_PROMPT = 6000;

/** An entry of the transcript. */
export function showEntry(entry: Entry): HTMLElement {
  const made = show(entry);
  made.dataset.entry = entry.kind;
  return made;
}

function show(entry: Entry): HTMLElement {
  switch (entry.kind) {
    case 'text':
      return entry.role === 'user' ? showPrompt(entry.text) : element('div', 'said', showMarkdown(entry.text));
    case 'summary': {
      const box = card('Summary', 'of earlier turns', []);
      fillWhenOpened(box, () => [showMarkdown(entry.text)]);
      return box;
    }
    case 'thinking': {
      const box = card('Reasoning', entry.text.slice(0, 200).replace(/\s+/g, ' '), []);
      box.classList.add('thinking');
      fillWhenOpened(box, () => [showMarkdown(entry.text)]);
      return box;
    }
    case 'image':
      return element('div', entry.role === 'user' ? 'prompt' : 'said', showImage(entry.image));
    case 'attachment':
      return showAttachment(entry);
    case 'call':
      return showCall(entry);
    case 'result':
      return showLateResult(entry);
    case 'stop':
      return element('p', entry.isFailure ? 'stop bad' : 'stop', textNodes(entry.text));
    case 'usage':
      return element('p', 'usage', entry.text);
    case 'model':
      return element('p', 'usage', 'Model: ', textNodes(entry.model));
  }
}

function showPrompt(text: string): HTMLElement {
  const box = element('div', 'prompt');
  box.dir = 'auto';
  if (text.length <= LONG_PROMPT) box.append(element('div', 'plain', textNodes(text)));
  else box.append(showLong(text));
  return box;
}

function showAttachment({ name, mediaType, text, path, image }: AttachmentEntry): HTMLElement {
  const summary = path ?? mediaType ?? '';
  const box = card('Attachment', summary === '' ? name : `${name} \u00b7 ${summary}`, []);
  fillWhenOpened(box, () => {
    if (text !== undefined) return [showLong(text)];
    if (image !== undefined) return [showImage(image)];
    return [element('p', 'note', textNodes(path ?? 'Its bytes are not in this page.'))];
  });
  return box;
}
