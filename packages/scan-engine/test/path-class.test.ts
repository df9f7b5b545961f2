import { describe, expect, test } from 'vitest'
import { classifyPaths, type MergedObservation, pathClassOf, primaryLanguageOf } from '../src/index.ts'

describe('the class of a path', () => {
  test.each([
    ['src/app.ts', 'production'],
    ['contest/latest.py', 'production'],
    ['src/testament.js', 'production'],
    ['lib/documents/store.go', 'production'],
    ['src/protest.js', 'production'],
    ['tests/login.py', 'test'],
    ['src/app.test.ts', 'test'],
    ['pkg/server_test.go', 'test'],
    ['test_views.py', 'test'],
    ['src/test/java/org/App.java', 'test'],
    ['src/main/java/org/AppTest.java', 'test'],
    ['src/main/java/org/Latest.java', 'production'],
    ['spec/models/user_spec.rb', 'test'],
    ['Shop.Tests/Cart.cs', 'test'],
    ['examples/app.py', 'example'],
    ['examples/tests/app.py', 'test'],
    ['vendor/lib/test/a.php', 'vendored'],
    ['static/jquery.min.js', 'vendored'],
    ['third_party/zlib/inflate.c', 'vendored'],
    ['api/shop.pb.go', 'generated'],
    ['api/shop_pb2.py', 'generated'],
    ['docs/conf.py', 'docs'],
    ['README.md', 'docs'],
  ])('%s is %s', (path, expected) => {
    expect(pathClassOf(path)).toBe(expected)
  })
})

const seen = (filePath: string, more: Partial<MergedObservation> = {}): MergedObservation => ({
  scanner: 'SAST_PATTERN',
  seenBy: ['SAST_PATTERN'],
  ruleId: 'r',
  severity: 'CRITICAL',
  title: 't',
  description: 'd',
  filePath,
  startLine: 1,
  endLine: 1,
  owasp: [],
  confidence: 1,
  identity: [filePath],
  metadata: {},
  ...more,
})

test('findings outside production code have lower severity and record the original severity', () => {
  const severity = (path: string, more: Partial<MergedObservation> = {}) =>
    classifyPaths([seen(path, more)], true).map((classifyPath) => [
      classifyPath.severity,
      classifyPath.metadata['originalSeverity'],
    ])[0]
  expect(severity('src/a.py')).toEqual(['CRITICAL', undefined])
  expect(severity('tests/a.py')).toEqual(['MEDIUM', 'CRITICAL'])
  expect(severity('examples/a.py', { severity: 'HIGH' })).toEqual(['LOW', 'HIGH'])
  expect(severity('vendor/a.py')).toEqual(['CRITICAL', undefined])
  // A credential in a test may be valid, and a malicious package runs wherever it is installed.
  expect(severity('tests/a.env', { scanner: 'SECRETS_PATTERN' })).toEqual(['HIGH', 'CRITICAL'])
  expect(severity('tests/package.json', { scanner: 'MALICIOUS_PKG' })).toEqual(['CRITICAL', undefined])
  expect(classifyPaths([seen('docs/a.py')], false)).toMatchObject([
    { severity: 'CRITICAL', metadata: { pathClass: 'docs' } },
  ])
})

test('the language of a project is that of its production code', () => {
  const files = [
    { path: 'src/a.ts', size_bytes: 3_000 },
    { path: 'src/b.tsx', size_bytes: 3_000 },
    { path: 'src/c.py', size_bytes: 4_000 },
    { path: 'tests/d.py', size_bytes: 90_000 },
    { path: 'package-lock.json', size_bytes: 900_000 },
  ]
  expect(primaryLanguageOf(files)).toBe('typescript')
  expect(primaryLanguageOf([])).toBeUndefined()
})
