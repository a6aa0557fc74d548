{{/* The pods of a component of this release. */}}
{{- define "fifteen.peer" -}}
- podSelector:
    matchLabels:
      {{- include "fifteen.selector" . | nindent 6 }}
{{- end }}

{{/* Lets components in at a port. For nobody there is no rule at all: one whose `from` is empty would let everybody in. */}}
{{- define "fifteen.ingress" -}}
{{- with .from }}
- ports: [{ port: {{ $.port }}, protocol: TCP }]
  from:
    {{- range . }}
    {{- include "fifteen.peer" (dict "root" $.root "component" .) | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}

{{/* To the services called, and to the cluster's DNS, wherever it lives. */}}
{{- define "fifteen.callees" -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- if .calls }}
- ports: [{ port: 50051, protocol: TCP }]
  to:
    {{- range .calls }}
    {{- include "fifteen.peer" (dict "root" $.root "component" .) | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}

{{/* To a server: ours, or yours. */}}
{{- define "fifteen.server" -}}
{{- $server := get .root.Values .server -}}
{{- if $server.bundled.enabled }}
- ports: [{ port: {{ get (dict "postgres" 5432 "redis" 6379 "nats" 4222 "mail" 1025) .server }}, protocol: TCP }]
  to:
    {{- include "fifteen.peer" (dict "root" .root "component" .server) | nindent 4 }}
{{- else }}
- ports: [{ port: {{ $server.external.port }}, protocol: TCP }]
  {{- with $server.external.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Which services stand on a server; the migrations stand on Postgres, too. */}}
{{- define "fifteen.serverPolicy" -}}
{{- if .root.Values.networkPolicy.enabled }}
{{- $users := list }}
{{- range $name, $service := .root.Values.services }}
{{- if has $.component $service.uses }}{{ $users = append $users $name }}{{ end }}
{{- end }}
{{- if eq .component "postgres" }}{{ $users = append $users "migration" }}{{ end }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "fifteen.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "fifteen.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- include "fifteen.ingress" (dict "root" .root "port" .port "from" $users) | nindent 4 }}
{{- end }}
{{- end }}
