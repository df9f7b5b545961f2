import { withGoImport } from '../secrets/imports.ts'
import { eolOf, linesAt, offsetOf } from '../text/splice.ts'
import { inLines, NEAR_LINES, type Rewrite } from './near.ts'
import { callAround, callAt, codeOf } from './scan.ts'

/** Rewrites of parsers, settings, cookies, paths and pages. */
export const SETTINGS: readonly Rewrite[] = [
  {
    title: 'Load only plain data from YAML.',
    rules: /^insecure-deserialization/,
    languages: ['python'],
    check: 'Documents with tags of Python objects are rejected.',
    apply: ({ text, startLine, endLine }) => {
      const lines = linesAt(text, startLine, endLine)
      const found = /\byaml\.(?:load|unsafe_load|full_load)\(/.exec(lines.text)
      const call = found === null ? undefined : callAt(text, lines.start + found.index + found[0].length - 1)
      if (found === null || call === undefined) return undefined
      const args = call.args
        .map((one) => codeOf(text, one))
        .filter((one, at) => at === 0 || !/(?:^Loader\s*=|\bLoader$)/.test(one))
      const start = lines.start + found.index
      return args.length === 1
        ? `${text.slice(0, start)}yaml.safe_load(${args[0]})${text.slice(call.close + 1)}`
        : undefined
    },
  },
  {
    title: 'Create the temporary file with its name.',
    rules: /^insecure-temporary-file/,
    languages: ['python'],
    check: 'The file exists and is not deleted automatically. Delete the file after its use.',
    apply: ({ text, start }) => {
      const found = /tempfile\.mktemp\(/.exec(text.slice(start))
      const call = found?.index === 0 ? callAt(text, start + found[0].length - 1) : undefined
      if (call === undefined) return undefined
      const names = ['suffix', 'prefix', 'dir']
      const args = call.args.map((one, at) =>
        codeOf(text, one).includes('=') ? codeOf(text, one) : `${names[at]}=${codeOf(text, one)}`,
      )
      return `${text.slice(0, start)}tempfile.NamedTemporaryFile(${[...args, 'delete=False'].join(', ')}).name${text.slice(call.close + 1)}`
    },
  },
  {
    title: 'Listen only on the loopback interface.',
    rules: /^bind-all-interfaces/,
    languages: ['python', 'javascript', 'go', 'ruby', 'java', 'php', 'csharp'],
    check:
      'Other machines and containers can no longer reach the server. Keep the address in a container behind a port mapping.',
    apply: inLines(/(["'`])0\.0\.0\.0(?=[:"'`])/g, '$1127.0.0.1'),
  },
  {
    title: 'Set a timeout for the request.',
    rules: /^http-request-without-timeout/,
    languages: ['python'],
    check: 'Slow servers cause an exception. Choose a timeout that fits the server.',
    apply: ({ text, start, end }) => {
      const open = text.indexOf('(', start)
      const call = open === -1 || open > end ? undefined : callAt(text, open)
      if (call === undefined || call.args.length === 0 || !/^\w+\.\w+$/.test(text.slice(start, open).trim()))
        return undefined
      const last = call.args.at(-1)!
      return codeOf(text, last).startsWith('**')
        ? undefined
        : `${text.slice(0, last.end)}, timeout=30${text.slice(last.end)}`
    },
  },
  {
    title: 'Start TLS before the login.',
    rules: /^cleartext-credentials/,
    languages: ['python'],
    check: 'The mail server has to support STARTTLS.',
    apply: ({ text, startLine }) => {
      const line = linesAt(text, startLine, startLine)
      const [, indent, name] = /^([ \t]*)(\w+)\.login\(/.exec(line.text) ?? []
      if (
        name === undefined ||
        !new RegExp(`\\b${name}\\s*=\\s*smtplib\\.SMTP\\(|smtplib\\.SMTP\\([^\\n]*\\bas ${name}\\b`).test(text)
      )
        return undefined
      return `${text.slice(0, line.start)}${indent}${name}.starttls()${eolOf(text)}${text.slice(line.start)}`
    },
  },
  {
    title: 'Set Secure, HttpOnly and SameSite for the cookie.',
    rules: /^insecure-cookie/,
    languages: ['python'],
    check: 'Browsers send the cookie only over HTTPS, and scripts cannot read it.',
    apply: ({ text, startLine, endLine }) => {
      const lines = linesAt(text, startLine, endLine)
      const at = lines.text.indexOf('set_cookie(')
      const call = at === -1 ? undefined : callAt(text, lines.start + at + 'set_cookie'.length)
      if (call === undefined) return undefined
      const args = call.args.map((one) => codeOf(text, one))
      const isSet = (name: string): boolean => args.some((one) => new RegExp(`^${name}\\s*=`).test(one))
      const kept = args.map((one) => one.replace(/^(secure|httponly)\s*=\s*\w+$/, '$1=True'))
      const added = [
        isSet('secure') ? [] : ['secure=True'],
        isSet('httponly') ? [] : ['httponly=True'],
        isSet('samesite') ? [] : ['samesite="Lax"'],
      ]
      return text.slice(0, call.open + 1) + [...kept, ...added.flat()].join(', ') + text.slice(call.close)
    },
  },
  {
    title: 'Set Secure and HttpOnly for the cookie.',
    rules: /^insecure-cookie/,
    languages: ['java'],
    check: 'Browsers send the cookie only over HTTPS, and scripts cannot read it.',
    apply: ({ text, startLine, endLine }) => {
      const lines = linesAt(text, startLine, Math.min(endLine + NEAR_LINES, text.split('\n').length))
      const changed = lines.text.replaceAll(/\.(setSecure|setHttpOnly)\(\s*false\s*\)/g, '.$1(true)')
      return changed === lines.text ? undefined : text.slice(0, lines.start) + changed + text.slice(lines.end)
    },
  },
  {
    title: 'Set Secure, HttpOnly and SameSite for the cookie.',
    rules: /^insecure-cookie/,
    languages: ['go'],
    check: 'Browsers send the cookie only over HTTPS, and scripts cannot read it.',
    apply: ({ text, start, end }) => {
      const literal = text.slice(start, end)
      if (!/^&?http\.Cookie\{[\s\S]*\}$/.test(literal)) return undefined
      let changed = literal.replaceAll(/\b(Secure|HttpOnly)(\s*:\s*)false\b/g, '$1$2true')
      for (const [name, value] of [
        ['HttpOnly', 'true'],
        ['Secure', 'true'],
        ['SameSite', 'http.SameSiteLaxMode'],
      ] as const) {
        if (!new RegExp(`\\b${name}\\s*:`).test(changed)) changed = withField(changed, `${name}: ${value}`)
      }
      return text.slice(0, start) + changed + text.slice(end)
    },
  },
  {
    title: 'Set Secure, HttpOnly and SameSite for the cookie.',
    rules: /^insecure-cookie/,
    languages: ['php'],
    check: 'Browsers send the cookie only over HTTPS, and scripts cannot read it.',
    apply: ({ text, start }) => {
      const found = /^\s*setcookie\(/.exec(text.slice(start))
      const call = found === null ? undefined : callAt(text, start + found[0].length - 1)
      const [name, value, third, ...rest] = (call?.args ?? []).map((one) => codeOf(text, one))
      if (call === undefined || name === undefined || value === undefined || third?.startsWith('[') === true)
        return undefined
      const keys = ['expires', 'path', 'domain']
      const options = [third, ...rest.slice(0, 2)].flatMap((one, at) =>
        one === undefined || one === "''" ? [] : [`'${keys[at]}' => ${one}`],
      )
      const all = [...options, "'secure' => true", "'httponly' => true", "'samesite' => 'Lax'"]
      return `${text.slice(0, call.open + 1)}${name}, ${value}, [${all.join(', ')}]${text.slice(call.close)}`
    },
  },
  {
    title: 'Forbid document type declarations.',
    rules: /^xxe/,
    languages: ['java'],
    check: 'Documents with a DOCTYPE are rejected.',
    apply: ({ text, start, startLine }) => {
      const name = /^\w+/.exec(text.slice(start))?.[0] ?? ''
      const declared = new RegExp(
        `^([ \\t]*)(?:\\w+\\s+)?${name}\\s*=\\s*(?:DocumentBuilderFactory|SAXParserFactory)\\.new\\w*\\([^\\n]*;[ \\t]*\\r?\\n`,
        'gm',
      )
      const found =
        name === '' ? undefined : [...text.slice(0, offsetOf(text, startLine + 1)).matchAll(declared)].at(-1)
      if (found === undefined) return undefined
      const at = found.index + found[0].length
      const line = `${found[1]}${name}.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);${eolOf(text)}`
      return text.slice(0, at) + line + text.slice(at)
    },
  },
  {
    title: 'Verify the CSRF token.',
    rules: /^csrf-protection-disabled/,
    languages: ['ruby'],
    check: 'Forms and scripts have to send the token. API clients with keys need a controller without sessions.',
    apply: ({ text, startLine }) => {
      const line = linesAt(text, startLine, startLine)
      if (!/^\s*skip_(?:before_action|forgery_protection)\b[^,]*$/.test(line.text)) return undefined
      return text.slice(0, line.start) + text.slice(offsetOf(text, startLine + 1)).replace(/^[ \t]*\r?\n/, '')
    },
  },
  {
    title: 'Encode the value for HTML.',
    rules: /^xss/,
    languages: ['php'],
    apply: inLines(
      /(?<![\w(])(\$_(?:GET|POST|REQUEST|COOKIE)\[[^\]]*\])/g,
      "htmlspecialchars($1, ENT_QUOTES, 'UTF-8')",
    ),
  },
  {
    title: 'Encode the value for HTML.',
    rules: /^xss/,
    languages: ['go'],
    apply: ({ text, start, end }) => {
      const value = text.slice(start, end)
      if (!/\.(?:FormValue|PostFormValue|Get|PathValue)\("[^"\n]*"\)$/.test(value)) return undefined
      return withGoImport(`${text.slice(0, start)}html.EscapeString(${value})${text.slice(end)}`, 0, 'html')
    },
  },
  {
    title: 'Let Express keep the path below its folder.',
    rules: /^path-traversal/,
    languages: ['javascript'],
    apply: ({ text, start, end }) => {
      const call = callAround(text, start)
      const [, folder, value] = /^(["'][^"'\n]*\/["'])\s*\+\s*([\w.[\]'"]+)$/.exec(text.slice(start, end)) ?? []
      if (call === undefined || folder === undefined || value === undefined) return undefined
      if (!text.slice(0, call.open).endsWith('.sendFile') || call.args.length > 1) return undefined
      return `${text.slice(0, call.open + 1)}${value}, { root: ${folder} }${text.slice(call.close)}`
    },
  },
]

function withField(literal: string, field: string): string {
  const body = literal.slice(0, -1).trimEnd()
  const isOnLines = literal.includes('\n')
  const comma = body.endsWith('{') || body.endsWith(',') ? '' : ','
  if (!isOnLines) return `${body}${comma} ${field}}`
  const indent = /\n([ \t]*)\S[^\n]*$/.exec(body)?.[1] ?? '\t'
  return `${body}${comma}\n${indent}${field},${literal.slice(literal.slice(0, -1).trimEnd().length, -1)}}`
}
