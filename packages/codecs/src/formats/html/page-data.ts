/**
 * What the page holds for its script: JSON in inert `<script type="application/json">` elements. Texts are as they were said; whoever shows
 * them makes text nodes of them and nothing else.
 *
 * A chunk is a pair of elements, `data-part="outline"` with a {@link SegmentOutline} per segment and `data-part="content"` with its
 * entries. The outline is read at once, content when it comes near the screen, or is searched. After the last chunk come the
 * {@link PageTotals}.
 */
import type { ImageType } from '../../rendering/image-type.js';

/** An image by its bytes, or a note in its place. */
export type PageImage = { readonly type: ImageType; readonly data: string } | { readonly note: string };

export type PageOutput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'image'; readonly image: PageImage };

export interface PageResult {
  readonly isError: boolean;
  /** Why fx refused the call, in its own word; only where the result says that it did. */
  readonly refusal?: string | undefined;
  readonly time: string;
  readonly lines: number;
  readonly outputs: readonly PageOutput[];
}

export type Detail = readonly [label: string, value: string];

export interface PageEdit {
  readonly before: string;
  readonly after: string;
}

/** The arguments of a call; `details` are those that have no form of their own. */
export interface PageInput {
  readonly command?: string | undefined;
  readonly content?: string | undefined;
  readonly edits?: readonly PageEdit[] | undefined;
  /** Compact JSON. */
  readonly json?: string | undefined;
  readonly details: readonly Detail[];
}

export interface CallEntry {
  readonly kind: 'call';
  readonly title: string;
  readonly summary: string;
  readonly time: string;
  readonly input: PageInput;
  readonly result: PageResult | 'none' | 'later';
}

export interface ResultEntry {
  readonly kind: 'result';
  /** The call it belongs to, or null. */
  readonly call: { readonly title: string; readonly summary: string; readonly turn: number } | null;
  readonly result: PageResult;
}

export interface AttachmentEntry {
  readonly kind: 'attachment';
  readonly role: 'user' | 'assistant';
  readonly name: string;
  readonly mediaType?: string | undefined;
  readonly text?: string | undefined;
  readonly path?: string | undefined;
  readonly image?: PageImage | undefined;
}

export type Entry =
  | { readonly kind: 'text'; readonly role: 'user' | 'assistant'; readonly text: string; readonly time: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'image'; readonly role: 'user' | 'assistant'; readonly image: PageImage }
  | AttachmentEntry
  | CallEntry
  | ResultEntry
  | { readonly kind: 'stop'; readonly text: string; readonly isFailure: boolean }
  | { readonly kind: 'usage'; readonly text: string }
  | { readonly kind: 'model'; readonly model: string };

/** How a turn ended, when it is worth a mark. */
export type TurnMark = 'interrupted' | 'failed' | 'cut';

/** A part of a turn that is shown as a whole; short turns have one. */
export interface SegmentOutline {
  readonly turn: number;
  /** About how many lines it takes on a screen, calls closed. */
  readonly lines: number;
  /** In the first segment of a turn. */
  readonly opens?: { readonly time: string; readonly label: string } | undefined;
  /** In the last one. */
  readonly closes?:
    | {
        readonly time: string;
        readonly calls: number;
        readonly failed: number;
        /** Files that calls wrote or edited; not there for none. */
        readonly files?: number | undefined;
        readonly mark?: TurnMark | undefined;
        /** Tokens of the turn, when more than one message counted them. */
        readonly usage?: string | undefined;
      }
    | undefined;
}

export interface PageTotals {
  readonly facts: readonly Detail[];
}
