import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'
import type { Row } from './rows/row.ts'

const ROWS: readonly Row[] = [
  [
    'resource "aws_s3_bucket" $NAME { ... acl = "public-read" ... }',
    'resource "aws_s3_bucket" "a" {\n  tags = {}\n  acl = "public-read"\n  b = 1\n}\nresource "aws_s3_bucket" "b" {\n  acl = "private"\n}\n',
    ['resource "aws_s3_bucket" "a" {\n  tags = {}\n  acl = "public-read"\n  b = 1\n}'],
  ],
  // Bodies have no order.
  ['x { ... a = 1 ... b = 2 ... }', 'x {\n  b = 2\n  c = 3\n  a = 1\n}', ['x {\n  b = 2\n  c = 3\n  a = 1\n}']],
  ['x { a = 1 }', 'x {\n  a = 1\n}\ny {\n  a = 1\n}\nx {\n  a = 1\n  b = 2\n}', ['x {\n  a = 1\n}']],
  [
    'x { ... y { ... a = $V ... } ... }',
    'x {\n  y {\n    a = 1\n  }\n}\nx {\n  a = 1\n}',
    ['x {\n  y {\n    a = 1\n  }\n}'],
  ],
  ['x {}', 'x {\n}\nx {\n  a = 1\n}', ['x {\n}']],
  ['resource $TYPE "..." { ... }', 'resource "a" "b" {}\ndata "a" "b" {}', ['resource "a" "b" {}']],
  ['$X = ...', 'a = 1\nb {\n  c = [2]\n}', ['a = 1', 'c = [2]']],
  ['acl = "..."', 'acl = "a"\nacl = var.b\nacl = "${var.c}"', ['acl = "a"']],
  ['$X = var.$Y', 'a = var.b\nc = local.d', ['a = var.b']],
  ['var.$Y', 'a = [var.b, local.c]', ['var.b']],
  ['[..., "*", ...]', 'a = ["x", "*"]\nb = ["x"]', ['["x", "*"]']],
  [
    'jsonencode({..., Action = "*", ...})',
    'a = jsonencode({ Effect = "Allow", Action = "*" })',
    ['jsonencode({ Effect = "Allow", Action = "*" })'],
  ],
  ['{..., Action = $A, ...}', 'a = { "Action" : "x", B = 1 }\nb = { B = 1 }', ['{ "Action" : "x", B = 1 }']],
  ['$A ? $B : $C', 'a = x ? 1 : 2', ['x ? 1 : 2']],
  ['$A == "b"', 'a = x == "b"\nb = x != "b"', ['x == "b"']],
  ['file(...)', 'a = file("b")\nb = files("b")', ['file("b")']],
  ['$X = 0', 'a = 0\nb = 10', ['a = 0']],
  // A heredoc is a string as any other.
  ['a = "..."', 'a = <<EOT\nx\nEOT\n', ['a = <<EOT\nx\nEOT']],
]

describe('patterns of Terraform', () => {
  test.each(ROWS)('%j in %j', async (pattern, code, found) => {
    expect(await matches('tf', pattern, code)).toEqual(found.map((item) => item.replace(/\s+/g, ' ')))
  })

  test.each(['a = ', 'resource "a" {', '= 1', 'a = [1'])('%j is invalid', async (pattern) => {
    await expect(matches('tf', pattern, '')).rejects.toThrow(/Invalid \w+ in a pattern/)
  })
})
