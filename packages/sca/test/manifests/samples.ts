import { fixture } from './fixture.ts'

/** Sample project for one parser, with the expected packages: `purl scope direct`. */
export interface Sample {
  /** The parser reads the first file. */
  readonly files: Readonly<Record<string, string>>
  readonly finds: readonly string[]
  readonly edges?: readonly (readonly [from: string, to: string])[]
}

const SHA = 'a'.repeat(64)

/** By the names of the parsers; in the form that the tools document. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'npm-lock': {
    files: { 'package-lock.json': fixture('npm-v3.package-lock.json') },
    finds: ['pkg:npm/minimist@0.0.8 runtime false'],
  },
  'yarn-lock': {
    files: { 'yarn.lock': fixture('classic.yarn.lock') },
    finds: ['pkg:npm/minimist@0.0.8 runtime false'],
  },
  'pnpm-lock': {
    files: {
      'pnpm-lock.yaml': [
        'lockfileVersion: 5.3',
        'specifiers: {react-dom: ^17.0.2, "@types/node": ^16.0.0}',
        'dependencies:',
        '  react-dom: 17.0.2_react@17.0.2',
        'devDependencies:',
        "  '@types/node': 16.0.0",
        'packages:',
        '  /@types/node/16.0.0:',
        '    resolution: {integrity: sha512-xxx}',
        '    dev: true',
        '  /react-dom/17.0.2_react@17.0.2:',
        '    resolution: {integrity: sha512-yyy}',
        '    dependencies:',
        '      scheduler: 0.20.2',
        '  /scheduler/0.20.2:',
        '    resolution: {integrity: sha512-zzz}',
      ].join('\n'),
    },
    finds: [
      'pkg:npm/%40types/node@16.0.0 dev true',
      'pkg:npm/react-dom@17.0.2 runtime true',
      'pkg:npm/scheduler@0.20.2 runtime false',
    ],
    edges: [['pkg:npm/react-dom@17.0.2', 'pkg:npm/scheduler@0.20.2']],
  },
  'bun-lock': { files: { 'bun.lock': fixture('bun.lock') }, finds: ['pkg:npm/minimist@0.0.8 runtime false'] },
  'package-json': {
    files: { 'package.json': '{"dependencies": {"left-pad": "1.3.0", "lodash": "^4.0.0"}}' },
    finds: ['pkg:npm/left-pad@1.3.0 runtime true', 'pkg:npm/lodash runtime true'],
  },
  'pip-requirements': {
    files: {
      'requirements.txt': [
        '--index-url https://example.org/simple',
        '-r base.txt',
        '-c constraints.txt',
        `flask[async]==2.0.1 ; python_version >= "3.8" \\`,
        `    --hash=sha256:${SHA} \\`,
        `    --hash=sha256:${'b'.repeat(64)}`,
        '    # via -r requirements.in',
        'Jinja2==3.0.1',
        '    # via flask',
        'requests>=2  # kept open',
      ].join('\n'),
      'base.txt': 'django===3.2.1\n-r requirements.txt\n',
      'constraints.txt': 'requests==2.25.0\n',
    },
    finds: [
      'pkg:pypi/django@3.2.1 runtime true',
      'pkg:pypi/flask@2.0.1 runtime true',
      'pkg:pypi/jinja2@3.0.1 runtime false',
      'pkg:pypi/requests@2.25.0 runtime true',
    ],
    edges: [['pkg:pypi/flask@2.0.1', 'pkg:pypi/jinja2@3.0.1']],
  },
  'pipfile-lock': {
    files: {
      'Pipfile.lock': `{"default": {"requests": {"hashes": ["sha256:${SHA}"], "version": "==2.25.0"}, "urllib3": {"version": "==1.26.0"}}, "develop": {"pytest": {"version": "==6.0.0"}}}`,
      Pipfile: '[packages]\nrequests = "*"\n[dev-packages]\npytest = "*"\n',
    },
    finds: [
      'pkg:pypi/pytest@6.0.0 dev true',
      'pkg:pypi/requests@2.25.0 runtime true',
      'pkg:pypi/urllib3@1.26.0 runtime false',
    ],
  },
  'poetry-lock': {
    files: {
      'poetry.lock': `[[package]]\nname = "requests"\nversion = "2.25.0"\nfiles = [{file = "requests.whl", hash = "sha256:${SHA}"}]\n[package.dependencies]\nurllib3 = ">=1.21.1,<1.27"\n\n[[package]]\nname = "urllib3"\nversion = "1.26.0"\nfiles = []\n\n[[package]]\nname = "pytest"\nversion = "6.0.0"\n`,
      'pyproject.toml':
        '[tool.poetry.dependencies]\npython = "^3.9"\nrequests = "^2.25"\n[tool.poetry.group.dev.dependencies]\npytest = "^6"\n',
    },
    finds: [
      'pkg:pypi/pytest@6.0.0 dev true',
      'pkg:pypi/requests@2.25.0 runtime true',
      'pkg:pypi/urllib3@1.26.0 runtime false',
    ],
    edges: [['pkg:pypi/requests@2.25.0', 'pkg:pypi/urllib3@1.26.0']],
  },
  'uv-lock': {
    files: {
      'uv.lock': `version = 1\n[[package]]\nname = "shop"\nversion = "0.1.0"\nsource = { editable = "." }\ndependencies = [{ name = "requests" }]\n[package.dev-dependencies]\ndev = [{ name = "pytest" }]\n\n[[package]]\nname = "requests"\nversion = "2.25.0"\nsource = { registry = "https://pypi.org/simple" }\ndependencies = [{ name = "urllib3" }]\nsdist = { url = "https://example.org/r.tar.gz", hash = "sha256:${SHA}" }\n\n[[package]]\nname = "urllib3"\nversion = "1.26.0"\nsource = { registry = "https://pypi.org/simple" }\n\n[[package]]\nname = "pytest"\nversion = "6.0.0"\nsource = { registry = "https://pypi.org/simple" }\n`,
    },
    finds: [
      'pkg:pypi/pytest@6.0.0 dev true',
      'pkg:pypi/requests@2.25.0 runtime true',
      'pkg:pypi/urllib3@1.26.0 runtime false',
    ],
  },
  'pdm-lock': {
    files: {
      'pdm.lock':
        '[[package]]\nname = "requests"\nversion = "2.25.0"\ndependencies = ["urllib3<1.27,>=1.21.1"]\n\n[[package]]\nname = "urllib3"\nversion = "1.26.0"\n',
      'pyproject.toml': '[project]\ndependencies = ["requests>=2"]\n',
    },
    finds: ['pkg:pypi/requests@2.25.0 runtime true', 'pkg:pypi/urllib3@1.26.0 runtime false'],
  },
  pyproject: {
    files: {
      'pyproject.toml': '[project]\ndependencies = ["requests==2.25.0"]\n[dependency-groups]\ndev = ["pytest>=6"]\n',
    },
    finds: ['pkg:pypi/pytest dev true', 'pkg:pypi/requests@2.25.0 runtime true'],
  },
  'go-mod': {
    files: {
      'go.mod':
        'module example.org/shop\n\ngo 1.21\n\nrequire github.com/gin-gonic/gin v1.7.0\n\nrequire (\n\tgolang.org/x/text v0.3.5 // indirect\n\texample.org/lib v1.0.0\n)\n\nreplace example.org/lib => ../lib\nreplace golang.org/x/text v0.3.5 => golang.org/x/text v0.3.8\n',
    },
    finds: [
      'pkg:golang/github.com/gin-gonic/gin@v1.7.0 runtime true',
      'pkg:golang/golang.org/x/text@v0.3.8 runtime false',
    ],
  },
  'cargo-lock': {
    files: {
      'Cargo.lock': `version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\ndependencies = [\n "time 0.1.43",\n "criterion",\n]\n\n[[package]]\nname = "time"\nversion = "0.1.43"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${SHA}"\ndependencies = [\n "libc",\n]\n\n[[package]]\nname = "libc"\nversion = "0.2.100"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n\n[[package]]\nname = "criterion"\nversion = "0.3.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`,
      'Cargo.toml': '[package]\nname = "shop"\n[dependencies]\ntime = "0.1"\n[dev-dependencies]\ncriterion = "0.3"\n',
    },
    finds: [
      'pkg:cargo/criterion@0.3.0 dev true',
      'pkg:cargo/libc@0.2.100 runtime false',
      'pkg:cargo/time@0.1.43 runtime true',
    ],
    edges: [['pkg:cargo/time@0.1.43', 'pkg:cargo/libc@0.2.100']],
  },
  'cargo-toml': {
    files: { 'Cargo.toml': '[dependencies]\ntime = "=0.1.43"\nserde = { version = "1" }\n' },
    finds: ['pkg:cargo/serde runtime true', 'pkg:cargo/time@0.1.43 runtime true'],
  },
  'gemfile-lock': {
    files: {
      'Gemfile.lock': `GEM\n  remote: https://rubygems.org/\n  specs:\n    nokogiri (1.10.0-x86_64-linux)\n      mini_portile2 (~> 2.4.0)\n    mini_portile2 (2.4.0)\n    rspec (3.9.0)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  nokogiri (~> 1.10)\n  rspec\n\nCHECKSUMS\n  rspec (3.9.0) sha256=${SHA}\n\nBUNDLED WITH\n   2.1.4\n`,
      Gemfile: "source 'https://rubygems.org'\ngem 'nokogiri'\ngroup :development, :test do\n  gem 'rspec'\nend\n",
    },
    finds: [
      'pkg:gem/mini_portile2@2.4.0 runtime false',
      'pkg:gem/nokogiri@1.10.0 runtime true',
      'pkg:gem/rspec@3.9.0 dev true',
    ],
    edges: [['pkg:gem/nokogiri@1.10.0', 'pkg:gem/mini_portile2@2.4.0']],
  },
  'composer-lock': {
    files: {
      'composer.lock': `{"packages": [{"name": "monolog/monolog", "version": "2.0.0", "require": {"php": ">=7", "psr/log": "^1"}, "license": ["MIT"]}, {"name": "psr/log", "version": "1.1.0", "dist": {"shasum": "${'c'.repeat(40)}"}, "license": ["MIT", "Apache-2.0"]}], "packages-dev": [{"name": "phpunit/phpunit", "version": "9.0.0"}]}`,
      'composer.json': '{"require": {"php": ">=7", "monolog/monolog": "^2"}, "require-dev": {"phpunit/phpunit": "^9"}}',
    },
    finds: [
      'pkg:composer/monolog/monolog@2.0.0 runtime true',
      'pkg:composer/phpunit/phpunit@9.0.0 dev true',
      'pkg:composer/psr/log@1.1.0 runtime false',
    ],
  },
  'gradle-lockfile': {
    files: {
      'gradle.lockfile':
        '# This is a Gradle generated file.\norg.apache.logging.log4j:log4j-core:2.14.1=compileClasspath,runtimeClasspath\njunit:junit:4.12=testCompileClasspath,testRuntimeClasspath\nempty=annotationProcessor\n',
    },
    finds: [
      'pkg:maven/junit/junit@4.12 dev false',
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1 runtime false',
    ],
  },
  'nuget-lock': {
    files: {
      'packages.lock.json':
        '{"version": 1, "dependencies": {"net6.0": {"Newtonsoft.Json": {"type": "Direct", "requested": "[12.0.1, )", "resolved": "12.0.1", "dependencies": {"System.Text": "1.0.0"}}, "System.Text": {"type": "Transitive", "resolved": "1.0.0"}}}}',
    },
    finds: ['pkg:nuget/Newtonsoft.Json@12.0.1 runtime true', 'pkg:nuget/System.Text@1.0.0 runtime false'],
    edges: [['pkg:nuget/Newtonsoft.Json@12.0.1', 'pkg:nuget/System.Text@1.0.0']],
  },
  'nuget-project': {
    files: {
      'src/app.csproj':
        '<Project Sdk="Microsoft.NET.Sdk">\n<PropertyGroup><JsonVersion>12.0.1</JsonVersion></PropertyGroup>\n<ItemGroup>\n<PackageReference Include="Newtonsoft.Json" Version="$(JsonVersion)" />\n<PackageReference Include="Serilog" />\n<PackageReference Include="Analyzer"><Version>[1.0.0]</Version><PrivateAssets>all</PrivateAssets></PackageReference>\n<PackageReference Include="Floating" Version="1.*" />\n</ItemGroup></Project>',
      'Directory.Packages.props':
        '<Project><ItemGroup><PackageVersion Include="Serilog" Version="2.0.0" /></ItemGroup></Project>',
    },
    finds: [
      'pkg:nuget/Analyzer@1.0.0 dev true',
      'pkg:nuget/Floating runtime true',
      'pkg:nuget/Newtonsoft.Json@12.0.1 runtime true',
      'pkg:nuget/Serilog@2.0.0 runtime true',
    ],
  },
  'mix-lock': {
    files: {
      'mix.lock': `%{\n  "plug": {:hex, :plug, "1.10.0", "${SHA}", [:mix], [{:mime, "~> 1.0", [hex: :mime, repo: "hexpm", optional: false]}], "hexpm", "${SHA}"},\n  "mime": {:hex, :mime, "1.3.1", "${SHA}", [:mix], [], "hexpm", "${SHA}"},\n  "credo": {:hex, :credo, "1.4.0", "${SHA}", [:mix], [], "hexpm", "${SHA}"},\n}\n`,
      'mix.exs': 'defp deps do\n [{:plug, "~> 1.10"}, {:credo, "~> 1.4", only: [:dev, :test], runtime: false}]\nend\n',
    },
    finds: ['pkg:hex/credo@1.4.0 dev true', 'pkg:hex/mime@1.3.1 runtime false', 'pkg:hex/plug@1.10.0 runtime true'],
    edges: [['pkg:hex/plug@1.10.0', 'pkg:hex/mime@1.3.1']],
  },
  'pubspec-lock': {
    files: {
      'pubspec.lock': `packages:\n  http:\n    dependency: "direct main"\n    description:\n      name: http\n      sha256: "${SHA}"\n      url: "https://pub.dev"\n    source: hosted\n    version: "0.13.0"\n  test:\n    dependency: "direct dev"\n    source: hosted\n    version: "1.16.0"\n  flutter:\n    dependency: "direct main"\n    source: sdk\n    version: "0.0.0"\n`,
    },
    finds: ['pkg:pub/http@0.13.0 runtime true', 'pkg:pub/test@1.16.0 dev true'],
  },
  'swift-resolved': {
    files: {
      'Package.resolved':
        '{"pins": [{"identity": "alamofire", "kind": "remoteSourceControl", "location": "https://github.com/Alamofire/Alamofire.git", "state": {"revision": "abc", "version": "5.4.3"}}], "version": 2}',
    },
    finds: ['pkg:swift/github.com/Alamofire/Alamofire@5.4.3 runtime false'],
  },
  'conan-lock': {
    files: {
      'conan.lock': '{"version": "0.5", "requires": ["zlib/1.2.11#abc%16"], "build_requires": ["cmake/3.20.0"]}',
    },
    finds: ['pkg:conan/cmake@3.20.0 dev false', 'pkg:conan/zlib@1.2.11 runtime false'],
  },
  'sbt-lock': {
    files: {
      'build.sbt.lock':
        '{"lockVersion": 1, "dependencies": [{"org": "com.typesafe", "name": "config", "version": "1.4.0", "artifacts": [], "configurations": ["compile", "test"]}]}',
    },
    finds: ['pkg:maven/com.typesafe/config@1.4.0 runtime false'],
  },
  ivy: {
    files: {
      'ivy.xml':
        '<ivy-module version="2.0"><info organisation="org.acme"/><dependencies><dependency org="commons-io" name="commons-io" rev="2.4"/><dependency org="junit" name="junit" rev="latest.release" conf="test->default"/></dependencies></ivy-module>',
    },
    finds: ['pkg:maven/commons-io/commons-io@2.4 runtime true', 'pkg:maven/junit/junit dev true'],
  },
  'github-actions': {
    files: {
      '.github/workflows/ci.yml': `on: push\njobs:\n  build:\n    steps:\n      - uses: actions/checkout@v4.1.0\n      - name: x\n        uses: 'tj-actions/changed-files@${'d'.repeat(40)}' # v35.0.0\n      - uses: ./local\n      - uses: docker://alpine:3\n      - uses: acme/tool/sub@main\n      - uses: acme/lint@${'A'.repeat(40)}\n`,
    },
    finds: [
      `pkg:github/acme/lint@${'a'.repeat(40)} dev true`,
      'pkg:github/acme/tool dev true',
      'pkg:github/actions/checkout@v4.1.0 dev true',
      'pkg:github/tj-actions/changed-files@v35.0.0 dev true',
    ],
  },
  'maven-pom': {
    files: {
      'app/pom.xml':
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><parent><groupId>org.acme</groupId><artifactId>root</artifactId><version>1.0</version></parent><artifactId>app</artifactId><dependencies><dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-core</artifactId></dependency><dependency><groupId>${project.groupId}</groupId><artifactId>lib</artifactId><version>${project.version}</version></dependency><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>${junit.version}</version><scope>test</scope></dependency><dependency><groupId>org.far</groupId><artifactId>away</artifactId></dependency></dependencies></project>',
      'pom.xml':
        '<project><groupId>org.acme</groupId><artifactId>root</artifactId><version>1.0</version><properties><junit.version>4.12</junit.version><log4j>2.14.1</log4j></properties><dependencyManagement><dependencies><dependency><groupId>org.acme</groupId><artifactId>bom</artifactId><version>1.0</version><type>pom</type><scope>import</scope></dependency><dependency><groupId>org.gone</groupId><artifactId>gone-bom</artifactId><version>2</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement></project>',
      'bom/pom.xml':
        '<project><parent><groupId>org.acme</groupId><artifactId>root</artifactId><version>1.0</version></parent><artifactId>bom</artifactId><dependencyManagement><dependencies><dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-core</artifactId><version>${log4j}</version></dependency></dependencies></dependencyManagement></project>',
      'lib/pom.xml':
        '<project><parent><groupId>org.acme</groupId><artifactId>root</artifactId><version>1.0</version></parent><artifactId>lib</artifactId></project>',
    },
    finds: [
      'pkg:maven/junit/junit@4.12 dev true',
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1 runtime true',
      'pkg:maven/org.far/away runtime true',
    ],
  },
  'composer-json': {
    files: { 'composer.json': '{"require": {"php": ">=7", "monolog/monolog": "2.0.0"}, "require-dev": {"a/b": "^1"}}' },
    finds: ['pkg:composer/a/b dev true', 'pkg:composer/monolog/monolog@2.0.0 runtime true'],
  },
  'bun-binary': { files: { 'bun.lockb': 'bun' }, finds: [] },
  conanfile: { files: { 'conanfile.txt': '[requires]' }, finds: [] },
  gemfile: { files: { Gemfile: "gem 'rails'" }, finds: [] },
  'gradle-build': { files: { 'build.gradle.kts': 'dependencies {}' }, finds: [] },
  'mix-project': { files: { 'mix.exs': 'deps' }, finds: [] },
  'unread-managers': { files: { 'Podfile.lock': 'PODS:\n  - AFNetworking (2.5.0)\n' }, finds: [] },
  pipfile: { files: { Pipfile: '[packages]' }, finds: [] },
  pubspec: { files: { 'pubspec.yaml': 'dependencies:' }, finds: [] },
  'sbt-build': { files: { 'build.sbt': 'libraryDependencies' }, finds: [] },
  'setup-py': { files: { 'setup.py': 'setup()' }, finds: [] },
  'swift-package': { files: { 'Package.swift': 'let package' }, finds: [] },
}
