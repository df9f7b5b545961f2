import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Revisions whose requirements the suite holds, and which the gateway is to meet. */
export const MCP_REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type McpRevision = (typeof MCP_REVISIONS)[number]

export interface ConformanceScenario {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** False where the revision does not demand it: extensions, and what came after its release. */
  readonly required: boolean
}

export interface ConformanceResult {
  readonly scenarios: readonly ConformanceScenario[]
  /** True when the suite itself says that the revision's requirements are met. */
  readonly conforms: boolean
  readonly output: string
}

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const SCENARIO = /^[✓✗] ([a-z0-9-]+): (\d+) passed, (\d+) failed$/gm
const NOT_SCORED = /^ {2}[✓✗] ([a-z0-9-]+) \(/gm

/** Runs what a revision requires of a server, as the package published by the protocol's authors has it. */
export async function runConformance(url: string, revision: McpRevision): Promise<ConformanceResult> {
  // The suite leaves a folder of results where it runs.
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'))
  try {
    const child = spawn(process.execPath, [SUITE, 'server', '--url', url, '--requirements', revision], { cwd: folder })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    const notScored = new Set([...output.matchAll(NOT_SCORED)].map(([, name]) => name))
    const scenarios = [...output.matchAll(SCENARIO)].map(([, name = '', passed, failed]) => ({
      name,
      passed: Number(passed),
      failed: Number(failed),
      required: !notScored.has(name),
    }))
    return { scenarios, conforms: code === 0 && scenarios.length > 0, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
