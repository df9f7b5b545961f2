/** Location of an import. */
export interface ImportFound {
  /** Imported name as written in the code. */
  readonly name: string
  /** Offset in the text. */
  readonly at: number
}

/** Import syntax of one language. */
export interface Language {
  readonly ecosystem: 'npm' | 'PyPI' | 'Go'
  readonly files: RegExp
  readonly imports: (text: string) => readonly ImportFound[]
  /** Returns whether the code has imports that are only known at run time. */
  readonly isDynamic: (text: string) => boolean
  /** Returns the package names that an import may refer to, most likely first. */
  readonly packagesOf: (name: string) => readonly string[]
}

const JS_IMPORT =
  /\b(?:from|import|require(?:\.resolve)?)\s{0,40}\(?\s{0,40}(?:\/\*[^*]{0,80}\*\/\s{0,40})?(?:"([^"\n]{1,214})"|'([^'\n]{1,214})'|`([^`\n$]{1,214})`)/g
const JS_DYNAMIC = /\b(?:require|import)\s{0,40}\(\s{0,40}(?:[^\s"'`)/]|`[^`\n]{0,214}\$\{)|\bcreateRequire\b/
const PYTHON_IMPORT =
  /^[ \t]{0,80}(?:from[ \t]{1,20}([A-Za-z_][\w.]{0,200})[ \t]{1,20}import\b|import[ \t]{1,20}([\w.,\t ]{1,400}))/gm
const PYTHON_DYNAMIC = /\b(?:importlib|__import__|pkg_resources|entry_points|exec|eval)\b/
const GO_IMPORT = /^[ \t]{0,20}(?:import[ \t]{1,20})?(?:[\w.]{1,100}[ \t]{1,20})?"([^"\s]{1,400})"/gm
const GO_BODY = /^(?:func|type|var|const)\b/m

/** Import names of packages of Python that go by another name than they are installed under. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  crypto: 'pycryptodome',
  cv2: 'opencv-python',
  dateutil: 'python-dateutil',
  dotenv: 'python-dotenv',
  git: 'gitpython',
  jose: 'python-jose',
  jwt: 'pyjwt',
  magic: 'python-magic',
  markdown_it: 'markdown-it-py',
  mysqldb: 'mysqlclient',
  nacl: 'pynacl',
  openssl: 'pyopenssl',
  pil: 'pillow',
  psycopg2: 'psycopg2-binary',
  rest_framework: 'djangorestframework',
  serial: 'pyserial',
  sklearn: 'scikit-learn',
  socks: 'pysocks',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
}

export const LANGUAGES: readonly Language[] = [
  {
    ecosystem: 'npm',
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/i,
    imports: (text) => found(text, JS_IMPORT),
    isDynamic: (text) => JS_DYNAMIC.test(text),
    packagesOf(name) {
      const [first = '', second = ''] = name.split('/', 2)
      const own = name.startsWith('@') ? `${first}/${second}` : first
      return own.startsWith('.') || own === '' ? [] : [own]
    },
  },
  {
    ecosystem: 'PyPI',
    files: /\.pyi?$/i,
    imports: (text) =>
      found(text, PYTHON_IMPORT).flatMap(({ name, at }) =>
        name.split(',').map((item) => ({ name: item.trim().split(/\s/, 1)[0] ?? '', at })),
      ),
    isDynamic: (text) => PYTHON_DYNAMIC.test(text),
    packagesOf(name) {
      const first = (name.split('.', 1)[0] ?? '').toLowerCase()
      const known = Object.hasOwn(PYTHON_NAMES, first) ? PYTHON_NAMES[first] : undefined
      return [...(known === undefined ? [] : [known]), first.replaceAll('_', '-')]
    },
  },
  {
    ecosystem: 'Go',
    files: /\.go$/i,
    imports: (text) => found(text.slice(0, GO_BODY.exec(text)?.index), GO_IMPORT),
    isDynamic: () => false,
    packagesOf(name) {
      const parts = name.split('/').slice(0, 20)
      return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
    },
  },
]

function found(text: string, pattern: RegExp): readonly ImportFound[] {
  return [...text.matchAll(pattern)].slice(0, IMPORTS_MAX).map((match) => ({
    name: match.slice(1).find((group) => group !== undefined) ?? '',
    at: match.index + (match[0].length - match[0].trimStart().length),
  }))
}

/** Maximum number of examined imports per file; bundles have thousands. */
const IMPORTS_MAX = 20_000
