import type { ReportNode } from './node.ts'
import type { ReportContent, ReportedFinding, ReportSeverity, ReportSubject } from './report.ts'
import {
  cveOf,
  cweOf,
  DESCRIPTION_CHARS_MAX,
  ID_CHARS_MAX,
  lineOf,
  lines,
  linksOf,
  oneLine,
  pathOf,
  severityOf,
  severityOfScore,
  snippetOf,
  TITLE_CHARS_MAX,
} from './text.ts'

/** Weaknesses of credentials in code. */
const CREDENTIAL_CWES = new Set(['CWE-798', 'CWE-259', 'CWE-321', 'CWE-540'])
const SECRET_TOOLS = /gitleaks|trufflehog|detect-secrets|ggshield|gitguardian|secretlint|whispers/i
const PACKAGE_TOOLS =
  /^(?:grype|osv-scanner|dependency-check|snyk (?:open source|sca)|npm audit|pip-audit|govulncheck)/i
const CONFIGURATION_TOOLS =
  /checkov|tfsec|terrascan|kics|hadolint|cfn[-_]?(?:nag|lint|guard)|trivy-config|dockle|zizmor|actionlint|conftest/i
const KUBERNETES_TOOLS = /kube-?(?:linter|score|sec)|kubescape|polaris|datree/i

/** Reads the runs of a SARIF 2.1.0 log. */
export function readSarif(root: ReportNode): ReportContent {
  const findings: ReportedFinding[] = []
  let skipped = 0
  const names = new Set<string>()
  let toolVersion: string | null = null
  for (const run of root.get('runs').required('an array').list()) {
    const driver = run.get('tool').get('driver')
    const tool = oneLine(driver.get('name').required('the name of the tool').text() ?? 'unknown', 100)
    names.add(tool)
    toolVersion ??= versionOf(driver)
    const context = contextOf(run, tool)
    for (const result of run.get('results').list()) {
      if (isFinding(result)) findings.push(...findingsOf(result, context))
      else skipped += 1
    }
  }
  return { tool: [...names].join(', ') || 'SARIF', toolVersion, findings, skipped }
}

function versionOf(driver: ReportNode): string | null {
  const version = driver.get('semanticVersion').text() ?? driver.get('version').text()
  return version === undefined ? null : oneLine(version, 100)
}

interface Context {
  readonly tool: string
  readonly rules: readonly ReportNode[]
  readonly ruleOf: ReadonlyMap<string, ReportNode>
  readonly extensions: readonly (readonly ReportNode[])[]
  readonly bases: ReadonlyMap<string, string>
  readonly artifacts: readonly ReportNode[]
}

function contextOf(run: ReportNode, tool: string): Context {
  const rules = run.get('tool').get('driver').get('rules').list()
  const extensions = run
    .get('tool')
    .get('extensions')
    .list()
    .map((extension) => extension.get('rules').list())
  const ruleOf = new Map<string, ReportNode>()
  for (const rule of [...extensions.flat(), ...rules]) {
    const id = rule.get('id').text()
    if (id !== undefined) ruleOf.set(id, rule)
  }
  const bases = new Map<string, string>()
  for (const [name, base] of run.get('originalUriBaseIds').entries()) {
    const uri = base.get('uri').text()
    const path = uri === undefined ? undefined : /^file:\/\/[^/]*(\/.*)$/.exec(uri)?.[1]
    if (path !== undefined) bases.set(name, path)
  }
  return { tool, rules, ruleOf, extensions, bases, artifacts: run.get('artifacts').list() }
}

/** Passed checks, absent results and accepted suppressions are no findings. */
function isFinding(result: ReportNode): boolean {
  const kind = result.get('kind').text() ?? 'fail'
  if (kind !== 'fail' && kind !== 'open' && kind !== 'review') return false
  if (result.get('baselineState').text() === 'absent') return false
  return !result
    .get('suppressions')
    .list()
    .some((suppression) => (suppression.get('status').text() ?? 'accepted') === 'accepted')
}

