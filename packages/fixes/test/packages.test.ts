import { expect, test } from 'vitest'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { draftsFor, type FixDraft, type FixTarget } from '../src/index.ts'

interface Case {
  readonly purl: string
  readonly to: string
  readonly at: string
  readonly files: Readonly<Record<string, string>>
  readonly line?: number
  readonly direct?: boolean
}

async function draftOf({ purl, to, at, files, line = 1, direct = true }: Case): Promise<FixDraft | undefined> {
  const target: FixTarget = {
    scanner: 'SCA',
    ruleId: 'GHSA-xxxx',
    filePath: at,
    startLine: line,
    endLine: line,
    metadata: { purl, safeVersion: to, direct },
  }
  for await (const draft of draftsFor(target, memoryTree(files))) if (typeof draft !== 'string') return draft
  return undefined
}

const LOCK = '{"lockfileVersion":3,"packages":{"node_modules/a":{"version":"1.0.0"}}}'

test.each<readonly [what: string, given: Case, path: string, text: string]>([
  [
    'an npm requirement keeps its operator, indentation and line breaks',
    {
      purl: 'pkg:npm/a@1.0.0',
      to: '1.2.3',
      at: 'package-lock.json',
      files: {
        'package.json': '{\r\n\t"dependencies": {\r\n\t\t"a": "~1.0.0"\r\n\t}\r\n}\r\n',
        'package-lock.json': LOCK,
      },
    },
    'package.json',
    '{\r\n\t"dependencies": {\r\n\t\t"a": "~1.2.3"\r\n\t}\r\n}\r\n',
  ],
  [
    'a transitive npm package gets an override',
    {
      purl: 'pkg:npm/a@1.0.0',
      to: '1.2.3',
      at: 'package-lock.json',
      direct: false,
      files: { 'package.json': '{\n  "name": "x"\n}\n', 'package-lock.json': LOCK },
    },
    'package.json',
    '{\n  "name": "x",\n  "overrides": {\n    "a": "1.2.3"\n  }\n}\n',
  ],
  [
    'an override names its version beside other versions of the package',
    {
      purl: 'pkg:npm/a@1.0.0',
      to: '1.2.3',
      at: 'package-lock.json',
      direct: false,
      files: {
        'package.json': '{"name": "x"}',
        'package-lock.json': LOCK.replace('{"node', '{"node_modules/b/node_modules/a":{"version":"3.0.0"},"node'),
      },
    },
    'package.json',
    '{"name": "x", "overrides": {\n    "a@1.0.0": "1.2.3"\n  }}',
  ],
  [
    'a scoped package in a workspace member is upgraded in the member',
    {
      purl: 'pkg:npm/%40s/a@1.0.0',
      to: '1.2.3',
      at: 'package-lock.json',
      files: {
        'package.json': '{"workspaces":["b"]}',
        'b/package.json': '{"devDependencies": {"@s/a": ">=1.0.0"}}',
        'package-lock.json': LOCK,
      },
    },
    'b/package.json',
    '{"devDependencies": {"@s/a": ">=1.2.3"}}',
  ],
  [
    'a pip requirement keeps extras, markers and comments',
    {
      purl: 'pkg:pypi/typed-ast@1.0',
      to: '1.4',
      at: 'requirements.txt',
      line: 2,
      files: { 'requirements.txt': 'x==1\nTyped_AST[all] == 1.0 ; python_version < "4"  # why\n' },
    },
    'requirements.txt',
    'x==1\nTyped_AST[all] == 1.4 ; python_version < "4"  # why\n',
  ],
  [
    'a standard Python project is upgraded in its list',
    {
      purl: 'pkg:pypi/requests@2.28.1',
      to: '2.31.0',
      at: 'uv.lock',
      files: {
        'pyproject.toml': '[project]\ndependencies = [\n  "requests>=2.28", # web\n]\n',
        'uv.lock': '[[package]]\nname = "requests"\nversion = "2.28.1"\n',
      },
    },
    'pyproject.toml',
    '[project]\ndependencies = [\n  "requests>=2.31.0", # web\n]\n',
  ],
  [
    'a crate in a table keeps its features',
    {
      purl: 'pkg:cargo/a@1.0.0',
      to: '1.0.4',
      at: 'Cargo.lock',
      files: {
        'Cargo.toml': '[dependencies.a]\nfeatures = ["x"]\nversion = "1.0"\n',
        'Cargo.lock': '[[package]]\nname = "a"\nversion = "1.0.0"\n',
      },
    },
    'Cargo.toml',
    '[dependencies.a]\nfeatures = ["x"]\nversion = "1.0.4"\n',
  ],
  [
    'a gem keeps its range where the range permits the upgrade',
    {
      purl: 'pkg:gem/rack@2.2.3',
      to: '2.2.3.1',
      at: 'Gemfile.lock',
      files: { Gemfile: "gem 'rack', '~> 2.2.3', require: false\n", 'Gemfile.lock': '    rack (2.2.3)\n' },
    },
    'Gemfile',
    "gem 'rack', '~> 2.2.3', '>= 2.2.3.1', require: false\n",
  ],
  [
    'a managed Maven version of a parent is upgraded in the parent',
    {
      purl: 'pkg:maven/g/a@1.0',
      to: '1.1',
      at: 'm/pom.xml',
      line: 1,
      files: {
        'pom.xml':
          '<project><properties><a.v>1.0</a.v></properties><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${a.v}</version></dependency></dependencies></dependencyManagement></project>',
        'm/pom.xml':
          '<project><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies></project>',
      },
    },
    'pom.xml',
    '<project><properties><a.v>1.1</a.v></properties><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${a.v}</version></dependency></dependencies></dependencyManagement></project>',
  ],
  [
    'a transitive Gradle package gets a constraint',
    {
      purl: 'pkg:maven/g/a@1.0',
      to: '1.1',
      at: 'gradle.lockfile',
      direct: false,
      files: {
        'build.gradle.kts': 'dependencies {\n    api("x:y:1")\n}\n',
        'gradle.lockfile': 'g:a:1.0=runtimeClasspath\n',
      },
    },
    'build.gradle.kts',
    'dependencies {\n    constraints {\n        implementation("g:a:1.1")\n    }\n    api("x:y:1")\n}\n',
  ],
])('%s', async (_what, given, path, text) => {
  const draft = await draftOf(given)
  expect([...(draft?.edits ?? [])]).toEqual([[path, text]])
})

