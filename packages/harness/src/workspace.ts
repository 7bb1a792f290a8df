/**
 * What has to be known of the file system to say how a call is judged. Paths are absolute, with `/`.
 */
export interface WorkspaceView {
  /** The primary workspace root: the real path of the directory in which fx was started. */
  readonly root: string;
  /** Directories that were added to it and exist, as real paths. */
  readonly additionalDirectories: readonly string[];
  /** The home directory; null where it is not known. */
  readonly home: string | null;
  /** What is at a path, links followed; null for nothing. */
  look(path: string): 'file' | 'directory' | 'other' | null;
  /** The real path of what is at a path; for what does not exist, that of its deepest existing ancestor and the rest. Null where it cannot be had. */
  resolve(path: string): string | null;
  /** Whether the last component of a path is a symbolic link. */
  isLink(path: string): boolean;
  /** The content of a file, or null where there is none, or it is longer than `limit` bytes. */
  read(path: string, limit: number): Uint8Array | null;
}

/** A file system that exists only as a table: a directory is null, a file its content. */
export class TableWorkspace implements WorkspaceView {
  readonly root: string;
  readonly additionalDirectories: readonly string[];
  readonly home: string | null;
  readonly #entries: ReadonlyMap<string, Uint8Array | null>;

  constructor(
    entries: Readonly<Record<string, string | null>>,
    { root, additionalDirectories = [], home = null }: Partial<WorkspaceView> & Pick<WorkspaceView, 'root'>,
  ) {
    this.root = root;
    this.additionalDirectories = additionalDirectories;
    this.home = home;
    this.#entries = new Map(
      Object.entries(entries).map(([path, content]) => [path, content === null ? null : Buffer.from(content)]),
    );
  }

  look(path: string): 'file' | 'directory' | null {
    const entry = path === '/' ? null : this.#entries.get(path);
    if (entry === undefined) return null;
    return entry === null ? 'directory' : 'file';
  }

  resolve(path: string): string {
    return path;
  }

  isLink(): boolean {
    return false;
  }

  read(path: string, limit: number): Uint8Array | null {
    const content = this.#entries.get(path) ?? null;
    return content === null || content.length > limit ? null : content;
  }
}

/**
 * The workspace as a log alone shows it: no file is known, so that what depends on files cannot be told. Every path is taken for a file that exists
 * and lies where its name says.
 */
export class UnseenWorkspace implements WorkspaceView {
  readonly additionalDirectories = [];
  readonly home = null;

  constructor(readonly root: string) {}

  look(path: string): 'file' | 'directory' {
    return path === this.root || this.root.startsWith(`${path}/`) || path === '/' ? 'directory' : 'file';
  }

  resolve(path: string): string {
    return path;
  }

  isLink(): boolean {
    return false;
  }

  read(): null {
    return null;
  }
}

/**
 * A workspace as it may have been when a call was made: places and links are those of now. Contents are not looked at, since they are not those of that time, and what is not
 * there any more is taken for a file, unless the call made it.
 */
export class PastWorkspace implements WorkspaceView {
  readonly root: string;
  readonly additionalDirectories: readonly string[];
  readonly home: string | null;

  /**
   * @param now the workspace of now
   * @param made the real path of a file that was not there before the call; null where that is not known
   */
  constructor(
    readonly now: WorkspaceView,
    readonly made: string | null,
  ) {
    this.root = now.root;
    this.additionalDirectories = now.additionalDirectories;
    this.home = now.home;
  }

  look(path: string): 'file' | 'directory' | 'other' | null {
    return path === this.made ? null : (this.now.look(path) ?? 'file');
  }

  resolve(path: string): string | null {
    return this.now.resolve(path);
  }

  /** fx does not write through a link: where it wrote, there was none. */
  isLink(): boolean {
    return false;
  }

  read(): null {
    return null;
  }
}

/** Whether a path is a directory or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);
}