function findingsOf(result: ReportNode, context: Context): readonly ReportedFinding[] {
  const rule = ruleFor(result, context)
  const ruleId = oneLine(ruleIdOf(result, rule) ?? 'unknown', ID_CHARS_MAX)
  const message = messageOf(result, rule)
  const tags = (rule?.get('properties').get('tags').list() ?? []).flatMap((tag) => tag.text() ?? [])
  const cweId = cweIn(result, rule, tags)
  const cveId = cveOf([ruleId, ...tags])
  const subject = subjectOf(context.tool, ruleId, cweId, cveId, tags)
  const title = titleOf(rule, message, ruleId)
  const help = rule?.get('fullDescription').get('text').text() ?? rule?.get('help').get('text').text()
  const description = lines(
    [message, help].filter((text) => text !== undefined && text !== '').join('\n\n'),
    DESCRIPTION_CHARS_MAX,
  )
  const fingerprint = [...result.get('partialFingerprints').entries(), ...result.get('fingerprints').entries()]
    .flatMap(([, value]) => (typeof value.value === 'string' ? value.value : []))
    .at(0)
  const common = {
    subject,
    ruleId,
    severity: severityIn(result, rule),
    title,
    description: description === '' ? title : description,
    confidence: confidenceIn(rule),
    cweId,
    cveId,
    references: linksOf([rule?.get('helpUri').text()]),
    stableId: fingerprint === undefined ? undefined : oneLine(fingerprint, ID_CHARS_MAX),
  }
  const places = result.get('locations').list().slice(0, 1)
  if (places.length === 0) return [{ ...common, filePath: '', startLine: 1, endLine: 1 }]
  return places.map((place) => ({ ...common, ...locationOf(place, context, subject) }))
}

function ruleFor(result: ReportNode, { rules, ruleOf, extensions }: Context): ReportNode | undefined {
  const reference = result.get('rule')
  const index = result.get('ruleIndex').number() ?? reference.get('index').number()
  const extension = reference.get('toolComponent').get('index').number()
  if (index !== undefined && index >= 0) {
    const list = extension === undefined || extension < 0 ? rules : (extensions[extension] ?? [])
    const found = list[index]
    if (found !== undefined) return found
  }
  const id = result.get('ruleId').text() ?? reference.get('id').text()
  // `CA1000/suffix` is a result of the rule CA1000.
  return id === undefined ? undefined : (ruleOf.get(id) ?? ruleOf.get(id.replace(/\/[^/]*$/, '')))
}

function ruleIdOf(result: ReportNode, rule: ReportNode | undefined): string | undefined {
  return result.get('ruleId').text() ?? result.get('rule').get('id').text() ?? rule?.get('id').text()
}

/** Own limit of arguments in one message. */
const ARGUMENTS_MAX = 20

function messageOf(result: ReportNode, rule: ReportNode | undefined): string {
  const message = result.get('message')
  const id = message.get('id').text()
  const strings = rule?.get('messageStrings')
  const template =
    message.get('text').text() ??
    message.get('markdown').text() ??
    (id === undefined ? undefined : strings?.get(id).get('text').text()) ??
    ''
  const values = message
    .get('arguments')
    .list()
    .slice(0, ARGUMENTS_MAX)
    .map((value) => value.text() ?? '')
  const filled = template
    .slice(0, DESCRIPTION_CHARS_MAX)
    .replaceAll(/\{(\d{1,2})\}/g, (all, number: string) => values[Number(number)] ?? all)
  // Links to related locations: `[text](1)`.
  return filled.replaceAll(/\[([^[\]]{1,200})\]\(\d{1,4}\)/g, '$1')
}

function titleOf(rule: ReportNode | undefined, message: string, ruleId: string): string {
  const short = rule?.get('shortDescription').get('text').text()
  const first = message.split(/\n|(?<=[.!?]) /, 1)[0] ?? ''
  const name = rule?.get('name').text()
  const isName = (text: string | undefined): text is string =>
    text !== undefined && text.trim() !== '' && text !== ruleId
  const title = [short, first, name].find(isName) ?? ruleId
  return oneLine(title, TITLE_CHARS_MAX).replace(/\.$/, '') || ruleId
}

