import { describe, expect, test } from 'vitest'
import { FUNCTION_NAMES } from '../../src/terraform/functions/all.ts'
import { renderTerraform } from '../../src/terraform/terraform.ts'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

/** An expression and its rendered form. */
const ROWS: readonly (readonly [string, string])[] = [
  ['abs(-3)', '3'],
  ['abspath("a")', '"a"'],
  ['alltrue([true, false])', 'false'],
  ['anytrue([true, false])', 'true'],
  ['base64decode("YQ==")', '"a"'],
  ['base64encode("a")', '"YQ=="'],
  ['base64sha256("a")', '"ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="'],
  ['base64sha512("")', '"z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="'],
  ['basename("a/b.c")', '"b.c"'],
  ['can(1 / 0)', 'false'],
  ['can(1)', 'true'],
  ['ceil(1.2)', '2'],
  ['chomp("a\\n\\n")', '"a"'],
  ['chunklist(["a", "b", "c"], 2)', '[["a", "b"], ["c"]]'],
  ['cidrhost("10.1.0.0/16", 5)', '"10.1.0.5"'],
  ['cidrhost("10.1.0.0/24", -1)', '"10.1.0.255"'],
  ['cidrnetmask("10.0.0.0/12")', '"255.240.0.0"'],
  ['cidrsubnet("10.0.0.0/8", 8, 2)', '"10.2.0.0/16"'],
  ['cidrsubnets("10.0.0.0/8", 8, 8)', '["10.0.0.0/16", "10.1.0.0/16"]'],
  ['coalesce("", null, "a")', '"a"'],
  ['coalescelist([], ["a"])', '["a"]'],
  ['compact(["a", "", null])', '["a"]'],
  ['concat(["a"], ["b"])', '["a", "b"]'],
  ['contains(["a"], "a")', 'true'],
  ['csvdecode("a,b\\n1,\\"x y\\"")[0].b', '"x y"'],
  ['dirname("a/b.c")', '"a"'],
  ['distinct(["a", "b", "a"])', '["a", "b"]'],
  ['element(["a", "b"], 3)', '"b"'],
  ['endswith("ab", "b")', 'true'],
  ['file("./x.txt")', '"text"'],
  ['filebase64("x.txt")', '"dGV4dA=="'],
  ['fileexists("x.txt")', 'true'],
  ['filemd5("x.txt")', '"1cb251ec0d568de6a929b520c4aed8d1"'],
  ['filesha256("x.txt")', '"982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1"'],
  ['flatten([["a"], [["b"]]])', '["a", "b"]'],
  ['floor(1.8)', '1'],
  ['format("%s-%03d-%q%%", "a", 7, "b")', '"a-007-\\"b\\"%"'],
  ['format("%s-x", aws_a.b.id)', '"${aws_a.b.id}-x"'],
  ['formatlist("%s!", ["a", "b"])', '["a!", "b!"]'],
  ['indent(2, "a\\nb")', '"a\\n  b"'],
  ['index(["a", "b"], "b")', '1'],
  ['join("-", ["a", aws_a.b.id])', '"a-${aws_a.b.id}"'],
  ['jsondecode("{\\"a\\": [1, null]}").a[0]', '1'],
  ['keys({ b = 1, a = 2 })', '["a", "b"]'],
  ['length("añ")', '2'],
  ['length({ a = 1 })', '1'],
  ['log(8, 2)', '3'],
  ['lookup({ a = 1 }, "b", 2)', '2'],
  ['lower("A")', '"a"'],
  ['map("a", 1).a', '1'],
  ['matchkeys(["a", "b"], [1, 2], [2])', '["b"]'],
  ['max(1, 3, 2)', '3'],
  ['md5("a")', '"0cc175b9c0f1b6a831c399e269772661"'],
  ['merge({ a = 1 }, { a = 2 }).a', '2'],
  ['min([3, 1]...)', '1'],
  ['one(["a"])', '"a"'],
  ['parseint("ff", 16)', '255'],
  ['pow(2, 5)', '32'],
  ['range(1, 7, 3)', '[1, 4]'],
  ['range(2)', '[0, 1]'],
  ['regex("b+", "abbc")', '"bb"'],
  ['regex("(a)(b)", "xab")', '["a", "b"]'],
  ['regexall("[ab]", "axb")', '["a", "b"]'],
  ['replace("a.b", ".", "-")', '"a-b"'],
  ['replace("a12", "/[0-9]+/", "x")', '"ax"'],
  ['reverse(["a", "b"])', '["b", "a"]'],
  ['setintersection(["a", "b"], ["b"])', '["b"]'],
  ['setproduct(["a"], ["b", "c"])', '[["a", "b"], ["a", "c"]]'],
  ['setsubtract(["a", "b"], ["b"])', '["a"]'],
  ['setunion(["a"], ["a", "b"])', '["a", "b"]'],
  ['sha1("a")', '"86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"'],
  ['signum(-2)', '-1'],
  ['slice(["a", "b", "c"], 1, 2)', '["b"]'],
  ['sort(["b", "a"])', '["a", "b"]'],
  ['split(",", "a,b")', '["a", "b"]'],
  ['startswith("ab", "a")', 'true'],
  ['strcontains("abc", "b")', 'true'],
  ['strrev("abc")', '"cba"'],
  ['substr("hello", 1, 3)', '"ell"'],
  ['substr("hello", -2, -1)', '"lo"'],
  ['sum([1, 2])', '3'],
  ['templatefile("t.tpl", { n = "a", l = [1, 2] })', '"a:12"'],
  ['title("a b")', '"A B"'],
  ['tobool("true")', 'true'],
  ['tonumber("1.5")', '1.5'],
  ['tostring(1)', '"1"'],
  ['toset(["b", "b"])', '["b"]'],
  ['transpose({ a = ["x"] }).x', '["a"]'],
  ['trim("-a-", "-")', '"a"'],
  ['trimprefix("ab", "a")', '"b"'],
  ['trimspace(" a ")', '"a"'],
  ['trimsuffix("ab", "b")', '"a"'],
  ['try({ a = 1 }.b, "c")', '"c"'],
  ['upper("a")', '"A"'],
  ['urlencode("a b&")', '"a+b%26"'],
  ['values({ b = 1, a = 2 })', '[2, 1]'],
  ['yamldecode("a: [1]").a[0]', '1'],
  ['zipmap(["a"], [1]).a', '1'],
  ['timestamp()', 'timestamp()'],
  ['sha256(aws_a.b.id)', 'sha256(aws_a.b.id)'],
  // Expressions that Terraform rejects stay as written.
  ['element([], 0)', 'element([], 0)'],
  ['cidrsubnet("x", 1, 1)', 'cidrsubnet("x", 1, 1)'],
  ['range(100000)', 'range(100000)'],
]

