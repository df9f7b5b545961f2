import { parameterName } from '../parameters/names.ts'
import { wordsOf } from '../tool-words.ts'

/**
 * Kind of content of a parameter. `program`: code, SQL or a command that the tool runs; `text`: free text; `title`: one line of text;
 * `search`: a search phrase; others are single values of one kind, and `any` is a value of unknown kind.
 */
export type ParameterKind =
  | 'program'
  | 'text'
  | 'title'
  | 'search'
  | 'any'
  | 'filter'
  | 'value'
  | 'host'
  | 'url'
  | 'path'
  | 'header'
  | 'arguments'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Parameters with code or a pattern in every tool. */
const PROGRAM_NAMES = setOf(
  'sql script regex regexp pattern patch diff snippet expression formula template html css markdown latex xml json yaml jql soql ' +
    'cypher promql graphql manifest dockerfile old_str new_str old_string new_string file_text insert_text source_code',
)
/** Parameters with code in a tool that runs, edits or reviews code. */
const CODE_NAMES = setOf('code source program function input stdin args argv arguments command commands cmd text')
/** Parameters with a command in a tool that runs commands. */
const COMMAND_NAMES = setOf('command commands cmd args argv arguments input stdin keystrokes program code')
/** Parameters with a query in a tool that queries a database. */
const QUERY_NAMES = setOf('query q statement statements filter where pipeline command search aggregation')

/** Last words of the names of free-text parameters. */
const TEXT_HEADS = setOf(
  'content contents text body message messages description comment comments note notes summary subject question questions answer ' +
    'answers prompt instructions instruction review feedback reason explanation caption transcript log logs thought thoughts steps ' +
    'task details document memo resolution biography reply article paragraph',
)
const TITLE_HEADS = setOf('title headline heading topic label')
const SEARCH_HEADS = setOf('query q search keyword keywords phrase')
const FILTER_HEADS = setOf(
  'filter filters where match pipeline selector criteria condition conditions variables update',
)
const URL_HEADS = setOf(
  'url uri endpoint webhook callback link href proxy source src remote origin feed repo repository image avatar',
)
const HOST_HEADS = setOf('host hostname ip server port hosts ips')
const VALUE_WORDS = setOf('id uuid domain branch ref tag region username container pod namespace table column')
const PATH_HEADS = setOf(
  'path paths file files filename filepath dir directory folder cwd workdir attachment attachments destination',
)
const HEADER_NAMES = setOf('to cc bcc from recipient recipients sender reply_to headers header')
const NETWORK_WORDS = setOf('ip server host remote network mac target bind listen')

const COMMAND_TOOLS = setOf(
  'bash shell sh zsh powershell pwsh terminal console command commands cmd cli ssh tmux docker podman kubectl container aws gcloud az ' +
    'git redis process subprocess',
)
const CODE_TOOLS = setOf(
  'python javascript typescript js ts node ruby php repl eval evaluate interpreter jupyter notebook cell sandbox code script program ' +
    'awk jq sed patch mathematica wolfram latex browser editor',
)
const QUERY_TOOLS = setOf(
  'sql database db mongo mongodb postgres postgresql mysql mariadb sqlite oracle mssql bigquery snowflake redshift clickhouse athena ' +
    'duckdb elasticsearch opensearch cypher neo4j graphql sparql splunk loki prometheus kusto salesforce jira ldap dynamodb cosmos ' +
    'warehouse jq metric metrics',
)
/** Verbs of tools that run programs. They count only if the rest of the name is a kind of program. */
const RUN_VERBS = setOf('run execute exec query invoke launch spawn call tool in')
/** Verbs of tools with code as their subject. */
const CODE_VERBS = setOf(
  'format explain review lint analyze compile plot edit write refactor scan render test apply evaluate interpret runner',
)
/** Verbs of tools that look up an item by its code. */
const LOOKUP_WORDS = setOf(
  'lookup get list find check verify validate redeem status info name backup delete country postal zip promo',
)

/** Kind of program that a tool runs, by its name. Only parameters with a program are exempt. */
export interface ToolPurpose {
  readonly command: boolean
  readonly code: boolean
  readonly query: boolean
}

/** Derives from a tool's name whether it runs commands, code or queries. */
export function purposeOf(tool: string): ToolPurpose {
  const words = wordsOf(tool)
  const isLookup = words.some((word) => LOOKUP_WORDS.has(word))
  const isRun =
    words.length > 0 &&
    words.every(
      (word) => RUN_VERBS.has(word) || COMMAND_TOOLS.has(word) || CODE_TOOLS.has(word) || QUERY_TOOLS.has(word),
    )
  const has = (names: ReadonlySet<string>): boolean => words.some((word) => names.has(word))
  return {
    command: !isLookup && (has(COMMAND_TOOLS) || (isRun && has(RUN_VERBS))),
    code: !isLookup && (has(CODE_TOOLS) || has(CODE_VERBS) || (isRun && has(RUN_VERBS))),
    query: has(QUERY_TOOLS) || isRun,
  }
}

/**
 * Returns the kind of a tool parameter.
 * @param inherited kind of the containing object, for names without a meaning
 */
export function kindOf(name: string, purpose: ToolPurpose, inherited: ParameterKind): ParameterKind {
  const words = wordsOf(/^[\x20-\x7e]*$/.test(name) ? name : parameterName(name))
  const plain = words.join('_')
  if (isProgram(plain, purpose)) return 'program'
  if (inherited === 'program' || inherited === 'filter' || inherited === 'header') return inherited
  if (HEADER_NAMES.has(plain)) return 'header'
  const head = words.at(-1) ?? ''
  if (head === 'args' || head === 'argv') return 'arguments'
  if (TEXT_HEADS.has(head)) return 'text'
  if (TITLE_HEADS.has(head)) return 'title'
  if (SEARCH_HEADS.has(head)) return 'search'
  if (FILTER_HEADS.has(head)) return 'filter'
  if (HOST_HEADS.has(head) || (head === 'address' && words.some((word) => NETWORK_WORDS.has(word)))) return 'host'
  if (URL_HEADS.has(head)) return 'url'
  if (PATH_HEADS.has(head)) return 'path'
  return words.some((word) => VALUE_WORDS.has(word)) ? 'value' : inherited
}

function isProgram(plain: string, { command, code, query }: ToolPurpose): boolean {
  if (PROGRAM_NAMES.has(plain)) return true
  if ((command && COMMAND_NAMES.has(plain)) || (code && CODE_NAMES.has(plain)) || (query && QUERY_NAMES.has(plain)))
    return true
  // `python_code`, `shell_command`, `sql_query`: the name states the kind of program.
  const [first = '', last = '', ...rest] = plain.split('_')
  if (rest.length > 0 || !['code', 'script', 'command', 'query', 'expression'].includes(last)) return false
  return CODE_TOOLS.has(first) || QUERY_TOOLS.has(first) || COMMAND_TOOLS.has(first)
}
