import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { Fingerprinted, KnownFinding } from '@gatehouse/scanners'
import { z } from 'zod'

const Baseline = z.object({
  version: z.literal(1),
  findings: z
    .array(
      z.object({
        identity: z.string(),
        fingerprint: z.string(),
        filePath: z.string(),
        startLine: z.int(),
        rule: z.string(),
      }),
    )
    .max(1_000_000),
})

/**
 * Findings that are known and do not count as new.
 * @throws {Failure} `invalid_request` for a file that is no baseline
 */
export function readBaseline(path: string): readonly KnownFinding[] {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure('invalid_request', `The baseline ${path} cannot be read: ${messageOf(error)}`)
  }
  const read = Baseline.safeParse(value)
  if (read.success) return read.data.findings
  const [issue] = read.error.issues
  throw new Failure(
    'invalid_request',
    `${path} is no baseline: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  )
}

/** Holds digests and places, no secret. */
export async function writeBaseline(path: string, found: readonly Fingerprinted[]): Promise<void> {
  const findings = found.map(({ identity, fingerprint, observation: { filePath, startLine, ruleId } }) => ({
    identity,
    fingerprint,
    filePath,
    startLine,
    rule: ruleId,
  }))
  await writeFile(path, `${JSON.stringify({ version: 1, findings }, null, 2)}\n`)
}
