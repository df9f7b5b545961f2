import { describe, expect, test } from 'vitest'
import { createIacScanner } from '../../src/index.ts'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import type { Rendered } from '../../src/rendered.ts'
import { renderTerraform } from '../../src/terraform/terraform.ts'

async function render(files: Readonly<Record<string, string>>): Promise<readonly Rendered[]> {
  return renderTerraform(treeOf(files))
}

/** Returns the rendered form of one file, without its header. */
async function textOf(text: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const [rendered] = await render({ 'main.tf': text, ...more })
  return rendered!.text
}

const details = (all: readonly Rendered[]): readonly string[] =>
  all.flatMap(({ gaps }) => gaps.map(({ detail }) => detail))

describe('values', () => {
  test('of variables use defaults, then terraform.tfvars, then other files in name order', async () => {
    const files = {
      'terraform.tfvars': 'b = "file"\nc = "file"\n',
      'z.auto.tfvars': 'c = "auto"\n',
      'a.auto.tfvars.json': '{"c": "json", "d": ["x"]}',
      'other.tfvars': 'a = "other"\n',
    }
    const text = await textOf(
      ['a', 'b', 'c', 'd'].map((name) => `variable "${name}" {\n  default = "${name}"\n}\n`).join('') +
        'output "o" {\n  value = [var.a, var.b, var.c, var.d, var.e]\n}\n',
      files,
    )
    expect(text).toContain('value = ["a", "file", "auto", ["x"], var.e]')
  })

  test('use the defaults of optional attributes', async () => {
    const text = await textOf(`variable "rules" {
  type    = list(object({ port = optional(number, 22), cidr = string }))
  default = [{ cidr = "a" }]
}
output "o" { value = var.rules[0].port }
`)
    expect(text).toContain('value = 22')
  })

  test('that need themselves stay unknown', async () => {
    expect(await textOf('locals {\n  a = local.b\n  b = [local.a]\n}\noutput "o" { value = local.a }\n')).toContain(
      'value = local.b',
    )
  })

  test('equal to null are omitted', async () => {
    expect(await textOf('resource "a" "b" {\n  c = null\n  d = false ? 1 : null\n  e = 1\n}\n')).toBe(
      'resource "a" "b" {\n  e = 1\n}\n',
    )
  })

  test('that depend on unknown values stay as expressions', async () => {
    const text = await textOf(
      'resource "a" "b" {\n  c = var.x ? 1 : 2\n  d = "x-${a.c.id}"\n  e = a.c[*].id\n  f = -var.x\n}\n',
    )
    expect(text).toContain('c = var.x ? 1 : 2')
    expect(text).toContain('d = "x-${a.c.id}"')
    expect(text).toContain('e = a.c[*].id')
    expect(text).toContain('f = -var.x')
  })
})

describe('blocks', () => {
  test('are repeated by count', async () => {
    const text = await textOf(
      'resource "a" "b" {\n  count = 2\n  c = "n${count.index}"\n}\nresource "a" "none" {\n  count = 0\n}\n',
    )
    expect(text).toBe('resource "a" "b" {\n  c = "n0"\n}\nresource "a" "b" {\n  c = "n1"\n}\n')
  })

  test('are repeated by for_each over a map or set, and once for an unknown value', async () => {
    const text = await textOf(`resource "a" "m" {
  for_each = { y = 1, x = 2 }
  c        = "\${each.key}\${each.value}"
}
resource "a" "s" {
  for_each = toset(["q"])
  c        = each.value
}
resource "a" "u" {
  for_each = var.u
  c        = each.value.d
}
`)
    expect(text.match(/c = .+/g)).toEqual(['c = "x2"', 'c = "y1"', 'c = "q"', 'c = each.value.d'])
  })

  test('of type dynamic are expanded for each element', async () => {
    const text = await textOf(`resource "a" "b" {
  dynamic "rule" {
    for_each = [22, 80]
    iterator = it
    content {
      port = it.value
      dynamic "inner" {
        for_each = it.value == 22 ? ["x"] : []
        content {
          name = inner.value
        }
      }
    }
  }
}
`)
    expect(text.replace(/\s+/g, ' ')).toBe(
      'resource "a" "b" { rule { port = 22 inner { name = "x" } } rule { port = 80 } } ',
    )
  })

  test('above the limit are reported', async () => {
    const rendered = await render({ 'main.tf': 'resource "a" "b" {\n  count = 1000\n}\n' })
    expect(details(rendered)).toEqual(['count creates 1000 instances; only the first 200 were read.'])
  })
})

describe('policies', () => {
  test('are seen as objects, however they are written', async () => {
    const text = await textOf(`data "aws_iam_policy_document" "d" {
  statement {
    actions   = ["s3:*"]
    resources = [aws_s3_bucket.b.arn, "\${aws_s3_bucket.b.arn}/*"]
    principals {
      type        = "AWS"
      identifiers = ["*"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["true"]
    }
  }
}
resource "p" "document" { policy = data.aws_iam_policy_document.d.json }
resource "p" "heredoc" {
  policy = <<-EOT
    {"Statement": {"Effect": "Allow", "Resource": "\${aws_s3_bucket.b.arn}/*", "Action": "*"}}
  EOT
}
resource "p" "object" { policy = jsonencode({ "Statement" : [{ Action = var.x }] }) }
`)
    const policies = text.replace(/\s+/g, ' ').match(/policy = jsonencode\(.*?\}\)/g)
    expect(policies).toEqual([
      'policy = jsonencode({ Version = "2012-10-17" Statement = [ { Effect = "Allow" Action = "s3:*" Resource = [aws_s3_bucket.b.arn, "${aws_s3_bucket.b.arn}/*"] Principal = { AWS = "*" } Condition = { Bool = { "aws:SecureTransport" = "true" } } }, ] })',
      'policy = jsonencode({ Statement = { Effect = "Allow" Resource = "${aws_s3_bucket.b.arn}/*" Action = "*" } })',
      'policy = jsonencode({ Statement = [ { Action = var.x }, ] })',
    ])
  })
})

