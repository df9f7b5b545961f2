import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'
import { oddQuotes } from './sql-verify.ts'

const shared = { category: 'nosql_injection', cwe: 'CWE-943' } as const
const CREDENTIAL = String.raw`(?:user(?:_?name|_?id)?|login|e?mail|pass(?:word|wd|_?code)?|pwd|pin|otp|token|code|secret|api_?key|session(?:_?id)?)`
const OPERATOR = String.raw`\$(?:ne|gt|gte|lt|lte|regex|nin|in|exists|not|or|where|type|size|all)`

export const nosqlInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'nosql-credential-operator',
    severity: 'high',
    title: 'Query operator where a credential belongs',
    anchors: ['$ne', '$gt', '$lt', '$regex', '$nin', '$in', '$exists', '$not', '%24ne', '%24gt', '%24regex', '%24nin'],
    before: 60,
    after: 60,
    find: rx`(?:["']${CREDENTIAL}["']\s{0,4}:\s{0,4}\{\s{0,4}["']${OPERATOR}["']\s{0,4}:\s{0,4}(?:null|["'][^"'\n]{0,24}["']|\[|-?\d|true|false|undefined)|\b${CREDENTIAL}(?:\[|%5b)(?:\$|%24)(?:ne|gt|gte|lt|lte|regex|nin|in|exists|not)(?:\]|%5d)(?:\[\d?\])?\s{0,2}=)`,
    verify(match) {
      // A real filter names the wanted values; the attack names one that nothing can equal.
      const broad =
        /\$(?:ne|nin|exists|not)|\$gte?["']\s{0,4}:\s{0,4}["']{2}|\$regex["']\s{0,4}:\s{0,4}["'](?:\^|\.|)[.*^]{0,3}|\[(?:\$)|%24|\$(?:gt|gte)["']\s{0,4}:\s{0,4}(?:null|undefined|-?\d|["'])/i.test(
          match[0],
        )
      return broad ? 1 : 0
    },
    flags: [
      '{"username": {"$ne": null}, "password": {"$ne": null}}',
      'user[$ne]=x&password[$regex]=.*',
      '{"password":{"$gt":""}}',
    ],
    ignores: [
      '{ age: { $gt: 18 } }',
      '{"price": {"$lt": 20}}',
      '{"email": {"$in": ["a@h.example"]}}',
      'filter[$limit]=5',
    ],
  },
  {
    ...shared,
    id: 'nosql-script-condition',
    severity: 'high',
    title: 'Script in a database query',
    anchors: [
      '$where',
      '%24where',
      '$function',
      '$accumulator',
      'mapreduce',
      "'||",
      "' ||",
      "';return",
      "'; return",
      "';while",
      "'; while",
      "';var",
      "'; var",
      "';let",
      "'; let",
      "';sleep",
      "'; sleep",
      "';db.",
      "'; db.",
      "' && this",
      "'&&this",
      '||1==1',
      '|| 1==1',
    ],
    before: 24,
    after: 120,
    find: rx`(?:["']?\$where["']?\s{0,4}[:=]\s{0,4}["']?\s{0,4}(?:function\s?\(\)\s?\{[^\n}]{0,80}(?:sleep|return\s{1,3}(?:true|1)|while|Date|this\.password)|(?:this\.)?\w{1,20}\s{0,3}(?:\.match\(|\[)|sleep\(|1\s?={1,3}\s?1|[^\n'\"]{0,40}\|\|\s{0,3}\d\s?={2}|true\b|(?:["'])?;)|'\s{0,3}(?:\|\||&&)\s{0,3}(?:this\.\w{1,24}\s{0,3}(?:[=!<>]{1,3}|\.match\()|'?1'?\s{0,3}={2,3}\s{0,3}'?1|true\s{0,3}(?:\|\||//|;)|sleep\(|\d\s{0,3}={2,3}\s{0,3}\d)|';\s{0,3}(?:return\s{1,3}(?:true|1\b|this)|(?:var|let)\s{1,3}\w{1,12}\s{0,3}=[^\n]{0,40}(?:Date|sleep|while)|while\s?\(|sleep\(\d|db\.\w{2,24}\.(?:drop|remove|insert|find|delete)))`,
    verify(match, text) {
      if (!match[0].startsWith("'")) return 1
      const back = text.slice(Math.max(0, match.index - 120), match.index + 1)
      return oddQuotes(back.slice(back.lastIndexOf('\n') + 1).replaceAll('"', ''))
    },
    flags: [
      '{"$where": "sleep(5000)"}',
      "x' || this.password.match(/.*/)//",
      "a'; return true; var b='",
      "' || 1==1//",
    ],
    ignores: [
      '{"$where": "adults"}',
      "a = b || 'x'",
      "mode !== 'a' && this.mode !== 'b'",
      'db.users.find({name: "ann"})',
      "name == 'x' || name == 'y'",
    ],
  },
  {
    ...shared,
    id: 'nosql-broken-string',
    severity: 'high',
    title: 'Quote that leaves a JSON value and adds an operator',
    anchors: ['$or', '$where', '$ne', '$gt', '$comment'],
    before: 40,
    after: 60,
    find: rx`(?:["'],\s{0,4}["']?\$(?:or|where|ne|gt|comment)["']?\s{0,4}:\s{0,4}(?:\[\s{0,4}\{\s{0,4}\}|["']?1\s?==?\s?1|\{\s{0,4}\}|["']{2})|\$or["']?\s{0,4}:\s{0,4}\[\s{0,4}\{\s{0,4}\}\s{0,4},|true,\s{0,4}\$where:\s{0,4}['"]1\s?==)`,
    flags: ["', $or: [ {}, { 'a':'a", '", "$where": "1==1'],
    ignores: ['{ $or: [{ a: 1 }, { b: 2 }] }', '["$set", {}]'],
  },
]
