import { gatehouse, type Watched } from '../appsec/watched.ts'

/** A scan by rules in a process of its own, with what it found. */
export interface SastRun extends Watched {
  readonly findings: readonly { readonly ruleId: string; readonly filePath: string; readonly startLine: number }[]
}

/** @throws {Error} when the scan ended otherwise than by telling what it found */
export function scanTree(root: string, ...args: readonly string[]): Promise<SastRun> {
  return scanWithin(undefined, root, ...args)
}

/**
 * A scan that may take longer than others.
 * @param limit_ms after which it is ended; undefined: as others
 * @throws {Error} as {@link scanTree}
 */
export async function scanWithin(
  limit_ms: number | undefined,
  root: string,
  ...args: readonly string[]
): Promise<SastRun> {
  const run = await gatehouse(['scan', root, '--type', 'SAST_ONLY', '--format', 'json', ...args], {}, limit_ms)
  if (run.stdout === '') throw new Error(`The scan said nothing and exited with ${run.code}: ${run.stderr}`)
  const { findings } = JSON.parse(run.stdout) as Pick<SastRun, 'findings'>
  return { ...run, findings }
}

/** The fastest of some runs: what others do on the machine only ever takes longer. */
export async function fastest(rounds: number, run: () => Promise<SastRun>): Promise<SastRun> {
  let best = await run()
  for (let round = 1; round < rounds; round++) {
    const next = await run()
    if (next.seconds < best.seconds) best = next
  }
  return best
}
