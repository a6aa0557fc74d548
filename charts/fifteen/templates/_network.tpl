{{/* The pods of a component of this release. */}}
{{- define "fifteen.peer" -}}
- podSelector:
    matchLabels:
      {{- include "fifteen.selector" . | nindent 6 }}
{{- end }}

{{/* Allows components to connect to a port. Without components there is no rule: an empty `from` would allow every pod. */}}
{{- define "fifteen.ingress" -}}
{{- with .from }}
- ports: [{ port: {{ $.port }}, protocol: TCP }]
  from:
    {{- range . }}
    {{- include "fifteen.peer" (dict "root" $.root "component" .) | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}

{{/* Allows connections to the upstreams, and to port 53 of any host: name servers may be pods, nodes or outside. */}}
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

{{/* Allows connections to a server, bundled or external. */}}
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

{{/* Allows the services that use a bundled server to connect to it, and migrations to Postgres. */}}
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
