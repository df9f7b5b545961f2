import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { POLICY_FILE_VERSION, PolicyFile } from '@gatehouse/contracts/policies'
import { Failure, isJsonObject, messageOf } from '@gatehouse/kernel'
import { Document, parse } from 'yaml'
import type { z } from 'zod'
import type { Io } from '../command.ts'

/** Own limit: several times what a tenant can store. */
const FILE_BYTES_MAX = 32 * 1024 * 1024

const ALIASES_MAX = 100
const PROBLEMS_MAX = 10

const HEADER = ` Configuration of one Gatehouse tenant. Written by \`gatehouse policy pull\`; see \`gatehouse policy --help\`.
 yaml-language-server: $schema=gatehouse-policy.schema.json`

/** Fields in reading order; all others follow by name. */
const ORDER = [
  'version',
  'tenant',
  'mode',
  'input_guardrails',
  'output_guardrails',
  'agentic_guardrails',
  'custom_policies',
  'agents',
  'tools',
  'tool_policies',
  'data_policies',
  'global_data_policy',
  'model_upstreams',
  'mcp_routes',
  'rbac',
  'unregistered_agents',
  'cases',
  'name',
  'stage',
  'enabled',
  'action',
]
const RANK = new Map(ORDER.map((name, at) => [name, at]))

/**
 * Reads a policy file.
 * @param isVersionOptional reads a file without a version as the current version
 * @throws {Failure} `invalid_request` with the file and all its problems
 */
export function readPolicyFile(
  name: string,
  { cwd }: Pick<Io, 'cwd'>,
  { isVersionOptional = false }: { readonly isVersionOptional?: boolean } = {},
): PolicyFile {
  let raw: unknown
  try {
    const path = resolve(cwd, name)
    const { size } = statSync(path)
    if (size > FILE_BYTES_MAX) throw new Error(`the file has ${size} bytes; the limit is ${FILE_BYTES_MAX}`)
    raw = parse(readFileSync(path, 'utf8'), { maxAliasCount: ALIASES_MAX })
  } catch (error) {
    throw new Failure('invalid_request', `Cannot read the policy file ${name}: ${messageOf(error)}`)
  }
  if (isJsonObject(raw) && raw['version'] !== undefined && raw['version'] !== POLICY_FILE_VERSION) {
    throw new Failure(
      'invalid_request',
      `Unsupported version ${JSON.stringify(raw['version'])} in ${name}. Supported: 1.`,
    )
  }
  const value = raw ?? {}
  const versioned = isVersionOptional && isJsonObject(value) ? { version: POLICY_FILE_VERSION, ...value } : value
  const read = PolicyFile.safeParse(versioned)
  if (read.success) return read.data
  const problems = read.error.issues.slice(0, PROBLEMS_MAX).flatMap(problemsOf)
  throw new Failure('invalid_request', `Invalid policy file ${name}: ${problems.join('; ')}`)
}

type Issue = z.core.$ZodIssue

/** For a union, reports the problems of the closest variant. */
function problemsOf(issue: Issue): string[] {
  const { path, message } = issue
  const inner = issue.code === 'invalid_union' ? issue.errors.toSorted((a, b) => a.length - b.length)[0] : undefined
  if (inner !== undefined && inner.length > 0) {
    return inner.flatMap((item) => problemsOf({ ...item, path: [...path, ...item.path] }))
  }
  return [`${path.length === 0 ? '' : `${path.join('.')}: `}${message}`]
}

/** Formats a policy file: equal content always produces the same text. */
export function policyFileText(file: Readonly<Record<string, unknown>>): string {
  const document = new Document(ordered(file), { aliasDuplicateObjects: false })
  document.commentBefore = HEADER
  return document.toString({ lineWidth: 100, singleQuote: true })
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isJsonObject(value)) return value
  const names = Object.keys(value).sort((a, b) => {
    const [one, other] = [RANK.get(a) ?? ORDER.length, RANK.get(b) ?? ORDER.length]
    return one === other ? (a < b ? -1 : 1) : one - other
  })
  // `fromEntries` treats `__proto__` as an ordinary member.
  return Object.fromEntries(
    names.filter((name) => value[name] !== undefined).map((name) => [name, ordered(value[name])]),
  )
}
