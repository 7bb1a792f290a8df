import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { element, textNodes } from './element.js';

/** Longer texts, and texts with longer lines, have no colours: the grammars are patterns, and what they are given is hostile. */
const MAX_CHARACTERS = 20_000;
const LONG_LINE = /[^\n]{1000}/;

const highlighter = createLowlight({
  bash,
  c,
  cpp,
  csharp,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});

/** What a grammar calls a piece, by the class that colours it; all else is as plain text. */
const CLASSES: Readonly<Record<string, string>> = {
  'hljs-comment': 'code-comment',
  'hljs-quote': 'code-comment',
  'hljs-keyword': 'code-keyword',
  'hljs-selector-tag': 'code-keyword',
  'hljs-literal': 'code-number',
  'hljs-number': 'code-number',
  'hljs-string': 'code-string',
  'hljs-regexp': 'code-string',
  'hljs-title': 'code-name',
  'hljs-name': 'code-name',
  'hljs-section': 'code-name',
  'hljs-attr': 'code-attribute',
  'hljs-attribute': 'code-attribute',
  'hljs-variable': 'code-attribute',
  'hljs-type': 'code-type',
  'hljs-built_in': 'code-type',
  'hljs-meta': 'code-type',
  'hljs-addition': 'added',
  'hljs-deletion': 'removed',
};

/** The language of a file, by the end of its name; empty where there is none. */
export function languageOf(path: string): string {
  return /[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? '';
}

/** Text in the colours of a language, as text nodes; plain where the language is unknown or the text is too long. */
export function showCode(text: string, language: string): DocumentFragment {
  const isColoured = highlighter.registered(language) && text.length <= MAX_CHARACTERS && !LONG_LINE.test(text);
  if (!isColoured) return textNodes(text);
  return showNodes(highlighter.highlight(language, text).children);
}

type HighlightNode = ReturnType<typeof highlighter.highlight>['children'][number];

function showNodes(nodes: readonly HighlightNode[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of nodes) {
    if (node.type === 'text') fragment.append(textNodes(node.value));
    else if (node.type === 'element') {
      const names: unknown = node.properties.className;
      const name = Array.isArray(names) ? CLASSES[String(names[0])] : undefined;
      const inside = showNodes(node.children);
      fragment.append(name === undefined ? inside : element('span', name, inside));
    }
  }
  return fragment;
}