describe('modules', () => {
  const BUCKET =
    'variable "acl" {\n  default = "private"\n}\nresource "aws_s3_bucket" "b" {\n  acl = var.acl\n}\noutput "id" {\n  value = aws_s3_bucket.b.id\n}\n'

  test('are evaluated through their callers', async () => {
    const rendered = await render({
      'main.tf':
        'module "m" {\n  source   = "./bucket"\n  for_each = toset(["x"])\n  acl      = "public-read"\n}\noutput "o" {\n  value = module.m["x"].id\n}\n',
      'bucket/main.tf': BUCKET,
    })
    expect(rendered).toHaveLength(1)
    expect(rendered[0]!.text).toContain('acl = "public-read"')
    expect(rendered[0]!.text).not.toContain('acl = "private"')
    expect(rendered[0]!.text).toContain('value = aws_s3_bucket.b.id')
  })

  test('without callers are evaluated separately', async () => {
    const rendered = await render({ 'a/main.tf': BUCKET, 'b/main.tf': 'output "x" {\n  value = 1\n}\n' })
    expect(rendered.map(({ path }) => path)).toEqual(['a/main.tf', 'b/main.tf'])
    expect(rendered[0]!.text).toContain('acl = "private"')
  })

  test('in other folders are evaluated only at their calls', async () => {
    const rendered = await render({
      'main.tf': 'module "m" {\n  source = "./vendor/a"\n  acl    = "x"\n}\n',
      'vendor/a/main.tf': BUCKET,
      'vendor/b/main.tf': BUCKET,
      '.terraform/modules/c/main.tf': BUCKET,
    })
    expect(rendered.map(({ path }) => path)).toEqual(['main.tf'])
    expect(rendered[0]!.text).toContain('acl = "x"')
  })

  test('that call each other in a cycle terminate and are reported', async () => {
    const rendered = await render({
      'a/main.tf': 'module "b" {\n  source = "../b"\n}\n',
      'b/main.tf': 'module "a" {\n  source = "../a"\n}\nresource "x" "y" {}\n',
    })
    expect(details(rendered).join()).toContain('more than 16 levels deep')
    expect(rendered[0]!.text).toContain('resource "x" "y"')
  })

  test('from remote sources are reported once', async () => {
    const rendered = await render({
      'main.tf':
        'module "v" {\n  source = "acme/vpc/aws"\n}\nmodule "up" {\n  source = "../../up"\n}\noutput "o" {\n  value = [module.v.id, module.v.id]\n}\n',
    })
    expect(details(rendered)).toHaveLength(2)
    expect(rendered[0]!.text).toContain('value = [module.v.id, module.v.id]')
  })
})

test('JSON configuration is equivalent', async () => {
  const json = {
    resource: { aws_s3_bucket: { b: { acl: '${var.acl}', tags: { a: 'b' }, versioning: [{ enabled: false }] } } },
    variable: { acl: { default: 'public-read' } },
  }
  const [rendered] = await render({ 'main.tf.json': JSON.stringify(json) })
  expect(rendered!.text.replace(/\s+/g, ' ')).toBe(
    'resource "aws_s3_bucket" "b" { acl = "public-read" tags = { a = "b" } versioning { enabled = false } } variable "acl" { default = "public-read" } ',
  )
})

test('unreadable input is reported, and the rest is evaluated', async () => {
  const rendered = await render({ 'main.tf': 'resource "a" "b" {\n  c = = 1\n  d = 2\n}\n' })
  expect(rendered[0]!.text).toContain('d = 2')
  expect(details(rendered)).toEqual(['Line 2 could not be parsed and was not evaluated.'])
})

test('findings are reported at their source location, and comments there apply', async () => {
  const tree = treeOf({
    'main.tf':
      'module "a" {\n  source = "./m"\n  acl    = "public-read"\n}\nmodule "b" {\n  source = "./m"\n  acl    = "public-read"\n}\n',
    'm/main.tf':
      'variable "acl" {}\nresource "aws_s3_bucket" "b" {\n  acl = var.acl\n}\nresource "aws_s3_bucket" "c" {\n  # nosemgrep: terraform-aws-s3-public-acl\n  acl = var.acl\n}\n',
  })
  const { observations, gaps } = await runScan({
    tree,
    scanners: [createIacScanner({ rules: { own: true, files: [] } })],
  })
  expect(gaps).toEqual([])
  expect(observations.map(({ ruleId, filePath, startLine }) => `${ruleId} ${filePath}:${startLine}`)).toEqual([
    'iac/terraform-aws-s3-public-acl m/main.tf:3',
  ])
})