test('the lock file is not edited, and the command that renews it is named', async () => {
  const files = { 'package.json': '{"dependencies": {"a": "1.0.0"}}', 'package-lock.json': LOCK }
  const draft = await draftOf({ purl: 'pkg:npm/a@1.0.0', to: '1.2.3', at: 'package-lock.json', files })
  expect([...draft!.edits.keys()]).toEqual(['package.json'])
  expect(draft!.command).toBe('npm install --package-lock-only')
  expect(draft!.renewed?.get('package-lock.json')).toBe(LOCK.replace('1.0.0', '1.2.3'))
})

test.each<readonly [what: string, given: Case]>([
  [
    'its checksum is unknown',
    {
      purl: 'pkg:pypi/a@1.0',
      to: '1.1',
      at: 'requirements.txt',
      files: { 'requirements.txt': 'a==1.0 --hash=sha256:00\n' },
    },
  ],
  [
    'an action is pinned to a commit',
    {
      purl: 'pkg:github/o/a@v1.0.0',
      to: '1.1.0',
      at: '.github/workflows/a.yml',
      files: { '.github/workflows/a.yml': '- uses: o/a@0123456789012345678901234567890123456789 # v1.0.0\n' },
    },
  ],
  [
    'yarn cannot override one of several versions',
    {
      purl: 'pkg:npm/a@1.0.0',
      to: '1.2.3',
      at: 'yarn.lock',
      direct: false,
      files: { 'package.json': '{}', 'yarn.lock': 'a@^1.0.0:\n  version "1.0.0"\n\na@^3.0.0:\n  version "3.0.0"\n' },
    },
  ],
  [
    'the requirement is no range with one lowest version',
    {
      purl: 'pkg:npm/a@1.0.0',
      to: '1.2.3',
      at: 'package-lock.json',
      files: { 'package.json': '{"dependencies": {"a": "<1 || >2 <3"}}', 'package-lock.json': LOCK },
    },
  ],
])('a package is not upgraded if %s', async (_what, given) => {
  expect(await draftOf(given)).toBeUndefined()
})
