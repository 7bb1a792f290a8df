import type { WriteSessionOptions } from '@fxlog/writer';
import { readDisplay } from '../sidecars/display.js';
import { readUsage } from '../sidecars/usage-sidecar.js';
import type { CommittedSession } from './open-committed.js';

/** What the small files of a session say that its log does not: who it is, a frozen title, usage in its rich form. */
export function keptSidecars({
  dir,
  id,
  authority,
}: CommittedSession): Pick<WriteSessionOptions, 'authorityId' | 'source' | 'display' | 'usage'> {
  const display = readDisplay(dir);
  const usage = readUsage(dir);
  return {
    authorityId: authority.authority_id,
    source: authority.source,
    ...(display === null ? {} : { display }),
    ...(usage.state === 'ok' && usage.value.session_id === id ? { usage: usage.value.snapshot } : {}),
  };
}

/** Where the growth of the log is counted from, for a log that stays of its generation. */
export function keptGrowthBase({ manifest, boundary }: CommittedSession): Pick<WriteSessionOptions, 'growthBase'> {
  if (manifest === null || manifest.log_generation !== boundary.generation) return {};
  const { generation_base_seq: seq, generation_base_bytes: bytes } = manifest;
  return seq <= boundary.seq && bytes <= boundary.offset ? { growthBase: { seq, bytes } } : {};
}
