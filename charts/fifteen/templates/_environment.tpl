{{/*
Returns whether a variable is in the existing Secret: all variables are, if there is one, except the addresses of
bundled servers, which the chart knows.
*/}}
{{- define "fifteen.given" -}}
{{- $values := .root.Values -}}
{{- $bundled := list -}}
{{- if $values.postgres.bundled.enabled }}{{ $bundled = concat $bundled (list "POSTGRES_URL" "POSTGRES_OWNER_URL") }}{{ end -}}
{{- if $values.redis.bundled.enabled }}{{ $bundled = append $bundled "REDIS_URL" }}{{ end -}}
{{- if $values.nats.bundled.enabled }}{{ $bundled = append $bundled "NATS_URL" }}{{ end -}}
{{- if $values.mail.bundled.enabled }}{{ $bundled = append $bundled "SMTP_URL" }}{{ end -}}
{{- if and .service.existingSecret (not (has .variable $bundled)) }}yes{{ end -}}
{{- end }}

{{- define "fifteen.secretVariable" -}}
{{- $name := ternary .service.existingSecret (include "fifteen.madeSecretName" .) (eq (include "fifteen.given" .) "yes") -}}
- name: {{ .variable }}
  valueFrom: { secretKeyRef: { name: {{ $name }}, key: {{ .variable }} } }
{{- end }}

{{/* Addresses of upstreams. The name of a headless service resolves to all its replicas. */}}
{{- define "fifteen.addresses" -}}
{{- range .upstreams }}
- name: {{ upper . }}_ADDR
  value: dns:///{{ include "fifteen.fullname" $.root }}-{{ . }}:{{ include "fifteen.port" (dict "root" $.root "name" "grpc") }}
{{- end }}
{{- end }}

{{/*
The resource of a container's traces. The kubelet fills in the pod; the instance id has the form that the semantic
conventions give it on Kubernetes.
*/}}
{{- define "fifteen.resourceAttributes" -}}
{{- $instance := printf "$(POD_NAMESPACE).$(POD_NAME).%s" .container -}}
{{- $pod := dict "k8s.namespace.name" "$(POD_NAMESPACE)" "k8s.pod.name" "$(POD_NAME)" "service.instance.id" $instance -}}
{{- $pairs := list -}}
{{- range $name, $value := merge (dict) .resourceAttributes $pod -}}
{{- $pairs = append $pairs (printf "%s=%s" $name $value) -}}
{{- end -}}
{{- join "," $pairs -}}
{{- end }}

{{/* The environment of a service. */}}
{{- define "fifteen.environment" -}}
{{- $values := .root.Values -}}
- name: LOG_LEVEL
  value: {{ $values.logLevel }}
- name: METRICS_PORT
  value: {{ include "fifteen.port" (dict "root" .root "name" "metrics") | squote }}
{{- with $values.telemetry }}
{{- if .otlpEndpoint }}
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: POD_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .otlpEndpoint }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: {{ include "fifteen.resourceAttributes" (merge (dict "container" $.component) .) }}
{{- end }}
{{- end }}
{{- if eq .service.serves "http" }}
- name: PORT
  value: {{ include "fifteen.port" (dict "root" .root "name" "http") | squote }}
{{- else }}
- name: GRPC_PORT
  value: {{ include "fifteen.port" (dict "root" .root "name" "grpc") | squote }}
{{- end }}
{{- if has "postgres" .service.servers }}
- name: POSTGRES_POOL
  value: {{ .service.pool | quote }}
{{- end }}
{{- include "fifteen.addresses" (dict "root" .root "upstreams" .service.upstreams) }}
{{- range $name, $value := .service.env }}
- name: {{ $name }}
  value: {{ tpl (toString $value) $.root | quote }}
{{- end }}
{{- range .service.secrets }}
{{ include "fifteen.secretVariable" (merge (dict "variable" .) $) }}
{{- end }}
{{- end }}
