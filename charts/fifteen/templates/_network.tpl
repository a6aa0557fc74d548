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

{{/* To the upstreams, and to the cluster's DNS, wherever it runs. */}}
{{- define "fifteen.upstreams" -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- if .upstreams }}
- ports: [{ port: {{ include "fifteen.port" (dict "root" .root "name" "grpc") }}, protocol: TCP }]
  to:
    {{- range .upstreams }}
    {{- include "fifteen.peer" (dict "root" $.root "component" .) | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}

{{/* To a server: ours, or yours. */}}
{{- define "fifteen.server" -}}
{{- $server := get .root.Values .server -}}
{{- if $server.bundled.enabled }}
- ports: [{ port: {{ include "fifteen.port" (dict "root" .root "name" .server) }}, protocol: TCP }]
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

{{/* Lets the services that use a server reach it; migrations use Postgres, too. */}}
{{- define "fifteen.serverPolicy" -}}
{{- if .root.Values.networkPolicy.enabled }}
{{- $users := list }}
{{- range $name, $service := include "fifteen.services" .root | fromYaml }}
{{- if has $.component $service.servers }}{{ $users = append $users $name }}{{ end }}
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
    {{- include "fifteen.ingress" (dict "root" .root "port" (include "fifteen.port" (dict "root" .root "name" .component)) "from" $users) | nindent 4 }}
{{- end }}
{{- end }}
