{{- define "gatehouse.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "gatehouse.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "gatehouse.labels" -}}
{{ include "gatehouse.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "gatehouse.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{/* The ports of the services; the container listens on them whatever the settings say. */}}
{{- define "gatehouse.ports" -}}
guard: 4000
appsec: 4100
redteam: 4200
console: 4300
{{- end -}}

{{/* What the Restricted level of the Pod Security Standards asks of a pod and of a container, and a root that nobody writes. */}}
{{- define "gatehouse.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "gatehouse.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 10001
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* Settings in the open, and the ports that the probes and the Services count on. Secrets come as a file: see mounts. */}}
{{- define "gatehouse.env" -}}
- name: GATEHOUSE_CONFIG
  value: /etc/gatehouse/gatehouse.yaml
- name: GATEHOUSE_HOST
  value: 0.0.0.0
- name: GATEHOUSE_DATA_DIR
  value: /var/lib/gatehouse
{{- range $service, $port := include "gatehouse.ports" . | fromYaml }}
- name: {{ upper $service }}_PORT
  value: {{ $port | toString | quote }}
{{- end }}
{{- if ne .Values.mode "together" }}
{{- range $service := list "guard" "appsec" "redteam" }}
- name: CONSOLE_{{ upper $service }}_URL
  value: {{ printf "http://%s-%s:%d" (include "gatehouse.fullname" $) $service (index (include "gatehouse.ports" $ | fromYaml) $service | int) | quote }}
{{- end }}
{{- end }}
{{- if and .Values.ingress.enabled .Values.ingress.hosts.guard (not (hasKey (default dict .Values.settings) "GATEHOUSE_ALLOWED_HOSTS")) }}
- name: GATEHOUSE_ALLOWED_HOSTS
  value: {{ .Values.ingress.hosts.guard | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "gatehouse.mounts" -}}
- name: data
  mountPath: /var/lib/gatehouse
- name: tmp
  mountPath: /tmp
- name: settings
  mountPath: /etc/gatehouse
  readOnly: true
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* What every pod mounts beside its data. */}}
{{- define "gatehouse.volumes" -}}
- name: tmp
  emptyDir: {}
- name: settings
  secret:
    secretName: {{ .Values.existingSecret }}
    # Of the group of the pod, and for nobody else.
    defaultMode: 288 # 0440
    items:
      - {key: gatehouse.yaml, path: gatehouse.yaml}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The names of the services that run, with commas. */}}
{{- define "gatehouse.enabled" -}}
{{- $names := list -}}
{{- range $name, $service := .Values.services -}}
{{- if or $service.enabled (eq $.Values.mode "together") -}}
{{- $names = append $names $name -}}
{{- end -}}
{{- end -}}
{{- join "," $names -}}
{{- end -}}
