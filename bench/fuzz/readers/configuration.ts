import { Failure } from '@gatehouse/kernel'
import { TemplateProblem } from '../../../packages/iac/src/helm/template/node.ts'
import { parseTemplate } from '../../../packages/iac/src/helm/template/parse.ts'
import { readObjects } from '../../../packages/iac/src/kustomize/node.ts'
import { readPlacedJson } from '../../../packages/iac/src/terraform/json-reader.ts'
import { loadRules } from '../../../packages/sast/src/rules/load.ts'
import { parseHcl } from '../../../packages/sast/src/tree/hcl/parse.ts'
import type { FuzzReader } from '../reader.ts'

const HCL = `# Storage of invoices.
variable "names" { default = ["a", "b"] }
locals {
  tags = { for name in var.names : name => upper("\${name}-\${terraform.workspace}") if name != "c" }
}
resource "aws_s3_bucket" "invoices" {
  bucket = "invoices-\${var.names[0]}"
  acl    = var.is_public ? "public-read" : "private"
  dynamic "cors_rule" {
    for_each = local.tags
    content { allowed_origins = [cors_rule.value] }
  }
  policy = <<-JSON
    {"Statement": [{"Effect": "Allow", "Principal": "*", "Action": "s3:\${local.action}"}]}
  JSON
}
`

const HELM = `{{- define "shop.labels" -}}
app: {{ .Chart.Name | quote }}
{{- end }}
spec:
  {{- with .Values.security }}
  runAsUser: {{ default 1000 .user | int }}
  {{- else }}
  runAsUser: {{ printf "%d-%s" 0 (index $.Values.list 1) }}
  {{- end }}
  {{- range $key, $value := .Values.env }}
  - { name: {{ $key }}, value: {{ tpl $value $ | trunc 63 | nindent 4 }} }
  {{- end }}
  {{ include "shop.labels" . }} {{/* a comment */}}
`

const KUBERNETES = `apiVersion: v1
kind: Pod
metadata: &about { name: shop, labels: { "app": 'shop' } }
spec:
  containers:
    - name: web
      image: example/shop:1.4
      args: ["-c", |-
        exec web
      ]
      securityContext: { privileged: true, <<: *about }
---
kind: List
items: []
`

const TERRAFORM_JSON = `{"resource": {"aws_db_instance": {"main": [{"publicly_accessible": true, "port": 5.432e3,
  "tags": {"na\\u006de": "a\\"b", "empty": null}}]}}, "locals": [[], {}, -1]}`

const RULES = `rules:
  - id: shell-of-request
    languages: [python]
    severity: ERROR
    message: OS command injection
    patterns:
      - pattern-either: [pattern: "os.system($X)", pattern: "subprocess.run($X, shell=True, ...)"]
      - pattern-not: os.system("...")
      - metavariable-regex: { metavariable: $X, regex: ^req(uest)?\\. }
      - focus-metavariable: $X
    metadata: { cwe: "CWE-78", confidence: HIGH }
  - id: flow
    mode: taint
    languages: [js]
    severity: WARNING
    message: Open redirect
    pattern-sources: [pattern: req.query.$A]
    pattern-sinks: [pattern: "res.redirect(...)"]
`

/** Creates a reader of one text. The output is the number of parsed parts. */
function reader(name: string, sample: string, read: (text: string) => number): FuzzReader {
  return {
    name,
    samples: () => [Buffer.from(sample)],
    // No expansion: the output is limited by the number of input characters and the node limit.
    outputMax: 400_000,
    read: (bytes) => read(Buffer.from(bytes).toString('utf8')),
  }
}

function countNodes({ children }: ReturnType<typeof parseHcl>): number {
  return children.reduce((total, child) => total + countNodes(child), 1)
}

/** Readers of infrastructure files and of rules. */
export const CONFIGURATION_READERS: readonly FuzzReader[] = [
  reader('hcl', HCL, (text) => countNodes(parseHcl(text))),
  reader('helm-template', HELM, (text) => {
    try {
      return parseTemplate('template.yaml', text).body.length
    } catch (error) {
      if (error instanceof TemplateProblem) throw new Failure('invalid_request', error.message)
      throw error
    }
  }),
  reader('kubernetes', KUBERNETES, (text) => readObjects('pod.yaml', text)?.length ?? 0),
  reader('terraform-json', TERRAFORM_JSON, (text) => (readPlacedJson(text) === undefined ? 0 : 1)),
  reader('rules', RULES, (text) => loadRules([{ path: 'rules.yaml', text }]).rules.length),
]
