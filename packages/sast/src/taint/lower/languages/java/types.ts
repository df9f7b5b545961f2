import type { FunctionBuilder } from '../../function-builder.ts'

/** Packages that are often imported as a whole, so that their classes are not mistaken for classes of the file's package. */
const KNOWN: Readonly<Record<string, string>> = {
  'java.lang':
    'Object String StringBuilder StringBuffer Integer Long Short Byte Character Boolean Double Float Number Math System Runtime ' +
    'Process ProcessBuilder Thread ThreadLocal Class ClassLoader Enum Iterable Runnable Comparable CharSequence Void Record ' +
    'Exception RuntimeException Error Throwable IllegalArgumentException IllegalStateException NullPointerException ' +
    'IndexOutOfBoundsException UnsupportedOperationException InterruptedException ClassNotFoundException SecurityException ' +
    'NumberFormatException ArithmeticException AutoCloseable Override Deprecated SuppressWarnings FunctionalInterface StackTraceElement',
  'java.util':
    'List ArrayList LinkedList Map HashMap TreeMap LinkedHashMap Set HashSet TreeSet LinkedHashSet Collection Collections Arrays ' +
    'Iterator Optional Objects Random UUID Date Calendar Locale Properties Scanner Queue Deque ArrayDeque Stack Vector Hashtable ' +
    'Enumeration Base64 StringTokenizer StringJoiner Comparator TimeZone Timer ResourceBundle Formatter BitSet EnumMap EnumSet',
  'java.io':
    'File FileInputStream FileOutputStream FileReader FileWriter InputStream OutputStream InputStreamReader OutputStreamWriter ' +
    'BufferedReader BufferedWriter BufferedInputStream BufferedOutputStream PrintWriter PrintStream Reader Writer IOException ' +
    'ObjectInputStream ObjectOutputStream ByteArrayInputStream ByteArrayOutputStream Serializable RandomAccessFile StringReader ' +
    'StringWriter FileNotFoundException UncheckedIOException Closeable DataInputStream DataOutputStream',
  'java.sql':
    'Connection Statement PreparedStatement CallableStatement ResultSet DriverManager SQLException Timestamp Date Types Driver',
  'java.net':
    'URL URI URLConnection HttpURLConnection Socket ServerSocket InetAddress URLEncoder URLDecoder URISyntaxException',
  'java.nio.file': 'Path Paths Files StandardCopyOption StandardOpenOption FileSystems',
  'javax.servlet.http': 'HttpServlet HttpServletRequest HttpServletResponse HttpSession Cookie Part',
  'jakarta.servlet.http': 'HttpServlet HttpServletRequest HttpServletResponse HttpSession Cookie Part',
  'javax.servlet':
    'ServletException ServletRequest ServletResponse Filter FilterChain ServletContext RequestDispatcher',
  'jakarta.servlet':
    'ServletException ServletRequest ServletResponse Filter FilterChain ServletContext RequestDispatcher',
  'org.springframework.web.bind.annotation':
    'RestController RequestMapping GetMapping PostMapping PutMapping DeleteMapping PatchMapping RequestParam PathVariable ' +
    'RequestBody RequestHeader CookieValue ModelAttribute ResponseBody ControllerAdvice RequestPart MatrixVariable CrossOrigin',
}

const packagesOf = new Map<string, string[]>()
for (const [name, classes] of Object.entries(KNOWN)) {
  for (const item of classes.split(' ')) packagesOf.set(item, [...(packagesOf.get(item) ?? []), name])
}

/** Packages that a file imports all classes of. */
const wildcards = new WeakMap<FunctionBuilder['file'], string[]>()

export function addWildcard(f: FunctionBuilder, name: string): void {
  wildcards.set(f.file, [...(wildcards.get(f.file) ?? []), name])
}

/** Returns the qualified name of a class. */
export function classPath(f: FunctionBuilder, name: string): string {
  const known = f.scope.lookup(name)?.path
  if (known !== undefined) return known
  const wanted = packagesOf.get(name) ?? []
  const imported = wildcards.get(f.file) ?? []
  const found = wanted.find((item) => item === 'java.lang' || imported.includes(item))
  if (found !== undefined) return `${found}.${name}`
  // A type parameter has a name of one letter, and no package.
  return f.file.package === '' || /^[A-Z]\d?$/.test(name) ? name : `${f.file.package}.${name}`
}

/** Returns a type as written, with resolved imports and without type arguments. */
export function typeName(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'type_identifier': {
      const name = file.text(node)
      return name === 'var' ? undefined : classPath(f, name)
    }
    case 'generic_type':
    case 'annotated_type':
      return typeName(f, file.named(node).find((child) => file.kind(child).endsWith('type_identifier')) ?? -1)
    case 'scoped_type_identifier': {
      const text = file.text(node).replaceAll(/\s/g, '')
      const first = text.split('.', 1)[0]!
      return /^[A-Z]/.test(first) ? classPath(f, first) + text.slice(first.length) : text
    }
    case 'array_type': {
      const element = typeName(f, file.child(node, 'element'))
      return element === undefined ? undefined : `${element}[]`
    }
    case 'integral_type':
    case 'floating_point_type':
    case 'boolean_type':
      return file.text(node)
    default:
      return undefined
  }
}
