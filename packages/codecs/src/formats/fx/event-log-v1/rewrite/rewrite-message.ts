import { FreeJson } from '../../../../model/free-json.js';
import type { Tool } from '../../../../model/tool.js';
import type {
  Artifact,
  ArtifactSource,
  Block,
  ImageBlock,
  Message,
  ThinkingBlock,
  TranscriptMeta,
} from '../../../../model/transcript.js';
import type { TextRewriter } from '../../rewrite/text-rewriter.js';

/** What is known of a session, rewritten; models, versions and times stay. */
export function rewriteMeta(meta: TranscriptMeta, rewriter: TextRewriter): TranscriptMeta {
  const { id, cwd, title, git_branch, lineage } = meta;
  return {
    ...meta,
    id: id === '' ? id : rewriter.sessionId(id),
    ...(cwd === undefined ? {} : { cwd: rewriter.path(cwd) }),
    ...(title === undefined ? {} : { title: rewriter.text(title) }),
    ...(git_branch === undefined ? {} : { git_branch: rewriter.text(git_branch) }),
    ...(lineage === undefined ? {} : { lineage: { ...lineage, parent: rewriter.sessionId(lineage.parent) } }),
  };
}

/** A block that came out different, and where a signature had to go. */
export interface RewrittenMessage {
  readonly message: Message;
  /** Indexes of blocks that came out different. */
  readonly changed: readonly number[];
  /** Indexes of reasoning whose signature no longer fitted its text, or was not to be kept. */
  readonly unsigned: readonly number[];
}

/** A message, rewritten; the same blocks in the same order. */
export function rewriteMessage(message: Message, rewriter: TextRewriter): RewrittenMessage {
  const changed: number[] = [];
  const unsigned: number[] = [];
  const content = message.content.map((block, at) => {
    const rewritten = rewriteBlock(block, rewriter);
    if (!isSame(block, rewritten)) changed.push(at);
    if (block.type === 'thinking' && rewritten.type === 'thinking' && hasLostSeal(block, rewritten)) unsigned.push(at);
    return rewritten;
  });
  return changed.length === 0
    ? { message, changed, unsigned }
    : { message: { ...message, content }, changed, unsigned };
}

function rewriteBlock(block: Block, rewriter: TextRewriter): Block {
  switch (block.type) {
    case 'text':
      return { ...block, text: rewriter.text(block.text) };
    case 'thinking':
      return rewriteThinking(block, rewriter);
    case 'tool_use':
      return { ...block, id: rewriter.id(block.id), tool: rewriteTool(block.tool, rewriter) };
    case 'tool_result':
      return { ...block, tool_use_id: rewriter.id(block.tool_use_id), content: rewriteOutput(block.content, rewriter) };
    case 'image':
      return rewriteImage(block, rewriter);
    case 'artifact':
      return { ...block, artifact: rewriteArtifact(block.artifact, rewriter) };
  }
}

/** A signature holds for its very text, so it goes when the text changes. */
function rewriteThinking({ text, signature, encrypted }: ThinkingBlock, rewriter: TextRewriter): ThinkingBlock {
  const rewritten = rewriter.text(text);
  const kept = signature === undefined || rewritten !== text ? null : rewriter.opaque(signature);
  const sealed = encrypted === undefined ? null : rewriter.opaque(encrypted);
  return {
    type: 'thinking',
    text: rewritten,
    ...(kept === null ? {} : { signature: kept }),
    ...(sealed === null ? {} : { encrypted: sealed }),
  };
}

function hasLostSeal(before: ThinkingBlock, after: ThinkingBlock): boolean {
  return before.signature !== after.signature || before.encrypted !== after.encrypted;
}

function rewriteOutput(content: string | FreeJson, rewriter: TextRewriter): string | FreeJson {
  return typeof content === 'string' ? rewriter.text(content) : rewriteFreeJson(content, rewriter);
}

function rewriteFreeJson(value: FreeJson, rewriter: TextRewriter): FreeJson {
  const text = rewriter.json(value.text);
  return text === value.text ? value : FreeJson.parse(text);
}

/** A tool stays the tool that it was. */
function rewriteTool(tool: Tool, rewriter: TextRewriter): Tool {
  switch (tool.name) {
    case 'Command': {
      // What follows the slash is a name, and the slash is what makes it a command.
      const command = `/${rewriter.toolName(tool.command.slice(1))}`;
      return { ...tool, command, ...(tool.args === undefined ? {} : { args: rewriter.text(tool.args) }) };
    }
    case 'Read':
      return { ...tool, file_path: rewriter.path(tool.file_path) };
    case 'Write':
      return { ...tool, file_path: rewriter.path(tool.file_path), content: rewriter.text(tool.content) };
    case 'Edit':
      return { ...tool, file_path: rewriter.path(tool.file_path), ...rewriteEdit(tool, rewriter) };
    case 'MultiEdit': {
      const edits = tool.edits.map((edit) => ({ ...edit, ...rewriteEdit(edit, rewriter) }));
      return { ...tool, file_path: rewriter.path(tool.file_path), edits };
    }
    case 'Bash':
      return {
        ...tool,
        command: rewriter.text(tool.command),
        ...(tool.workdir === undefined ? {} : { workdir: rewriter.path(tool.workdir) }),
        ...(tool.description === undefined ? {} : { description: rewriter.text(tool.description) }),
      };
    case 'Raw':
      return { ...tool, tool_name: rewriter.toolName(tool.tool_name), input: rewriteFreeJson(tool.input, rewriter) };
  }
}

function rewriteEdit(edit: { old_string: string; new_string: string }, rewriter: TextRewriter) {
  return { old_string: rewriter.text(edit.old_string), new_string: rewriter.text(edit.new_string) };
}

function rewriteImage(block: ImageBlock, rewriter: TextRewriter): ImageBlock {
  const { type, media_type, data } = block.source;
  const changed = type === 'base64' ? rewriter.image(media_type, data) : rewriter.path(data);
  return changed === data ? block : { ...block, source: { ...block.source, data: changed } };
}

function rewriteArtifact({ id, name, source }: Artifact, rewriter: TextRewriter): Artifact {
  return { id: rewriter.id(id), name: rewriter.text(name), source: rewriteArtifactSource(source, rewriter) };
}

function rewriteArtifactSource(source: ArtifactSource, rewriter: TextRewriter): ArtifactSource {
  switch (source.type) {
    case 'text':
      return { ...source, text: rewriter.text(source.text) };
    case 'path':
      return { ...source, path: rewriter.path(source.path) };
    case 'base64':
      return { ...source, data: rewriter.image(source.media_type ?? 'application/octet-stream', source.data) };
  }
}

/** Compares blocks by what they are made of. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (before instanceof FreeJson || after instanceof FreeJson) return false;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return false;
  const keys = Object.keys(before);
  return (
    keys.length === Object.keys(after).length &&
    keys.every((key) => isSame((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]))
  );
}
