{{/* The names of a service's variables that are secrets. */}}
{{- define "fifteen.secretNames" -}}
{{- $urls := dict "postgres" "POSTGRES_URL" "redis" "REDIS_URL" "nats" "NATS_URL" "mail" "SMTP_URL" -}}
{{- $names := list "RPC_TOKEN" -}}
{{- if eq .service.serves "grpc" }}{{ $names = append $names "RPC_CALLERS" }}{{ end -}}
{{- range .service.uses }}{{ $names = append $names (get $urls .) }}{{ end -}}
{{- join "," (concat $names (default list .service.secrets)) -}}
{{- end }}

{{/*
Whether a variable is in the Secret made beforehand: everything is, if there is one, but for the addresses of bundled
servers, which are the chart's to know.
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
{{- $made := printf "%s-%s" (include "fifteen.fullname" .root) .component -}}
{{- $name := ternary .service.existingSecret $made (eq (include "fifteen.given" .) "yes") -}}
- name: {{ .variable }}
  valueFrom: { secretKeyRef: { name: {{ $name }}, key: {{ .variable }} } }
{{- end }}

{{/* The addresses of neighbours: a headless service's name stands for all its replicas. */}}
{{- define "fifteen.addresses" -}}
{{- range .calls }}
- name: {{ upper . }}_ADDR
  value: dns:///{{ include "fifteen.fullname" $.root }}-{{ . }}:50051
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

{{/* Everything a service is told. */}}
{{- define "fifteen.environment" -}}
{{- $values := .root.Values -}}
- name: LOG_LEVEL
  value: {{ $values.logLevel }}
- name: METRICS_PORT
  value: '9464'
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
  value: '8080'
{{- else }}
- name: GRPC_PORT
  value: '50051'
{{- end }}
{{- if has "postgres" .service.uses }}
- name: POSTGRES_POOL
  value: {{ .service.pool | quote }}
{{- end }}
{{- include "fifteen.addresses" (dict "root" .root "calls" .service.calls) }}
{{- range $name, $value := .service.env }}
- name: {{ $name }}
  value: {{ tpl (toString $value) $.root | quote }}
{{- end }}
{{- range splitList "," (include "fifteen.secretNames" .) }}
{{ include "fifteen.secretVariable" (merge (dict "variable" .) $) }}
{{- end }}
{{- end }}
