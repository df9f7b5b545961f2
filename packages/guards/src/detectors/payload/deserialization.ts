import { rx } from '../rules/pattern-rule.ts'
import { base64Head } from './base64.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'deserialization', cwe: 'CWE-502' } as const

export const deserializationRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'deserialize-java',
    severity: 'high',
    title: 'Serialized Java object',
    anchors: ['ro0ab', 'aced0005', '\\xac\\xed', 'ac ed 00 05', '\u00ac\u00ed\0\u0005', 'h4siaaaaaaaa'],
    before: 4,
    after: 160,
    find: rx`(?:(?<![\w+/])rO0AB[XQNl3c][\w+/]{12,120}|(?<![0-9a-f])aced0005(?:73|75|77|74|78)[0-9a-f]{16,120}|\\xac\\xed\\x00\\x05(?:\\x[0-9a-f]{2}|[\w$]){4,60}|\bac ed 00 05 (?:73|75|77|74)(?: [0-9a-f]{2}){6,40}|\u00ac\u00ed\x00\x05[\s\S]{4,60})`,
    verify: (match) => !/^ro0ab/i.test(match[0]) || match[0].startsWith('rO0AB'),
    flags: [
      'rO0ABXNyABdqYXZhLnV0aWwuSGFzaE1hcA==',
      'aced00057372001a6a6176612e7574696c',
      '\\xac\\xed\\x00\\x05sr\\x00\\x11java',
    ],
    ignores: ['a Java stream starts with aced0005', 'rO0AB is the base64 of it', 'ro0abxnyabdqyxzhlnv0awwusgfzae1hcA'],
  },
  {
    ...shared,
    id: 'deserialize-java-gadget',
    severity: 'critical',
    title: 'Class that a Java parser must never build',
    anchors: [
      'jdbcrowsetimpl',
      'templatesimpl',
      'scriptenginemanager',
      'processbuilder',
      'dynamic-proxy',
      'eventhandler',
      'jndi',
      'bcel',
      'invokertransformer',
      'urlclassloader',
      'runtime',
    ],
    before: 80,
    after: 120,
    find: rx`(?:["']@(?:type|class)["']\s{0,3}:\s{0,3}["'](?:com\.sun\.|org\.apache\.|java\.lang\.(?:class|runtime|processbuilder)|javax?\.)[\w.$]{4,80}|!!(?:com\.sun\.rowset\.jdbcrowsetimpl|javax\.script\.scriptenginemanager|java\.net\.urlclassloader|org\.[\w.]{4,60}\.jndi\w{4,20})|<(?:object|void|java)\s[^>]{0,60}class\s{0,3}=\s{0,3}["']java\.(?:lang\.(?:processbuilder|runtime)|beans\.xmldecoder)|<java\.lang\.processbuilder|<dynamic-proxy>[\s\S]{0,120}(?:interface|eventhandler)|\$\$bcel\$\$[\w$]{8,60}|\[\s{0,3}["'](?:com\.sun\.rowset\.jdbcrowsetimpl|org\.[\w.]{4,60}\.jndi\w{4,20})["']\s{0,3},\s{0,3}\{)`,
    flags: [
      '{"@type":"com.sun.rowset.JdbcRowSetImpl","dataSourceName":"rmi://h/a"}',
      '!!javax.script.ScriptEngineManager [',
      '<object class="java.lang.ProcessBuilder">',
    ],
    ignores: [
      'new ProcessBuilder("ls").start()',
      'import javax.script.ScriptEngineManager;',
      '{"@type": "Person", "name": "runtime"}',
    ],
  },
  {
    ...shared,
    id: 'deserialize-php',
    severity: 'high',
    title: 'Serialized PHP object',
    anchors: ['o:', 'c:', 'o%3a', 'c%3a'].flatMap((mark) =>
      ['+', '%2b', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((next) => mark + next),
    ),
    before: 24,
    after: 120,
    find: rx`(?:^|[\s=;{"'\x60&(>:])(?:[OC](?::|%3a)\+?\d{1,3}(?::|%3a)(?:\\?"|%22|&quot;)[\w\\]{1,80}(?:\\?"|%22|&quot;)(?::|%3a)\+?\d{1,4}(?::|%3a)(?:\{|%7b))`,
    verify(match) {
      // The number is the length of the class name. It is wrong in an accidental match.
      const parts =
        /[OC](?::|%3a)\+?(\d{1,3})(?::|%3a)(?:\\?"|%22|&quot;)([\w\\]{1,80}?)(?:\\?"|%22|&quot;)(?::|%3a)/i.exec(
          match[0],
        )
      return parts === null ? 0 : Number(parts[1]) === (parts[2] ?? '').replaceAll('\\\\', '\\').length ? 1 : 0.5
    },
    flags: [
      'O:8:"stdClass":1:{s:1:"a";i:1;}',
      'data=O:4:"User":1:{s:4:"role";s:5:"admin";}',
      'O%3A4%3A%22User%22%3A1%3A%7B',
    ],
    ignores: ['a:2:{i:0;s:1:"a";i:1;s:1:"b";}', 'o: 3: "x"', 'C:\\Users\\ann'],
  },
  {
    ...shared,
    id: 'deserialize-pickle',
    severity: 'critical',
    title: 'Python pickle that calls a function',
    anchors: [
      'system',
      'popen',
      '__builtin__',
      'builtins',
      'subprocess',
      'gasv',
      'ganj',
      'gan9',
      'gaj',
      '\\x80\\x04',
      '\\x80\\x03',
      '\\x80\\x02',
      'ynvpbhrpbn',
      'y3bvc2l4',
      'y29zcn',
    ],
    before: 60,
    after: 400,
    find: rx`(?:(?:^|[\s"'\x60(])c(?:os|posix|nt|subprocess|__builtin__|builtins|commands|sys|importlib)(?:\n|\\n)(?:system|popen|call|check_output|run|eval|exec|execfile|getoutput|__import__|import_module|getattr|modules)(?:\n|\\n)|\\x80\\x0[2-5](?:\\x95[^\s]{0,40})?[^\s"']{0,80}(?:posix|nt|os|builtins|subprocess)[^\s"']{0,24}(?:system|popen|eval|exec|getattr)|(?<![\w+/])(?:gASV|gAN[jJ9]|gAJ[jJ])[\w+/]{20,360}|(?<![\w+/])(?:Y3Bvc2l4C|Y29zCnN|Y19fYnVpbHRpbl9f|Y2J1aWx0aW5z)[\w+/]{8,200})`,
    verify(match) {
      const blob = /^g(?:ASV|AN|AJ)[\w+/]+/.exec(match[0])
      if (blob === null) return !/^g(?:asv|an|aj)/i.test(match[0])
      const decoded = base64Head(blob[0])
      if (/posix|\bnt\b|subprocess|builtin|commands|importlib|runpy/.test(decoded)) return 1
      return /^\x80[\x02-\x05]/.test(decoded) && /[cR\x93\x81]/.test(decoded.slice(2)) ? 0.5 : 0
    },
    flags: [
      "cos\nsystem\n(S'id'\ntR.",
      'gASVHQAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAJpZJSFlFKULg==',
      '\\x80\\x04\\x95\\x1d\\x00posix\\x94\\x8c\\x06system',
    ],
    ignores: ['pickle.loads(data)', 'cosine\nsystem', 'import os\nos.system("ls")', 'gASV is how pickles begin'],
  },
  {
    ...shared,
    id: 'deserialize-yaml-tag',
    severity: 'critical',
    title: 'YAML tag that builds an object',
    anchors: [
      '!!python/',
      '!python/',
      '!ruby/',
      '!!ruby',
      'tag:yaml.org,2002:python',
      '!!js/function',
      '!!perl/',
      '!!java',
    ],
    before: 4,
    after: 80,
    find: rx`(?:!!?python\/(?:object(?:\/(?:apply|new))?|name|module)[:\s][\w.]{1,60}|tag:yaml\.org,2002:python\/(?:object|name|module)|!!?ruby\/(?:object|struct|hash|class|regexp):?[\w:]{2,60}|!!js\/function\b|!!perl\/(?:hash|code|ref):?\w{0,40})`,
    flags: ["!!python/object/apply:os.system ['id']", '!ruby/object:Gem::Installer', '!!js/function "function(){}"'],
    ignores: ['!!python/tuple [1, 2]', '!!str 123', '!Ref BucketName', '!python is fun'],
  },
  {
    ...shared,
    id: 'deserialize-node',
    severity: 'critical',
    title: 'Serialized JavaScript function',
    anchors: ['_$$nd_func$$_', '_$$nd_cc$$_', 'process.mainmodule', '__proto__'],
    before: 40,
    after: 140,
    find: rx`(?:_\$\$ND_(?:FUNC|CC)\$\$_|["'](?:\$\$__|__js_function|_js_function)["']\s{0,3}:\s{0,3}["']function)`,
    flags: ['{"a":"_$$ND_FUNC$$_function(){return 1}()"}', '_$$ND_FUNC$$_'],
    ignores: ['$$ND and other variables', 'function f() { return __proto__ }'],
  },
  {
    ...shared,
    id: 'deserialize-dotnet',
    severity: 'high',
    title: 'Serialized .NET object or a type name for one',
    anchors: [
      'aaeaaad/////',
      '0001000000ffffffff',
      '$type',
      '__type',
      'objectdataprovider',
      '/wep',
      'system.windows.data',
    ],
    before: 60,
    after: 200,
    find: rx`(?:(?<![\w+/])AAEAAAD\/{5}A[\w+/]{12,160}|\b0001000000ffffffff01[0-9a-f]{8,100}|["']\$type["']\s{0,3}:\s{0,3}["']System\.(?:Windows\.Data\.ObjectDataProvider|Diagnostics\.Process|Configuration\.Install|IO\.FileInfo|Management\.Automation|Security\.(?:Principal|Claims)|Web\.UI)[\w.,\s]{0,80}|<ObjectDataProvider\s[^>]{0,100}MethodName|["']__type["']\s{0,3}:\s{0,3}["']System\.(?:Windows|Diagnostics|Configuration)[\w.]{2,60})`,
    verify: (match) => !/^aaeaaad/i.test(match[0]) || match[0].startsWith('AAEAAAD'),
    flags: [
      'AAEAAAD/////AQAAAAAAAAAMAgAAAElTeXN0ZW0=',
      '{"$type":"System.Windows.Data.ObjectDataProvider, PresentationFramework"}',
      '<ObjectDataProvider x:Key="a" MethodName="Start">',
    ],
    ignores: ['{"$type": "MyApp.Models.Order, MyApp"}', '"$type": "System.String"', 'AAEAAAD is a prefix'],
  },
  {
    ...shared,
    id: 'deserialize-ruby-marshal',
    severity: 'high',
    title: 'Serialized Ruby object',
    anchors: ['\\x04\\bo:', '\\x04\\x08', 'bahvog', 'bahvo', 'bahb', 'bah7', '\u0004\bo:'],
    before: 4,
    after: 140,
    find: rx`(?:\\x04(?:\\b|\\x08)[oIU\[{]:?[\\\w:]{2,80}|\x04\x08[oU]:[\s\S]{2,60}|(?<![\w+/])BAh(?:vO|VO|bB)[\w+/]{16,120})`,
    verify: (match) =>
      !/^bah/i.test(match[0]) ||
      /(?:Gem|ActiveSupport|ERB|Installer|Requirement|Proxy|Kernel|instance|eval)/.test(base64Head(match[0])),
    flags: ['\\x04\\bo:\\x15Gem::Requirement', 'BAhvOhVHZW06OlJlcXVpcmVtZW50BjoMQGxpc3Q='],
    ignores: ['BAhamas and so on, a long holiday', 'Marshal.load(data)', '\\x04 is EOT'],
  },
]
