import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Protocol revisions that the suite covers and the gateway must support. */
export const MCP_REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type McpRevision = (typeof MCP_REVISIONS)[number]

export interface ConformanceScenario {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** False for optional parts: extensions, and additions after the release. */
  readonly required: boolean
}

export interface ConformanceResult {
  readonly scenarios: readonly ConformanceScenario[]
  /** True when the suite reports conformance to the revision. */
  readonly conforms: boolean
  readonly output: string
}

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const SCENARIO = /^[✓✗] ([a-z0-9-]+): (\d+) passed, (\d+) failed$/gm
const NOT_SCORED = /^ {2}[✓✗] ([a-z0-9-]+) \(/gm

/** Runs the server requirements of a revision with the package of the protocol's authors. */
export async function runConformance(url: string, revision: McpRevision): Promise<ConformanceResult> {
  // The suite writes a results folder to its working directory.
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
