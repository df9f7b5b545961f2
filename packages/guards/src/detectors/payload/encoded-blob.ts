import { base64Head } from './base64.ts'
import type { PayloadRule } from './categories.ts'
import { rx } from '../rules/pattern-rule.ts'

const shared = { category: 'encoded_blob', cwe: 'CWE-506' } as const

/** A run must not start inside another one, because long base64 texts would otherwise contain every signature. */
const START = String.raw`(?<![\w+/-])`
const RUN_AFTER_CHARS = 400

export const encodedBlobRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'blob-executable',
    severity: 'high',
    title: 'Base64 of a program',
    anchors: [
      'tvqq',
      'tvpq',
      'tvro',
      'tvoa',
      'tvpa',
      'tvqa',
      'tvpb',
      'tvor',
      'tvnn',
      'f0vmr',
      'z/rt/',
      '+u3+7',
      'zvrt/g',
      'yv66vg',
      'agfzbq',
      'bfx4bw',
      'zgv4cj',
    ],
    before: 4,
    after: RUN_AFTER_CHARS,
    find: rx`${START}(?:TV[opqrn][a-z0-9+/]{1}|f0VMR[gi]|z\/rt\/|[+/]u3\+7|zvrt\/g|yv66vg|AGFzbQE|ZGV4Cj)[\w+/]{32,360}`,
    verify(match) {
      const bytes = base64Head(match[0])
      if (bytes.startsWith('MZ')) return executableHeader(bytes)
      return /^(?:\x7fELF[\x01\x02][\x01\x02]\x01|\xcf\xfa\xed\xfe|\xfe\xed\xfa[\xce\xcf]|\xce\xfa\xed\xfe|\xca\xfe\xba\xbe\x00|\x00asm\x01|dex\n0)/.test(
        bytes,
      )
        ? 1
        : 0
    },
    flags: [
      'TVqQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'f0VMRgIBAQAAAAAAAAAAAAMAPgABAAAAoBIAAAAAAABAAAAAAAAAAA==',
    ],
    ignores: [
      'TVqQ is how programs begin',
      'tvqqAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    ],
  },
  {
    ...shared,
    id: 'blob-script',
    severity: 'high',
    title: 'Base64 of a script or of markup with script',
    anchors: [
      'iyev',
      'iyeg',
      'pd9wah',
      'pd89',
      'phnjcmlwd',
      'pcvad',
      'pcva',
      'pcfet0nuwv',
      'phn2z',
      'pgltzy',
      'psrjcmlwd',
    ],
    before: 4,
    after: RUN_AFTER_CHARS,
    find: rx`${START}(?:IyEv|IyEg|PD9waH|PD89|PHNjcmlwd|PHN2Z|PGltZy|PCVA)[\w+/]{16,360}`,
    verify(match) {
      const text = base64Head(match[0])
      if (/^#! ?\/(?:usr\/|bin\/|sbin\/)/.test(text)) return 1
      if (/^<\?(?:php|=)/i.test(text))
        return /eval|system|exec|passthru|\$_(?:GET|POST|REQUEST|COOKIE)|base64|assert/i.test(text) ? 1 : 0.6
      if (/^<script/i.test(text)) return 1
      return /^<(?:svg|img)[\s/]/i.test(text) && /\bon\w{3,20}\s?=|<script/i.test(text) ? 1 : 0
    },
    flags: [
      'IyEvYmluL3NoCmN1cmwgaHR0cDovL2guZXhhbXBsZS94',
      'PD9waHAgc3lzdGVtKCRfR0VUWydjJ10pOyA/Pg==',
      'PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    ],
    ignores: [
      'IyEv is a shebang',
      'IyMgVGl0bGUKCkhlbGxvIHdvcmxkLCB0aGlz',
      'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjwvc3ZnPg==',
    ],
  },
  {
    ...shared,
    id: 'blob-archive',
    severity: 'medium',
    title: 'Base64 of an archive or of an office file',
    anchors: [
      'uesdb',
      'h4si',
      'n3q8r',
      'umfyi',
      'qlpoo',
      '/td6w',
      'klua/',
      'klUv',
      '0m8r4kgx',
      'tvndr',
      'e1xyd',
      'aqab',
    ],
    before: 4,
    after: RUN_AFTER_CHARS,
    find: rx`${START}(?:UEsDB[AB]|H4sI[\w+/]{2}|N3q8ry|UmFyIR|QlpoO|\/Td6W|KLUv\/|0M8R4KGx|TVNDRg|e1xydG)[\w+/]{48,360}`,
    verify(match) {
      const bytes = base64Head(match[0])
      return /^(?:PK\x03\x04[\s\S]\x00|\x1f\x8b\x08[\x00-\x1f]|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|BZh[1-9]1AY|\xfd7zXZ|\x28\xb5\x2f\xfd|\xd0\xcf\x11\xe0\xa1\xb1|MSCF\x00|\{\\rtf1)/.test(
        bytes,
      )
        ? 1
        : 0
    },
    flags: [
      'UEsDBBQAAAAIAAAAIQAAAAAAAAAAAAAAAAAJAAAAYS90ZXh0LnR4dEvLz1dISiwCAFBLAQIUABQ',
      'H4sIAAAAAAAAA0tMSk4BAMJBJDUDAAAAH4sIAAAAAAAAA0tMSk4BAMJBJDUDAAAA',
    ],
    ignores: ['UEsDB marks a zip', 'H4sI', 'H4sIthisisnotreallyanarchiveatallbutaverylongwordwithoutaspaceinit'],
  },
  {
    ...shared,
    id: 'blob-hex',
    severity: 'high',
    title: 'Hex or escaped bytes of a program, a script or an archive',
    anchors: [
      '4d5a',
      '7f454c46',
      '504b0304',
      '1f8b08',
      'cafebabe',
      'd0cf11e0',
      '23212f',
      '3c3f706870',
      '3c736372697074',
      '377abcaf',
      '52617221',
      '\\x4d\\x5a',
      '\\x7f\\x45\\x4c\\x46',
      '\\x7felf',
      '\\x50\\x4b\\x03',
      '\\x23\\x21\\x2f',
      '0x4d,',
      '0x7f,',
      '7f 45 4c 46',
      '4d 5a 90',
    ],
    before: 4,
    after: RUN_AFTER_CHARS,
    find: rx`(?:(?<![0-9a-f])(?:0x)?(?:4d5a[0-9a-f]{4}|7f454c460[12]0[12]01|504b0304[0-9a-f]{2}00|1f8b0800|cafebabe0000|d0cf11e0a1b1|23212f(?:62|75)|3c3f706870|3c736372697074|377abcaf271c|526172211a07)[0-9a-f]{40,320}|(?:\\x4d\\x5a|\\x7f\\x45\\x4c\\x46|\\x7fELF|\\x50\\x4b\\x03\\x04|\\x23\\x21\\x2f\\x62)(?:\\x[0-9a-f]{2}|[\w]){16,90}|(?:0x4d,\s?0x5a|0x7f,\s?0x45,\s?0x4c,\s?0x46)(?:,\s?0x[0-9a-f]{1,2}){16,60}|(?:7f 45 4c 46|4d 5a 90 00)(?: [0-9a-f]{2}){24,90})`,
    verify: (match) => (/^(?:0x)?(?:504b0304|1f8b08|d0cf11e0|377abcaf|52617221)/i.test(match[0]) ? 0.5 : 1),
    flags: [
      '7f454c4602010100000000000000000003003e0001000000a0120000000000004000',
      '4d5a90000300000004000000ffff0000b800000000000000400000000000000000',
      '\\x7f\\x45\\x4c\\x46\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03\\x00\\x3e\\x00\\x01',
    ],
    ignores: ['the magic bytes are 7f454c46', 'commit 4d5a9f2b7c', 'sha256:4d5ac0ffee12', '0xcafebabe'],
  },
  {
    ...shared,
    id: 'blob-data-address',
    severity: 'medium',
    title: 'Data address of a program or an archive',
    anchors: ['data:application/', 'data:text/x-', 'data:text/javascript', 'data:application/javascript'],
    before: 2,
    after: 160,
    find: rx`data:(?:application\/(?:x-(?:msdownload|executable|sh|shockwave-flash|msdos-program|elf|mach-binary|bat|php|httpd-php|java-\w{2,12}|dosexec)|octet-stream|zip|java-archive|vnd\.microsoft\.portable-executable|hta|javascript|x-javascript|vnd\.ms-\w{2,16}\.macroenabled[\w.]{0,8})|text\/(?:javascript|x-(?:sh|shellscript|python|php)))[^,\n]{0,40},[\w+/%=]{8,100}`,
    verify: (match) => (/octet-stream|javascript|\/zip/i.test(match[0]) ? 0.5 : 1),
    flags: ['data:application/x-msdownload;base64,TVqQAAMAAAAE', 'data:text/javascript,alert%281%29'],
    ignores: [
      'data:application/json;base64,eyJhIjoxfQ==',
      'data:application/pdf;base64,JVBERi0xLjQ=',
      'data:application/font-woff;base64,d09GRg==',
    ],
  },
]

/** Checks that a DOS header has a plausible page count and, if it is long enough, an offset to the real header. */
function executableHeader(bytes: string): number {
  if (bytes.length < 40) return /^MZ[\s\S]{2}[\s\S]\0/.test(bytes) ? 0.8 : 0
  const zeros = bytes.slice(2, 60).split('\0').length - 1
  return zeros >= 12 ? 1 : 0
}