function severityIn(result: ReportNode, rule: ReportNode | undefined): ReportSeverity {
  const own = result.get('properties').get('security-severity').number()
  const ofRule = rule?.get('properties').get('security-severity').number()
  const level = result.get('level').text() ?? rule?.get('defaultConfiguration').get('level').text() ?? 'warning'
  const word = textOf(result.get('properties').get('severity')) ?? textOf(rule?.get('properties').get('severity'))
  return severityOfScore(own ?? ofRule) ?? severityOf(word) ?? severityOf(level) ?? 'MEDIUM'
}

function textOf(node: ReportNode | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined
}

const CONFIDENCE: Readonly<Record<string, number>> = { 'very-high': 0.95, high: 0.9, medium: 0.7, low: 0.4 }

function confidenceIn(rule: ReportNode | undefined): number {
  const word = textOf(rule?.get('properties').get('precision')) ?? ''
  return (Object.hasOwn(CONFIDENCE, word) ? CONFIDENCE[word] : undefined) ?? 0.8
}

function cweIn(result: ReportNode, rule: ReportNode | undefined, tags: readonly string[]): string | undefined {
  const tagged = tags.find((tag) => /\bcwe[-_ /]/i.test(`${tag}-`) && /\d/.test(tag))
  if (tagged !== undefined) return cweOf(tagged)
  for (const node of [result.get('properties').get('cwe'), rule?.get('properties').get('cwe')]) {
    const first = node?.isArray === true ? node.list()[0]?.text() : textOf(node)
    if (first !== undefined) return cweOf(first)
  }
  const taxa = [
    ...result.get('taxa').list(),
    ...(rule?.get('relationships').list() ?? []).map((one) => one.get('target')),
  ]
  const taxon = taxa.find((one) => one.get('toolComponent').get('name').text()?.toUpperCase() === 'CWE')
  return cweOf(taxon?.get('id').text())
}

function subjectOf(
  tool: string,
  ruleId: string,
  cweId: string | undefined,
  cveId: string | undefined,
  tags: readonly string[],
): ReportSubject {
  if (SECRET_TOOLS.test(tool) || tags.some((tag) => /^secrets?$/i.test(tag))) return 'secret'
  if (cveId !== undefined || /^GHSA-/i.test(ruleId) || PACKAGE_TOOLS.test(tool)) return 'package'
  if (KUBERNETES_TOOLS.test(tool)) return 'kubernetes'
  if (CONFIGURATION_TOOLS.test(tool) || tags.some((tag) => /^(?:misconfiguration|iac)$/i.test(tag)))
    return 'configuration'
  return cweId !== undefined && CREDENTIAL_CWES.has(cweId) ? 'secret' : 'code'
}

function locationOf(place: ReportNode, { bases, artifacts }: Context, subject: ReportSubject) {
  const physical = place.get('physicalLocation')
  const direct = physical.get('artifactLocation')
  const index = direct.get('index').number()
  const artifact =
    direct.get('uri').isPresent || index === undefined ? direct : (artifacts[index]?.get('location') ?? direct)
  const base = bases.get(artifact.get('uriBaseId').text() ?? '%SRCROOT%') ?? bases.get('%SRCROOT%')
  const region = physical.get('region')
  const startLine = lineOf(region.get('startLine').number())
  const endLine = Math.max(startLine, lineOf(region.get('endLine').number() ?? startLine))
  const startColumn = region.get('startColumn').number()
  const endColumn = region.get('endColumn').number()
  const snippet = subject === 'secret' ? undefined : snippetOf(region.get('snippet').get('text').text())
  return {
    ...pathOf(artifact.get('uri').text(), base),
    startLine,
    endLine,
    ...(startColumn !== undefined && { startColumn: lineOf(startColumn) }),
    // The end column of SARIF is exclusive.
    ...(endColumn !== undefined && endColumn > 1 && { endColumn: lineOf(endColumn - 1) }),
    snippet,
  }
}
