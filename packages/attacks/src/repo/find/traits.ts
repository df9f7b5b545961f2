import { callsIn } from './reach.ts'
import type { FoundTool } from './tools.ts'

/** Security-relevant capabilities of a tool. */
export const TRAITS = [
  'sends',
  'deletes',
  'pays',
  'writes',
  'runs_code',
  'runs_shell',
  'queries_sql',
  'reads_files',
  'fetches',
  'reads_records',
  'searches',
] as const
export type Trait = (typeof TRAITS)[number]

const TEXT_UNITS_MAX = 2_000

const BY_WORDS: readonly (readonly [trait: Trait, form: RegExp])[] = [
  ['sends', /\b(?:send|e-?mails?|notify|sms|post_?message|slack|publish|share|forward|reply_to)\b/i],
  ['deletes', /\b(?:delete|remove|drop|destroy|purge|erase|cancel|terminate|revoke|reset|close)\b/i],
  [
    'pays',
    /\b(?:refunds?|pay(?:ment|out)?s?|charges?|transfers?|purchase|invoice|discount|credit|order_?create|checkout|book(?:ing)?)\b/i,
  ],
  ['writes', /\b(?:create|update|write|insert|set|edit|modify|save|add|schedule|assign|change)\b/i],
  ['runs_code', /\b(?:execute_?code|run_?code|python|javascript|repl|interpreter|notebook|sandbox)\b/i],
  ['runs_shell', /\b(?:shell|bash|terminal|command|subprocess|cli)\b/i],
  ['queries_sql', /\b(?:sql|database|postgres|mysql|sqlite|bigquery|snowflake)\b/i],
  [
    'reads_records',
    /\b(?:customers?|users?|accounts?|orders?|patients?|employees?|profile|tickets?|records?|transactions?|balance|bookings?|invoices?)\b/i,
  ],
  ['searches', /\b(?:search|retriev\w{1,6}|knowledge|lookup|look up|find|query|docs|articles?|faq)\b/i],
]
const BY_CALLS: readonly (readonly [trait: Trait, form: RegExp])[] = [
  [
    'sends',
    /(?:sendMail|send_mail|sendmail|send_message|chat\.postMessage|messages\.create|ses\.send\w{0,20}|sendgrid\.\w{1,20})$/i,
  ],
  ['runs_code', /^(?:eval|exec|compile|vm\.\w{1,30}|new Function|Function|runInNewContext)$/],
  [
    'runs_shell',
    /(?:^|\.)(?:execSync|execFile|spawn|spawnSync|execFileSync|system|popen|Popen|check_output|subprocess\.run|create_subprocess_shell)$/,
  ],
  ['runs_shell', /^(?:exec|subprocess\.\w{1,30}|os\.system|child_process\.\w{1,30})$/],
  ['queries_sql', /(?:^|\.)(?:cursor\.execute|execute_sql|query|raw|\$queryRaw\w{0,10}|fetchall|read_sql\w{0,10})$/],
  ['reads_files', /(?:^|\.)(?:readFile|readFileSync|open|read_text|writeFile|writeFileSync|readdir)$/],
]

const BY_PARAMETERS: readonly (readonly [trait: Trait, form: RegExp])[] = [
  ['reads_files', /^(?:file|path|file_?(?:path|name)|directory|folder|dir)s?$/i],
  ['fetches', /^(?:url|uri|link|href|address_url|endpoint|website|page_url|webhook)s?$/i],
  ['runs_code', /^(?:code|script|source_?code|expression)$/i],
  ['runs_shell', /^(?:command|cmd|shell|argv)$/i],
  ['queries_sql', /^(?:sql|sql_query)$/i],
]

/** Returns the traits by name, description and called functions. */
export function traitsOf(tool: FoundTool): readonly Trait[] {
  // The name states the action; the description also states exclusions.
  const name = tool.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.:/-]+/g, ' ')
  const text = `${name}. ${tool.description.slice(0, TEXT_UNITS_MAX)}`
  const said = BY_WORDS.filter(([, form]) => form.test(text)).map(([trait]) => trait)
  const done = (tool.body === undefined ? [] : callsIn(tool.body)).flatMap(({ path }) =>
    BY_CALLS.filter(([, form]) => path.length < TEXT_UNITS_MAX && form.test(path)).map(([trait]) => trait),
  )
  const given = BY_PARAMETERS.filter(([, form]) =>
    tool.parameters.some((parameter) => parameter.length < 100 && form.test(parameter)),
  )
  const traits = new Set([...said, ...done, ...given.map(([trait]) => trait)])
  return TRAITS.filter((trait) => traits.has(trait))
}
