/** Properties of a text by the path of its file. */
export interface Nature {
  /**
   * Notation of values: `code` quotes them, `lines` has one setting per line, `markup` has them between tags or in attributes, `prose`
   * mentions them, `binary` contains only pieces of text.
   */
  readonly form: 'code' | 'lines' | 'markup' | 'prose' | 'binary'
  /** Whether to search for values without a vendor by the names before them. */
  readonly named: boolean
  /** Whether the file is a test, a fixture, an example or documentation, in which most passwords are not real. */
  readonly rehearsal: boolean
  /** Settings in which even a weak password is in use. */
  readonly settings: boolean
  /** Whether logins are words on one line, as in `.netrc`. */
  readonly blanks: boolean
}

const LINES = new Set(
  'env ini properties props cfg cnf conf config toml yaml yml sh bash zsh fish ksh bat cmd ps1 psm1 psd1 netrc npmrc pypirc pgpass tfvars hcl tf dockerfile containerfile envrc http rest service desktop reg repo list sql ovpn htpasswd gradle editorconfig credentials secrets'.split(
    ' ',
  ),
)
const MARKUP = new Set(
  'xml html htm xhtml svg plist xaml csproj vbproj fsproj props targets nuspec resx pom xsd wsdl jsp vue svelte ftl'.split(
    ' ',
  ),
)
const PROSE = new Set(
  'md markdown mdx rst adoc asciidoc txt text log out csv tsv tex org eml po pot srt diff patch'.split(' '),
)
const SETTINGS = new Set(
  'env ini properties cfg cnf conf config toml yaml yml tfvars netrc npmrc pypirc pgpass xml json json5 jsonc envrc plist credentials secrets'.split(
    ' ',
  ),
)

/** Files written by package managers: full of digests, and of no settings. */
const LOCK_FILE =
  /(?:^|\/)(?:package-lock|npm-shrinkwrap|packages\.lock|project\.assets|deno)\.(?:json|lock)$|(?:^|[/.])(?:lock|lockb|lockfile)$|\.lock(?:\.json|\.hcl)?$|(?:^|\/)(?:pnpm-lock\.ya?ml|go\.sum|go\.work\.sum|gradle\.lockfile|Package\.resolved|Cartfile\.resolved|requirements.*\.txt|verification-metadata\.xml|.*\.(?:sha\d+|md5|asc|sig))$/i

const REHEARSAL =
  /(?:^|[/_.-])(?:tests?|specs?|__tests__|testing|testdata|test-data|test_data|fixtures?|__fixtures__|mocks?|__mocks__|stubs?|fakes?|examples?|samples?|demos?|docs?|documentation|snapshots?|__snapshots__|e2e|cypress|storybook|stories|tutorials?|vendor|node_modules|third_party)(?:[/_.-]|$)|(?:Tests?|Spec|IT)\.\w+$/

const TRANSLATIONS =
  /(?:^|\/)(?:locales?|i18n|lang|langs|languages?|translations?|l10n|messages|_locales|nls)\/|\.(?:po|pot|xlf|xliff|resx|strings|arb)$|(?:^|\/)(?:messages|strings)[\w.-]*\.(?:properties|xml|json|ya?ml)$/i

/** @param path relative, with `/` */
export function natureOf(path: string): Nature {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const extension = extensionOf(name)
  return {
    form: formOf(name, extension),
    named: !LOCK_FILE.test(path) && !TRANSLATIONS.test(path) && extension !== 'map',
    rehearsal: REHEARSAL.test(path) || /example|sample|template|\bdist$/.test(name),
    settings: SETTINGS.has(extension),
    blanks: extension === 'netrc' || name === '_netrc',
  }
}

/** Returns the same nature for text pieces within binary data. */
export function binaryNature(nature: Nature): Nature {
  return { ...nature, form: 'binary', named: false }
}

function extensionOf(name: string): string {
  // `.env`, `.env.production` and `prod.env` are of one kind, like `Dockerfile.dev` and `.npmrc`.
  if (/^\.?env(?:\.|$)/.test(name) || name.endsWith('.env')) return 'env'
  if (/^(?:docker|container)file/.test(name)) return 'dockerfile'
  if (/^\.?(?:netrc|npmrc|pypirc|pgpass|envrc|credentials|secrets)$/.test(name)) return name.replace('.', '')
  const bare = name.replace(/\.(?:example|sample|template|tmpl|dist|bak|old|orig|j2|erb|tpl)$/, '')
  return bare.includes('.') ? bare.slice(bare.lastIndexOf('.') + 1) : ''
}

function formOf(name: string, extension: string): Nature['form'] {
  if (LINES.has(extension)) return 'lines'
  if (MARKUP.has(extension)) return 'markup'
  if (PROSE.has(extension)) return 'prose'
  // Unix scripts and settings have no extension, like a README, in which few values are missed.
  return extension === '' ? (/^(?:readme|license|changelog|notice|authors)/.test(name) ? 'prose' : 'lines') : 'code'
}
