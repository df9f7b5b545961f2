import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { expect, test } from 'vitest'
import { createSastScanner } from '../src/index.ts'

const JAVA = `package a;
@RestController
@CrossOrigin(origins = "*")
class A {
  @GetMapping("/a")
  @CrossOrigin("*")
  public String a() { return "a"; }
}
`
const CROSS_ORIGIN = `rules:
- id: cross-origin
  message: m
  severity: ERROR
  languages: [LANGUAGE]
  pattern-either:
    PATTERNS
`

async function linesOf(
  path: string,
  code: string,
  language: string,
  patterns: readonly string[],
): Promise<readonly number[]> {
  const text = CROSS_ORIGIN.replace('LANGUAGE', language).replace(
    'PATTERNS',
    patterns.map((pattern) => `- pattern: ${JSON.stringify(pattern)}`).join('\n    '),
  )
  const { observations } = await runScan({
    tree: treeOf({ [path]: code }),
    scanners: [createSastScanner({ rules: { own: false, files: [{ path: 'r.yaml', text }] } })],
  })
  return observations.map(({ startLine }) => startLine)
}

test('a finding about a Java annotation is located at that annotation', async () => {
  const patterns = ['@CrossOrigin(..., origins = "*", ...)\nclass $C { ... }', '@CrossOrigin("*")\n$T $M(...) { ... }']
  expect(await linesOf('A.java', JAVA, 'java', patterns)).toEqual([3, 6])
})

test('a metavariable for the name of an annotation contains its location', async () => {
  const pattern = '@$NAME(..., origins = "*", ...)\nclass $C { ... }'
  expect(await linesOf('A.java', JAVA, 'java', [pattern])).toEqual([3])
})

test.each([
  ['a.py', '@first\n@second(1)\ndef f():\n    pass\n', 'python', '@second(...)\ndef $F(...):\n  ...', 2],
  ['a.ts', '@First()\n@Second()\nclass A {}\n', 'typescript', '@Second()\nclass $C { ... }', 2],
  ['a.cs', '[First]\n[Second]\nclass A { }\n', 'csharp', '[Second]\nclass $C { ... }', 2],
  ['a.kt', '@First\n@Second("a")\nclass A { }\n', 'kotlin', '@Second(...)\nclass $C { ... }', 2],
] as const)('decorators and attributes in %s', async (path, code, language, pattern, line) => {
  expect(await linesOf(path, code, language, [pattern])).toEqual([line])
})
