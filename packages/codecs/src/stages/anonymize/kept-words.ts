/**
 * What an anonymised transcript keeps of its words: those that fx, the other programs and the web made up. Everything else is somebody's.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Names of tools that come with the programs. */
export const KEPT_TOOLS = words(`
  read_file list_files glob_files grep_files file_info semantic_search write_file edit_file delete_file rename_file copy_file create_folder
  open_file terminal web_fetch web_search memory skill install_skill subagent mcp_search_tools mcp_select_tool mcp_features
  ask_user_question vision read_tool_result run_command
  Read Write Edit MultiEdit Bash Glob Grep LS Task TodoWrite WebFetch WebSearch NotebookEdit BashOutput KillShell ExitPlanMode Skill
  exec_command shell shell_command local_shell apply_patch update_plan view_image write_stdin exec
  read write edit bash grep find ls
`);

/** Keys of their arguments. */
export const KEPT_KEYS = words(`
  path paths file_path old_path new_path source destination pattern include mode head_limit offset limit context_lines case_insensitive
  content old_string new_string replace_all edits oldText newText start_line line_count query command cmd args cwd workdir working_directory
  profile shell backend action kind return_when wait_ceiling_ms duration_ms dimensions rows columns initial_monitors session_id
  cursor_segment cursor_offset write lease text keys controls paste monitor monitor_id definition after_event_id acknowledge_event_id
  max_events task_id workspace_root signal close_policy url allowed_domains blocked_domains fact name location resource skill create
  inspect message relationship configure lifecycle prompt model effort permission_mode notifications sections cursor wait until
  after_generation timeout_ms timeout send id milestone parent_id server uri uri_template argument arguments value context questions
  question options label description permission_request_id focus image_ids handle start_byte byte_count run_in_background input patch
  explanation plan step status output metadata exit_code duration_seconds type title error tool_name suggestion data media_type encoding
`);

/** Keys whose value is one of a few words of the tool's own. */
export const KEPT_VALUE_KEYS = words(
  'action kind mode profile backend lease signal close_policy until permission_mode effort type status sections',
);

/** The words that may stand there. */
export const KEPT_VALUES = words(`
  exec start read screen write wait monitor inspect list resize signal close clean user native tmux acquire use release revoke text keys
  controls paste started exit quiet match add update pause resume remove hangup interrupt quit terminate kill graceful force save clear
  matches count files_with_matches one_off persistent status messages tool_activity events configuration relationship settled attach detach
  reparent cancel reopen resource_list resource_templates resource_read prompt_list prompt_get prompt_complete resource_complete
  ask auto yolo low medium high xhigh max minimal none default adaptive completed pending in_progress image input_text output_text json
`);

/** Endings of files, where they stand behind a dot. */
export const KEPT_EXTENSIONS = words(`
  txt md rst json jsonl json5 yaml yml toml ini cfg conf env xml html htm css scss sass less js mjs cjs jsx ts mts cts tsx vue svelte py pyi rb
  rs go java kt kts scala c h cc cpp hpp cs fs swift m mm php pl lua sh bash zsh fish ps1 bat sql zig ex exs erl hs ml clj r jl dart nix tf
  lock log csv tsv png jpg jpeg gif webp svg ico pdf zip tar gz zst bin so dll exe out tmp bak diff patch proto graphql ipynb wasm map
`);

/** In front of `://`. */
export const KEPT_SCHEMES = words('http https ftp ssh git file ws wss data');

/** Beginnings of ids that say which service made them. */
export const KEPT_ID_PREFIXES = words('call toolu tool fc msg gen item resp chatcmpl');
