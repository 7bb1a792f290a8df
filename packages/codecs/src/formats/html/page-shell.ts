import { createHash } from 'node:crypto';
import { knownTime } from '../../model/timestamp.js';
import type { TranscriptMeta } from '../../model/transcript.js';
import { toOneLine } from '../../rendering/visible-text.js';
import { escapeHtml } from './escape-html.js';
import { PAGE_SCRIPT, PAGE_STYLE } from './generated/page-assets.js';

/** What the single keys of the page do. */
const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j'], 'Next turn'],
  [['k'], 'Previous turn'],
  [['/'], 'Search the transcript'],
  [['Enter', 'Shift+Enter'], 'Next and previous match'],
  [['e'], 'Open or close all calls'],
  [['Esc'], 'Leave the search, or this list'],
  [['?'], 'This list'],
];

/** Name of the session for people. */
export function titleOf({ title, id }: TranscriptMeta): string {
  const name = title ?? (id === '' ? '' : `Session ${id}`);
  return toOneLine(name, 300) || 'Session';
}

/**
 * The page up to its data. The policy lets run what has the hash of our own script and style, and nothing else; it forbids any request, and
 * any assignment of text to what the browser would parse as HTML (Trusted Types).
 */
export function pageHead(meta: TranscriptMeta): string {
  const title = escapeHtml(titleOf(meta));
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(PAGE_SCRIPT)}'`,
    `style-src '${hashOf(PAGE_STYLE)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="fxlog">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<a class="skip" href="#transcript">Skip to the transcript</a>
<header class="bar">
<button type="button" id="outline-button" class="tool" aria-controls="side" aria-expanded="false">Turns</button>
<a class="bar-title" href="#top" dir="auto">${title}</a>
<div class="search" role="search">
<input type="search" id="search" placeholder="Search" aria-label="Search the transcript" autocomplete="off" spellcheck="false">
<span id="search-count" role="status"></span>
<button type="button" id="search-previous" class="tool" aria-label="Previous match" title="Previous match (Shift+Enter)">&#8593;</button>
<button type="button" id="search-next" class="tool" aria-label="Next match" title="Next match (Enter)">&#8595;</button>
</div>
<button type="button" id="expand-button" class="tool" aria-pressed="false" title="Open or close all calls (e)">Expand all</button>
<button type="button" id="theme-button" class="tool">Theme</button>
<button type="button" id="keys-button" class="tool" aria-label="Keys" title="Keys (?)">?</button>
</header>
<nav id="side" class="side" aria-label="Turns">
<ol id="outline"></ol>
<ol id="results" aria-label="Matches" hidden></ol>
</nav>
<main id="transcript" tabindex="-1">
<header class="head" id="top">
<h1 dir="auto">${title}</h1>
<dl class="facts">${factsOf(meta)}</dl>
<dl class="facts" id="totals"></dl>
</header>
<noscript><p class="notice">This page needs its own script to show the transcript; it loads nothing else.</p></noscript>
<div id="turns"></div>
<p id="loading" role="status">Loading &#8230;</p>
</main>
<dialog id="keys" class="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
<dl>${KEYS.map(([keys, what]) => `<div><dt>${keys.map((key) => `<kbd>${key}</kbd>`).join(' ')}</dt><dd>${what}</dd></div>`).join('')}</dl>
<form method="dialog"><button class="tool">Close</button></form>
</dialog>
<script>${PAGE_SCRIPT}</script>
<div id="data" hidden>
`;
}

/** What ends the page. */
export const PAGE_FOOT = '</div>\n</body>\n</html>\n';

function factsOf(meta: TranscriptMeta): string {
  const { lineage } = meta;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Directory', meta.cwd],
    ['Branch', meta.git_branch],
    ['Model', meta.model],
    ['Version', meta.cli_version],
    ['Session', meta.id === '' ? undefined : meta.id],
    ['Came from', lineage === undefined ? undefined : `${lineage.relation} of ${lineage.parent}`],
  ];
  const time = knownTime(meta.timestamp);
  const shown = time === null ? 'not recorded' : `<time datetime="${escapeHtml(time)}">${escapeHtml(time)}</time>`;
  const started = `<div><dt>Started</dt><dd>${shown}</dd></div>`;
  return (
    started +
    facts
      .map(([label, value]) =>
        value === undefined
          ? ''
          : `<div><dt>${label}</dt><dd dir="auto">${escapeHtml(toOneLine(value, 2000))}</dd></div>`,
      )
      .join('')
  );
}

/** The source expression of a script or style in a policy. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
