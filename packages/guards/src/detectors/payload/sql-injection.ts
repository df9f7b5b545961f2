import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'
import { conditionConfidence, isOwnStatement, oddQuotes, stackedConfidence, unionConfidence } from './sql-verify.ts'

/** Whitespace of SQL: spaces, a plus from a query string, a block comment. */
const GAP = String.raw`(?:[\s+]|\/\*[^*]{0,40}\*\/|\/\*!\d{0,6})`
const QUOTE = String.raw`['"’‘′]`
const LOGIC = String.raw`(?:or|and|xor|having|\|\||&&)`
const NUMBER = String.raw`(?:^|(?<=[=\s(,'"\x60:]))-?\d{1,9}`

const shared = { category: 'sql_injection', cwe: 'CWE-89' } as const

export const sqlInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'sql-quote-condition',
    severity: 'high',
    title: 'Quote that leaves a string, followed by a condition made to be true or by a probe',
    anchors: [
      '=',
      '<',
      '>',
      'like',
      'true',
      '--',
      '#',
      '/*',
      'between',
      'null',
      'regexp',
      '(select',
      '( select',
      'sleep(',
      'substr',
      'ascii(',
    ],
    before: 80,
    after: 40,
    find: rx`${QUOTE}[)\s+]{0,6}${GAP}{0,12}${LOGIC}(?![\w.])[^\n]{0,60}`,
    verify(match, text) {
      const logic = /(?:or|and|xor|having|\|\||&&)/i.exec(match[0])
      if (logic === null) return 0
      return conditionConfidence(text, match.index + logic.index + logic[0].length, 'quote', logic[0].toLowerCase())
    },
    flags: [
      "' OR '1'='1",
      "x' or 1=1--",
      "admin') and 2>1 #",
      "'/**/or/**/3/**/like/**/3",
      "a' AND SLEEP(5)-- -",
      "' || 'k'='k",
    ],
    ignores: [
      "the value is 'draft' or 'final' = what the editor sees",
      "if (c === '\"' || c === '`') quoted = true",
      "WHERE a = 'x' AND b = 'y'",
      "Tom's or Jerry's cheese is like a dream -- true",
    ],
  },
  {
    ...shared,
    id: 'sql-number-condition',
    severity: 'high',
    title: 'Number followed by a condition that compares a constant with itself',
    anchors: ['=', 'like', 'sleep(', 'benchmark(', '(select', '( select'],
    before: 64,
    after: 40,
    find: rx`${NUMBER}[)]{0,4}${GAP}{1,12}(?:or|and)(?![\w.])[^\n]{0,60}`,
    verify(match, text) {
      const logic = /\b(?:or|and)(?![\w.])/i.exec(match[0])
      if (logic === null) return 0
      return conditionConfidence(text, match.index + logic.index + logic[0].length, 'number', logic[0].toLowerCase())
    },
    flags: ['id=5 OR 1=1', '-1 or 7=7 limit 1', '12) AND 4=4-- x'],
    ignores: ['choose 1 or 2 = the same price', 'WHERE id = 5 AND price = 3', 'between 3 and 4 = good'],
  },
  {
    ...shared,
    id: 'sql-union-select',
    severity: 'high',
    title: 'UNION SELECT glued onto another query',
    anchors: ['union'],
    before: 4,
    after: 80,
    find: rx`union${GAP}{1,16}(?:(?:all|distinct)${GAP}{1,12})?[(\s]{0,6}select(?!\w)`,
    verify: unionConfidence,
    flags: [
      "' UNION SELECT null, version()-- ",
      '9 union/**/all/**/select 1,2,3',
      "x') union select login, passwd from users #",
    ],
    ignores: [
      'select name from staff union select name from guests',
      'You can use UNION SELECT to join the rows of two queries.',
      'the student union, selected by vote',
    ],
  },
  {
    ...shared,
    id: 'sql-stacked-statement',
    severity: 'critical',
    title: 'Second statement stacked behind a broken query',
    anchors: [';'],
    // A sentence or a line of a program ends in a word; an injected value does not.
    glance: (text, start) => !/[a-z]/i.test(text.charAt(start - 1)),
    before: 24,
    after: 80,
    find: rx`(?:${QUOTE}|\d|\))[)\s]{0,6};${GAP}{0,12}(?:drop${GAP}{1,8}(?:table|database|schema|view|user|index|procedure)|delete${GAP}{1,8}from|insert${GAP}{1,8}into|update${GAP}{1,8}\w{1,40}${GAP}{1,8}set|alter${GAP}{1,8}(?:table|user|login)|truncate${GAP}{1,8}table|exec(?:ute)?(?:${GAP}{1,8}|\s?\()(?:master|xp_|sp_|immediate|\(|')|create${GAP}{1,8}(?:user|login|table|or\s)|grant${GAP}{1,8}\w{1,30}|begin${GAP}{1,8}(?:dbms_|utl_|execute|sys\.)|shutdown\b|declare${GAP}{1,8}@|waitfor${GAP}{1,8}delay|select${GAP}{1,8}(?:pg_sleep|sleep|load_file|version|@@))`,
    verify: stackedConfidence,
    flags: [
      "x'); DROP TABLE orders;--",
      '1; DELETE FROM accounts --',
      "bob'; exec xp_dirtree '//h/a'--",
      'id=4;shutdown',
    ],
    ignores: [
      "INSERT INTO t VALUES ('a');\nDELETE FROM t WHERE id = 3;",
      'SELECT 1; DROP TABLE scratch;',
      "call(foo('a')); update the docs set aside",
    ],
  },
  {
    ...shared,
    id: 'sql-time-delay',
    severity: 'high',
    title: 'Delay function where a value belongs',
    anchors: ['sleep', 'benchmark', 'waitfor', 'dbms_', 'randomblob'],
    before: 60,
    after: 60,
    find: rx`(?:(?:${QUOTE}|[=(,]\s{0,3}\d{1,9}|\d)[)\s+]{0,6}(?:[;,|&-]{1,2}|${GAP}{1,6}(?:and|or|xor)|${LOGIC}|${GAP}{1,6}rlike)?${GAP}{0,8}|(?:select|if|iif|case when)[\s(]{1,6}[^\n]{0,30})(?:(?<![.\w])(?:pg_)?sleep\s{0,4}\(\s{0,4}\d{1,4}(?:\.\d{1,3})?\s{0,4}\)|benchmark\s{0,4}\(\s{0,4}\d{4,12},|waitfor${GAP}{1,8}delay${GAP}{0,8}['"]\d|dbms_(?:lock|session)\.sleep|dbms_pipe\.receive_message\s?\(|randomblob\(\d{7,12})`,
    verify(match, text) {
      const line = text.slice(Math.max(0, match.index - 120), match.index + match[0].length)
      const tail = text.slice(match.index + match[0].length, match.index + match[0].length + 24)
      const commented = /^[)\s'"]{0,6}(?:--|#|\/\*)/.test(tail)
      if (/^['"`’‘]/.test(match[0]) || commented) return 1
      if (/if\s?\(|case when/i.test(match[0]) && /select|,\s?0\s?\)/i.test(line + tail)) return 0.8
      if (/(?:and|or|xor|\|\||&&)[\s(/*+]{1,20}\S{0,12}$/i.test(match[0].replace(/(?:pg_)?sleep.{0,20}$/i, '')))
        return 0.8
      return /^[=(,]?\s{0,3}\d/.test(match[0]) && /waitfor|pg_sleep|dbms_|benchmark/i.test(match[0]) ? 0.8 : 0
    },
    flags: [
      "1' AND SLEEP(5)-- ",
      "x';WAITFOR DELAY '0:0:5'--",
      "a' || pg_sleep(10)--",
      'if(now()=sysdate(),sleep(15),0)',
      '1 or benchmark(9000000,md5(1))#',
    ],
    ignores: [
      'time.sleep(5)',
      'for i in range(3): sleep(1)',
      'SELECT pg_sleep(2);',
      'sleep(10) seconds after the benchmark(run)',
    ],
  },
  {
    ...shared,
    id: 'sql-error-channel',
    severity: 'high',
    title: 'Query result carried out through an error message',
    anchors: ['extractvalue', 'updatexml', '(select', '( select', 'floor(rand'],
    before: 40,
    after: 100,
    find: rx`(?:(?:extractvalue|updatexml)\s{0,4}\([^,\n]{1,20},\s{0,4}(?:concat|\(\s{0,4}select)|(?:convert|cast)\s{0,4}\(\s{0,4}(?:int\s{0,4},\s{0,4})?\(\s{0,4}select\s[^\n)]{0,60}(?:table_name|passw|version|user|@@|sys\w{3,10}|top\s\d|schema)|exp\s{0,4}\(\s{0,4}~|count\(\*\),\s{0,4}concat\([^\n]{0,80}floor\(rand\(|(?:ascii|ord|unicode|hex|length|len)\s{0,4}\(\s{0,4}(?:substr|substring|mid)\s{0,4}\(\s{0,4}\(\s{0,4}select)`,
    flags: [
      'extractvalue(1,concat(0x7e,version()))',
      'ascii(substr((select secret from t limit 1),1,1))>64',
      'convert(int,(select top 1 table_name from information_schema.tables))',
    ],
    ignores: [
      'SELECT CAST((SELECT count(*) FROM t) AS text)',
      'extractValue(xml, "/a/b")',
      'ascii art (select a style)',
    ],
  },
  {
    ...shared,
    id: 'sql-comment-tail',
    severity: 'high',
    title: 'Quote and comment that cut off the rest of a query',
    anchors: ["'--", "' --", "'#", "' #", "'/*", "' /*", "')", "';", '"--', '" --', '"#'],
    before: 56,
    after: 24,
    find: rx`(?:^|[\s=:(,"\x60])[\w.@%-]{1,40}['"]\)?[ \t+]?;?[ \t+]?(?:--(?!-)|#|\/\*)(?=[ \t]{0,3}(?:$|\n|["'\x60&)-]|\+|[\w ]{0,20}$))`,
    verify(match, text) {
      const line = text.slice(Math.max(0, match.index - 100), match.index + match[0].length)
      const current = line.slice(line.lastIndexOf('\n') + 1)
      const quote = /['"](?=\)?[ \t+]?;?[ \t+]?(?:--|#|\/\*)$)/.exec(match[0])
      const before = current.slice(0, current.length - (match[0].length - (quote?.index ?? 0)))
      // A second quote of the kind before it means a string that is both opened and closed here.
      if (quote === null || oddQuotes(quote[0] === '"' ? before.replaceAll("'", '') : before)) return 0
      if (
        /\b(?:user|name|login|email|mail|pass|id|account|search|query)\w{0,12}["']?\s{0,3}[=:]\s{0,3}["']?\S{0,40}$/i.test(
          current,
        )
      )
        return 1
      return /^(?:[\s=:(,"`]?)(?:admin|root|user|test|sa|administrator|guest)\w{0,12}['"]/i.test(match[0]) ? 1 : 0.5
    },
    flags: ["admin'--", "login=bob'#", 'email: root"--', "user') -- "],
    ignores: [
      "WHERE name = 'ann' -- the owner",
      "the players' -- all of them -- won",
      "color: '#fff'",
      "print('x') # done",
    ],
  },
  {
    ...shared,
    id: 'sql-file-or-command',
    severity: 'critical',
    title: 'Database function that reaches files, the network or a shell',
    anchors: [
      'outfile',
      'dumpfile',
      'load_file',
      'xp_',
      'utl_http',
      'from program',
      'to program',
      'sys_exec',
      'sp_oacreate',
      'lo_import',
      'dblink_connect',
    ],
    before: 60,
    after: 80,
    find: rx`(?:into${GAP}{1,8}(?:outfile|dumpfile)${GAP}{1,8}['"][^'"\n]{1,80}(?:\.(?:php|jsp|asp|sh|py|cgi)|www|htdocs|/var/|/tmp/|inetpub)|load_file\s?\(\s{0,4}(?:['"][^'"\n]{0,40}(?:etc|passw|win\.ini|\.ssh|config|\\\\)|0x[0-9a-f]{6}|concat\()|exec(?:ute)?\s{1,4}(?:master\.{1,2}(?:dbo\.)?)?(?:xp_(?:cmdshell|dirtree|regread|fileexist)|sp_oacreate)\s{1,4}['"N(@]|utl_http\.request\s?\(\s{0,4}['"(]|copy${GAP}{1,4}[\w(][^\n;]{0,60}(?:from|to)\s{1,4}program\s{1,4}['"]|(?:sys_exec|sys_eval)\s?\(\s{0,4}['"]|lo_import\s?\(\s{0,4}['"]/(?:etc|root|home))`,
    flags: [
      "into outfile '/var/www/html/s.php'",
      "exec master..xp_cmdshell 'whoami'",
      "copy cmd from program 'id'",
      "load_file('/etc/passwd')",
    ],
    ignores: [
      "SELECT * INTO OUTFILE 'report.csv' FROM t",
      'xp_cmdshell should stay disabled',
      "COPY t FROM '/data/rows.csv' CSV",
    ],
  },
  {
    ...shared,
    id: 'sql-order-probe',
    severity: 'medium',
    title: 'Column count probed behind a broken query',
    anchors: ['--', '#', '/*', 'analyse'],
    before: 80,
    after: 60,
    find: rx`(?:${QUOTE}|\d)[)\s]{0,4}${GAP}{1,8}(?:(?:order|group)${GAP}{1,8}by${GAP}{1,8}\d{1,3}(?:,\d{1,3}){0,9}(?:${GAP}{1,8}having${GAP}{1,8}\d\s?=\s?\d)?|procedure${GAP}{1,8}analyse)\s{0,4}(?:--|#|/\*|\()`,
    verify: (match, text) => !isOwnStatement(text, match.index + 1),
    flags: ["x' ORDER BY 12-- -", '3) order/**/by/**/7#', '1 procedure analyse(1)'],
    ignores: ["WHERE a = 'b' ORDER BY 2 DESC", 'item 3 order by 5 pm', "name = 'x' group by 1, 2"],
  },
  {
    ...shared,
    id: 'sql-keyword-evasion',
    severity: 'high',
    title: 'SQL keyword hidden in comments or built from character codes',
    anchors: ['/*!', '/**/', 'char('],
    before: 24,
    after: 64,
    find: rx`(?:/\*!\d{0,6}\s{0,4}(?:union|select|and|or|from|where|sleep)\b|(?:un|uni|unio|se|sel|sele|selec|s|d|dr|dro|i|in|u)/\*[^*\n]{0,12}\*/(?:ion|on|n|lect|ect|ct|t|elect|rop|op|p|nsert|sert|pdate)\b|(?:union|select|from|where|and|or)/\*[^*\n]{0,12}\*/\(?(?:select|all|[\w@*'"]{1,20}/\*\*/)|char\(\d{2,3}\)\s?(?:\+|\|\||%2b)\s?char\(\d{2,3}\)\s?(?:\+|\|\||%2b)\s?char\(|concat\(\s?char\(\d{2,3}(?:,\d{2,3}){2,40}\))`,
    flags: ['/*!50000union*/ all', 'sel/**/ect pw from t', 'union/**/select', 'char(97)+char(100)+char(109)'],
    ignores: ['/*!40101 SET NAMES utf8 */', 'src/**/*.ts', 'name CHAR(20), code CHAR(3)', 'and/or /**/ selected'],
  },
]