const FILES = { 'x.txt': 'text', 't.tpl': '${n}:%{ for x in l }${x}%{ endfor }' }

test.each(ROWS)('%s is %s', async (expression, wanted) => {
  const tree = treeOf({ 'main.tf': `output "o" {\n  value = ${expression}\n}\n`, ...FILES })
  const [rendered] = await renderTerraform(tree)
  expect(rendered?.text).toBe(`output "o" {\n  value = ${wanted}\n}\n`)
})

describe('functions', () => {
  test('that are supported are tested here', () => {
    const tried = new Set(ROWS.flatMap(([expression]) => expression.match(/^\w+/) ?? []))
    const others = new Set([
      'ephemeralasnull',
      'issensitive',
      'jsonencode',
      'list',
      'nonsensitive',
      'pathexpand',
      'sensitive',
      'sha256',
      'sha512',
      'templatestring',
      'textencodebase64',
      'tolist',
      'tomap',
      'urldecode',
      'yamlencode',
    ])
    expect(FUNCTION_NAMES.filter((name) => !tried.has(name) && !others.has(name))).toEqual([])
  })

  test('read no file outside of the tree', async () => {
    const tree = treeOf({
      'a/main.tf': 'output "o" {\n  value = [file("../../etc/passwd"), file("/etc/passwd"), file("../x.txt")]\n}\n',
      ...FILES,
    })
    const [rendered] = await renderTerraform(tree)
    expect(rendered?.text).toContain('[file("../../etc/passwd"), file("/etc/passwd"), "text"]')
  })
})
