import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSastScanner, type PackSource, suggestFix } from '../src/index.ts'
import { fingerprint, identityOf, runScan } from '@gatehouse/scan-engine'
import { resultOf, sarifOf } from '@gatehouse/scan-engine/results'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { loadRules } from '../src/rules/load.ts'
import { OWN_RULES } from '../src/rules/own.ts'
import { readRuleFiles } from '../src/rules/read-files.ts'
import { firstIdOf, idsOf } from '../src/rules/rule-ids.ts'

/** All published ids from before the rules got standard ids. */
const PUBLISHED = readFileSync(new URL('published-rule-ids.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

const loaded = loadRules(readRuleFiles(OWN_RULES))
const all = [...loaded.rules, ...loaded.taint]

test('every published id belongs to exactly one rule, and fingerprints are computed from it', () => {
  const owners = Map.groupBy(
    all.flatMap((rule) => idsOf(rule).map((id) => ({ id, rule }))),
    ({ id }) => id,
  )
  const wrong = PUBLISHED.filter((id) => {
    const own = owners.get(id) ?? []
    return own.length !== 1 || firstIdOf(own[0]!.rule) !== id
  })
  expect(PUBLISHED.length).toBe(1_118)
  expect(wrong).toEqual([])
})

test('a current or former id belongs to one rule only', () => {
  const ids = all.flatMap(idsOf)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

/** `<technology>-<weakness>[-<variant>]` in lower case. */
const GRAMMAR = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/
const ID_CHARS_MAX = 60
/** Words of clauses, and words that hide the weakness. */
const RIDDLES =
  /-(?:nobody|anybody|anyone|every(?:body|one|thing)|whoever|strangers?|outside|unasked|written|kept|looked|guessable|given|told|says|places?)(?:-|$)/

test('ids name a technology and a weakness', () => {
  const wrong = all
    .map(({ id }) => id)
    .filter((id) => !GRAMMAR.test(id) || id.length > ID_CHARS_MAX || RIDDLES.test(id))
  expect(wrong).toEqual([])
})

test.each([
  ['python-object-of-anybody', 'python-idor'],
  ['java-texts-compared-by-place', 'java-string-comparison-by-reference'],
  ['javascript-request-to-sql', 'javascript-sql-injection'],
  ['k8s-rbac-everything', 'k8s-rbac-wildcard-admin'],
  ['cfn-resource-open-to-anybody', 'cfn-resource-policy-any-principal'],
])('%s is now %s', (former, id) => {
  expect(all.find((rule) => idsOf(rule).includes(former))?.id).toBe(id)
})

test('every rule refers to a page', () => {
  const wrong = all.filter(
    ({ references }) => references.length === 0 || !references.every((reference) => URL.canParse(reference)),
  )
  expect(wrong.map(({ id, references }) => [id, ...references])).toEqual([])
})

const RULE = (id: string, more = ''): string =>
  `rules:\n- {id: ${id}, message: Call of danger., severity: ERROR, languages: [javascript], pattern: danger($X), fix: safe($X)${more}}\n`
const pack = (text: string): PackSource => ({ own: false, files: [{ path: 'r.yaml', text }] })
const BEFORE = pack(RULE('danger-of-anybody'))
const RENAMED = pack(RULE('javascript-danger', ', metadata: {former-ids: [danger-of-anybody]}'))

const scanAll = (files: Readonly<Record<string, string>>, rules: PackSource) =>
  runScan({ tree: treeOf(files), scanners: [createSastScanner({ rules })] })
const scan = async (files: Readonly<Record<string, string>>, rules: PackSource) =>
  (await scanAll(files, rules)).observations

test('a renamed rule keeps fingerprints, so that stored findings are recognised', async () => {
  const [before] = fingerprint(await scan({ 'a.js': 'danger(1)\n' }, BEFORE))
  const stored = { identity: identityOf(before!.observation), fingerprint: before!.fingerprint, filePath: 'a.js' }
  const seen = await scan({ 'a.js': '\ndanger(1)\n' }, RENAMED)
  const [after, ...others] = fingerprint(seen, [{ ...stored, startLine: 1 }])
  expect(others).toEqual([])
  expect(after).toMatchObject({
    fingerprint: before!.fingerprint,
    known: { fingerprint: before!.fingerprint },
    observation: { ruleId: 'sast/javascript-danger' },
  })
  expect(fingerprint(seen)[0]?.fingerprint).toBe(before!.fingerprint)
})

test.each([
  'nosemgrep: danger-of-anybody',
  'nosemgrep: javascript-danger',
  'gatehouse:allow danger-of-anybody reviewed',
  'gatehouse:allow sast/danger-of-anybody reviewed',
  'gatehouse:allow javascript-danger reviewed',
])('the comment %s suppresses a renamed rule', async (comment) => {
  const { observations, suppressed } = await scanAll({ 'a.js': `danger(1) // ${comment}\n` }, RENAMED)
  expect(observations).toEqual([])
  expect(suppressed.map(({ ruleId }) => ruleId)).toEqual(['sast/javascript-danger'])
})

test('a comment with another rule id does not suppress the finding', async () => {
  const [seen] = await scan({ 'a.js': 'danger(1) // nosemgrep: danger-of-others\n' }, RENAMED)
  expect(seen).toMatchObject({ ruleId: 'sast/javascript-danger' })
})

test('a fix is found for a stored finding with the former id', async () => {
  const wanted = { filePath: 'a.js', startLine: 1 }
  const content = new TextEncoder().encode('danger(1)\n')
  expect(await suggestFix({ ...wanted, ruleId: 'sast/danger-of-anybody' }, content, RENAMED)).toMatchObject({
    code: 'safe(1)',
  })
  expect(await suggestFix({ ...wanted, ruleId: 'sast/other' }, content, RENAMED)).toContain(
    'does not report the finding',
  )
})

test('SARIF names former ids as deprecatedIds', async () => {
  const marked = fingerprint(await scan({ 'a.js': 'danger(1)\n' }, RENAMED))
  const findings = marked.map((item) => resultOf(item, { compared: false, triage: undefined }))
  const log = sarifOf({ tool: { name: 'gatehouse', version: '1' }, successful: true, findings, gaps: [] })
  expect(log.runs[0]?.tool.driver.rules).toMatchObject([
    { id: 'sast/javascript-danger', deprecatedIds: ['sast/danger-of-anybody'] },
  ])
})

test('a rule whose current or former id belongs to another rule does not run', () => {
  const item = RULE('javascript-danger', ', metadata: {former-ids: [danger-of-anybody]}')
  const both = loadRules([
    { path: 'a.yaml', text: item },
    { path: 'b.yaml', text: RULE('danger-of-anybody') },
    { path: 'c.yaml', text: RULE('javascript-other', ', metadata: {former-ids: [javascript-danger]}') },
  ])
  expect(both.rules.map(({ id }) => id)).toEqual(['javascript-danger'])
  expect(both.skipped.map(({ reason }) => reason)).toEqual([
    'Another rule uses the ID danger-of-anybody or used it before.',
    'Another rule uses the ID javascript-danger or used it before.',
  ])
})

test('malformed former ids are ignored', () => {
  const { rules } = loadRules([
    { path: 'a.yaml', text: RULE('x', ', metadata: {former-ids: [x, "a b", 7, {}, y, y]}') },
    { path: 'b.yaml', text: RULE('z', ', metadata: {former-ids: none}') },
  ])
  expect(rules.map(idsOf)).toEqual([
    ['x', 'y'],
    ['z', 'none'],
  ])
})
