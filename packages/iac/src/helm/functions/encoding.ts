import { createHash } from 'node:crypto'
import { parseDocument, stringify } from 'yaml'
import type { GoFunction } from '../template/execute.ts'
import { checkWeight, ExecutionProblem, fromPlain, type GoValue, toPlain } from '../template/value.ts'
import { at, checkedText, numberAt, textAt } from './arguments.ts'

/** Own limit: aliases of a YAML text. */
const ALIASES_MAX = 100

/** Placeholder for a value that differs at each installation. */
const MADE = 'made-at-install'

/** Functions that encode and decode, and functions with random results. */
export const ENCODING_FUNCTIONS: Readonly<Record<string, GoFunction>> = {
  toYaml: (args) => yamlOf(at(args, 0)),
  toYamlPretty: (args) => yamlOf(at(args, 0)),
  fromYaml: (args) => valueOfYaml(textAt(args, 0)) ?? new Map(),
  fromYamlArray: (args) => valueOfYaml(textAt(args, 0)) ?? [],
  toJson: (args) => jsonOf(at(args, 0)),
  toRawJson: (args) => jsonOf(at(args, 0)),
  toPrettyJson: (args) => jsonOf(at(args, 0), 2),
  fromJson: (args) => valueOfYaml(textAt(args, 0)) ?? new Map(),
  fromJsonArray: (args) => valueOfYaml(textAt(args, 0)) ?? [],
  toToml: (args) => jsonOf(at(args, 0)),
  b64enc: (args) => Buffer.from(textAt(args, 0)).toString('base64'),
  b64dec: (args) => Buffer.from(textAt(args, 0), 'base64').toString(),
  b32enc: (args) => Buffer.from(textAt(args, 0)).toString('base64'),
  sha1sum: (args) => createHash('sha1').update(textAt(args, 0)).digest('hex'),
  sha256sum: (args) => createHash('sha256').update(textAt(args, 0)).digest('hex'),
  sha512sum: (args) => createHash('sha512').update(textAt(args, 0)).digest('hex'),
  adler32sum: (args) => createHash('sha1').update(textAt(args, 0)).digest('hex').slice(0, 8),
  randAlphaNum: (args) => random(numberAt(args, 0)),
  randAlpha: (args) => random(numberAt(args, 0)),
  randNumeric: (args) => '1'.repeat(Math.min(64, Math.max(0, numberAt(args, 0)))),
  randAscii: (args) => random(numberAt(args, 0)),
  randBytes: (args) => random(numberAt(args, 0)),
  randInt: (args) => numberAt(args, 0),
  uuidv4: () => '00000000-0000-4000-8000-000000000000',
  now: () => '2026-01-01T00:00:00Z',
  date: () => '2026-01-01',
  dateInZone: () => '2026-01-01',
  dateModify: (args) => at(args, 1),
  htmlDate: () => '2026-01-01',
  unixEpoch: () => '1767225600',
  ago: () => '0s',
  duration: (args) => textAt(args, 0),
  derivePassword: () => MADE,
  htpasswd: (args) => `${textAt(args, 0)}:${MADE}`,
  bcrypt: () => MADE,
  encryptAES: () => MADE,
  decryptAES: () => MADE,
  genPrivateKey: () => MADE,
  genCA: () => certificate(),
  genCAWithKey: () => certificate(),
  genSelfSignedCert: () => certificate(),
  genSignedCert: () => certificate(),
  buildCustomCert: () => certificate(),
  env: () => '',
  expandenv: (args) => textAt(args, 0),
  getHostByName: () => '',
  base: (args) => textAt(args, 0).split('/').at(-1) ?? '',
  dir: (args) => textAt(args, 0).split('/').slice(0, -1).join('/') || '.',
  ext: (args) => /\.[^./]{0,100}$/.exec(textAt(args, 0))?.[0] ?? '',
  clean: (args) => textAt(args, 0),
  isAbs: (args) => textAt(args, 0).startsWith('/'),
  urlParse: (args) => urlOf(textAt(args, 0)),
}

function yamlOf(value: GoValue): string {
  checkWeight(value)
  return checkedText(stringify(toPlain(value), { lineWidth: 0, aliasDuplicateObjects: false }).replace(/\n$/, ''))
}

function jsonOf(value: GoValue, indent = 0): string {
  checkWeight(value)
  return checkedText(JSON.stringify(toObjects(value), undefined, indent))
}

function toObjects(value: GoValue): unknown {
  if (Array.isArray(value)) return value.map(toObjects)
  const plain = toPlain(value)
  return value instanceof Map && plain instanceof Map
    ? Object.fromEntries(
        [...value].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, goValue]) => [key, toObjects(goValue)]),
      )
    : plain
}

/** Returns the value of a YAML text; undefined for an empty text. @throws {ExecutionProblem} for invalid YAML */
export function valueOfYaml(text: string): GoValue | undefined {
  checkedText(text)
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false })
  if (document.errors.length > 0) throw new ExecutionProblem('The text is not valid YAML.')
  try {
    const plain: unknown = document.toJS({ maxAliasCount: ALIASES_MAX })
    return plain === null || plain === undefined ? undefined : fromPlain(plain)
  } catch (thrown) {
    if (thrown instanceof ExecutionProblem) throw thrown
    throw new ExecutionProblem('The aliases in the text expand it beyond the limit.')
  }
}

function random(length: number): string {
  return 'x'.repeat(Math.min(256, Math.max(0, length)))
}

function certificate(): GoValue {
  return new Map([
    ['Cert', MADE],
    ['Key', MADE],
  ])
}

function urlOf(text: string): GoValue {
  const url = URL.parse(text)
  return new Map<string, GoValue>([
    ['scheme', url?.protocol.replace(':', '') ?? ''],
    ['host', url?.host ?? ''],
    ['hostname', url?.hostname ?? ''],
    ['path', url?.pathname ?? ''],
    ['query', url?.search.slice(1) ?? ''],
    ['userinfo', ''],
    ['fragment', url?.hash.slice(1) ?? ''],
  ])
}
