import type { Fixer } from '../draft.ts'
import { eolOf, literal, offsetOf } from '../text/splice.ts'
import { hclSettings, type Setting } from './advice.ts'
import { withRange } from './ranges.ts'

/** Rules whose setting replaces the resource and its data. */
const REPLACES =
  /-(?:rds|ebs|efs|ec2-disk|elasticache|redshift|opensearch|eks-secrets|vm-host|vm-password)(?:-\w+)*-?(?:unencrypted|disabled|authentication)$/

/** Values that fix a setting, by its name. */
const VALUES: Readonly<Record<string, string>> = {
  http_tokens: '"required"',
  image_tag_mutability: '"IMMUTABLE"',
  minimum_tls_version: '"1.2"',
  min_tls_version: '"TLS1_2"',
  ssl_mode: '"ENCRYPTED_ONLY"',
  ftps_state: '"Disabled"',
  ssl_minimal_tls_version_enforced: '"TLS1_2"',
}

const CHECK = 'Run terraform plan, and check that no resource is replaced.'

/** Changes the value of a finding, or adds the setting that the description of its rule names to the resource. */
export const fixTerraform: Fixer = async (target, files) => {
  const { filePath, ruleId } = target
  const text = await files.read(filePath)
  if (text === undefined || !filePath.endsWith('.tf') || REPLACES.test(ruleId)) return []
  const changed = [flipped(text, target), withSettings(text, target, hclSettings(target.description ?? ''))]
  return changed.flatMap((one) =>
    one === undefined ? [] : [{ title: one.title, edits: new Map([[filePath, one.text]]), check: CHECK }],
  )
}

interface Changed {
  readonly title: string
  readonly text: string
}

/** Changes a value that is the whole range of the finding. */
function flipped(text: string, target: Parameters<Fixer>[0]): Changed | undefined {
  const range = withRange(text, target)
  if (range === undefined) return undefined
  const name = /([\w-]+)\s*=\s*$/.exec(text.slice(Math.max(0, range.start - 200), range.start))?.[1] ?? ''
  const value = range.text === 'true' ? 'false' : range.text === 'false' ? 'true' : VALUES[name]
  if (value === undefined || name === '' || value === range.text) return undefined
  return { title: `Set ${name} = ${value}.`, text: range.replacedBy(value) }
}

/** Sets arguments in the innermost block that starts at the finding. */
function withSettings(
  text: string,
  { startLine }: Parameters<Fixer>[0],
  settings: readonly Setting[],
): Changed | undefined {
  if (settings.length === 0) return undefined
  const start = blockAt(text, offsetOf(text, startLine))
  if (start === undefined) return undefined
  let changed = text
  for (const { path, value } of settings) changed = withArgument(changed, start, path, value)
  const written = settings.map(({ path, value }) => `${path.join('.')} = ${value}`).join(', ')
  return changed === text ? undefined : { title: `Set ${written}.`, text: changed }
}

/** Offset of the brace of the resource block around an offset. */
function blockAt(text: string, at: number): number | undefined {
  const before = [...text.matchAll(/^(?:resource|data|module|variable|output|terraform|provider)\b[^{\n]*\{/gm)]
  const own = before.findLast(({ index }) => index <= at)
  return own === undefined ? undefined : own.index + own[0].length - 1
}

/** Sets an argument of a block, or of a block in it; arguments are aligned as terraform fmt aligns them. */
function withArgument(text: string, open: number, path: readonly string[], value: string): string {
  const [name = '', ...rest] = path
  const end = closeOf(text, open)
  const body = text.slice(open + 1, end)
  const eol = eolOf(text)
  if (rest.length > 0) {
    const nested = new RegExp(`^[ \\t]*${literal(name)}[ \\t]*\\{`, 'm').exec(body)
    if (nested !== null) return withArgument(text, open + nested.index + nested[0].length, rest, value)
    const block = `${eol}  ${name} {${eol}    ${rest[0]} = ${value}${eol}  }${eol}`
    return text.slice(0, end) + block + text.slice(end)
  }
  const known = new RegExp(`^([ \\t]*${literal(name)}[ \\t]*=[ \\t]*)("[^"\\n]*"|[\\w.]+)`, 'm').exec(body)
  if (known !== null) {
    const at = open + 1 + known.index + known[1]!.length
    return text.slice(0, at) + value + text.slice(at + known[2]!.length)
  }
  const first = /^([ \t]*)([\w-]+)([ \t]*)=/m.exec(body)
  const width = first === null ? name.length : first[2]!.length + first[3]!.length - 1
  const line = `${first?.[1] ?? '  '}${name.padEnd(width)} = ${value}${eol}`
  const afterFirst = /^[ \t]*[\w-]+[ \t]*=[^\n{[(]*$(?:\n(?=[ \t]*[\w-]+[ \t]*=[^\n{[(]*$)[^\n]*)*/m.exec(body)
  const at = afterFirst === null ? open + 1 : open + 1 + afterFirst.index + afterFirst[0].length
  const next = text.indexOf('\n', at) + 1
  return text.slice(0, next) + line + text.slice(next)
}

function closeOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      at += 1
      while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1
    } else if (sign === '#') at = Math.max(at, text.indexOf('\n', at))
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return text.length
}
